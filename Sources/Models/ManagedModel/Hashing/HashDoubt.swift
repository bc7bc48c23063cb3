/// A construct whose part in Core Data's version hash has not been established from real files.
///
/// A hash with a doubt is our best reading of the rules; it is never given out as certain.
package enum HashDoubt: Sendable, Hashable {
  case severalUniquenessConstraints
  case constraintAndModifier
  case externalStorageAndPreservation(property: String)
  case relationshipModifier(property: String)
  case deleteRule(property: String)
  case composite(property: String)
  case cloudEncryption(property: String)
  case undefinedType(property: String)
  case derivation(property: String, expression: String)
  case derivedWithModifier(property: String)
  case nonASCIIName(String)
}

extension HashDoubt: CustomStringConvertible {
  package var description: String {
    switch self {
    case .severalUniquenessConstraints:
      "several uniqueness constraints on one entity"
    case .constraintAndModifier:
      "a uniqueness constraint together with a hash modifier"
    case .externalStorageAndPreservation(let property):
      "'\(property)' is stored externally and preserved after deletion"
    case .relationshipModifier(let property):
      "the relationship '\(property)' has a hash modifier"
    case .deleteRule(let property):
      "the relationship '\(property)' has the delete rule Deny or No Action"
    case .composite(let property):
      "'\(property)' is a composite attribute"
    case .cloudEncryption(let property):
      "'\(property)' allows cloud encryption"
    case .undefinedType(let property):
      "'\(property)' is stored and has no type"
    case .derivation(let property, let expression):
      "'\(property)' is derived by '\(expression)'"
    case .derivedWithModifier(let property):
      "the derived attribute '\(property)' has a hash modifier"
    case .nonASCIIName(let name):
      "the name '\(name)' has characters outside ASCII"
    }
  }
}
