/// The SQL functions that triggers of a store call.
///
/// A connection that writes to a store must register them.
///
/// The two that report a changed value, and the clock, are Core Data's. The names of the text functions are not
/// established.
package enum StoreFunction: String, Sendable, Hashable, CaseIterable {
  /// Reports that a trigger has set a derived attribute of an object that is being inserted. The arguments are the
  /// table, the entity's number, the object's key, the attribute and the value.
  case derivedOnInsertion = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

  /// Reports that a trigger has set a derived attribute of an existing object.
  case derivedOnUpdate = "NSCoreDataDATriggerUpdatedAffectedObjectValue"

  /// The seconds since 2001-01-01 00:00 UTC.
  case now = "NSCoreDataNow"

  case canonical = "NSCoreDataCanonical"
  case lowercase = "NSCoreDataLowercase"
  case uppercase = "NSCoreDataUppercase"

  package var argumentCount: Int {
    switch self {
    case .derivedOnInsertion, .derivedOnUpdate: 5
    case .now: 0
    case .canonical, .lowercase, .uppercase: 1
    }
  }

  init(_ derivation: TextDerivation) {
    self =
      switch derivation {
      case .canonical: .canonical
      case .lowercase: .lowercase
      case .uppercase: .uppercase
      }
  }
}
