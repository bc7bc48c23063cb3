import Foundation

extension NSEntityDescription {
  /// Groups of properties whose values must be unique together.
  ///
  /// Names and property descriptions are accepted; names are returned.
  public var uniquenessConstraints: [[Any]] {
    get { constraintNames }
    set {
      requireMutable()
      constraintNames = newValue.map(Self.propertyNames)
    }
  }

  /// Groups of properties that a store indexes together.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var compoundIndexes: [[Any]] {
    get { compoundIndexNames ?? [] }
    set {
      requireMutable()
      compoundIndexNames = newValue.map(Self.propertyNames)
    }
  }

  /// The expression for the display name in Spotlight; without effect here.
  public var coreSpotlightDisplayNameExpression: _NSExpression {
    get { spotlightExpression ?? _NSExpression(forConstantValue: nil) }
    set {
      requireMutable()
      spotlightExpression = newValue
    }
  }

  private static func propertyNames(of members: [Any]) -> [String] {
    members.compactMap { member in
      (member as? NSPropertyDescription)?.name ?? member as? String
    }
  }

  /// The name of the entity in an earlier version of the model; its own name if none is set.
  public var renamingIdentifier: String? {
    get { writtenRenamingIdentifier ?? name }
    set {
      requireMutable()
      writtenRenamingIdentifier = newValue
    }
  }
}
