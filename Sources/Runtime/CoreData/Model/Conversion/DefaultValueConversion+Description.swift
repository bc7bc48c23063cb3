import Foundation
import ManagedModel

extension DefaultValueConversion {
  /// The value of an attribute description, without the elements of a composite.
  static func attribute(_ description: NSAttributeDescription) -> Attribute {
    var value = description.origin?.attribute ?? Attribute(name: description.name)
    value.name = description.name
    value.type = description.type.value
    value.isOptional = description.isOptional
    value.isTransient = description.isTransient
    value.userInfo = UserInfoConversion.value(of: description.userInfo, like: value.userInfo)
    value.versionHashModifier = description.versionHashModifier
    value.renamingIdentifier = description.writtenRenamingIdentifier
    value.isIndexed = description.hasIndex
    value.isIndexedBySpotlight = description.isIndexedBySpotlight
    value.isStoredInTruthFile = description.isInExternalRecord
    value.customClassName = description.valueClassName
    value.valueTransformerName = description.valueTransformerName
    value.allowsExternalBinaryDataStorage = description.allowsExternalBinaryDataStorage
    value.preservesValueInHistoryOnDeletion = description.preservesValueInHistoryOnDeletion
    value.allowsCloudEncryption = description.allowsCloudEncryption
    if !ObjectEquality.isEqual(object(value.defaultValue), description.defaultValue) {
      write(description.defaultValue, into: &value)
    }
    ValidationPredicates.write(description, into: &value)
    writeDerivation(of: description, into: &value)
    return value
  }

  private static func writeDerivation(
    of description: NSAttributeDescription,
    into value: inout Attribute
  ) {
    guard let derived = description as? NSDerivedAttributeDescription else {
      value.isDerived = false
      return
    }
    value.isDerived = true
    let written = value.derivationExpression.map { DerivationText($0).archived }
    let text = PredicateText.text(of: derived.derivationExpression, like: written)
    if text != written { value.derivationExpression = text }
  }
}
