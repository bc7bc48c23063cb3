import Foundation
import ManagedModel
import ModelFiles

/// Creates descriptions of properties from their values.
struct AttributeDescriptions {
  private let resolved: ResolvedModel

  /// The remaining number of attributes of composites to create.
  ///
  /// Each attribute has a composite of its own, and nested composites can expand without limit.
  private var budget = 20_000

  init(_ resolved: ResolvedModel) {
    self.resolved = resolved
  }

  /// The description of a property; relationships are not connected yet.
  mutating func property(_ property: Property) -> NSPropertyDescription {
    switch property {
    case .attribute(let attribute): self.attribute(attribute, enclosing: [])
    case .relationship(let relationship): Self.relationship(relationship)
    case .fetchedProperty(let fetched): Self.fetchedProperty(fetched)
    }
  }

  private mutating func attribute(
    _ attribute: Attribute,
    enclosing composites: [String]
  ) -> NSAttributeDescription {
    let description = kind(of: attribute, enclosing: composites)
    description.origin = .attribute(attribute)
    description.name = attribute.name
    description.isOptional = attribute.isOptional
    description.isTransient = attribute.isTransient
    description.userInfo = ModelDescriptions.dictionary(attribute.userInfo)
    description.versionHashModifier = attribute.versionHashModifier
    description.writtenRenamingIdentifier = attribute.renamingIdentifier
    description.hasIndex = attribute.isIndexed
    description.isIndexedBySpotlight = attribute.isIndexedBySpotlight
    description.isInExternalRecord = attribute.isStoredInTruthFile
    description.type = NSAttributeDescription.AttributeType(attribute.type)
    description.valueClassName = attribute.customClassName
    description.defaultValue = DefaultValueConversion.object(attribute.defaultValue)
    description.valueTransformerName = attribute.valueTransformerName
    description.allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
    description.preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
    description.allowsCloudEncryption = attribute.allowsCloudEncryption
    let rules = ValidationPredicates.rules(of: attribute)
    description.predicates = rules.map(\.predicate)
    description.warnings = rules.map(\.warning)
    return description
  }

  private mutating func kind(
    of attribute: Attribute,
    enclosing composites: [String]
  ) -> NSAttributeDescription {
    if attribute.type == .composite {
      let description = NSCompositeAttributeDescription()
      description.elements = elements(of: attribute, enclosing: composites)
      return description
    }
    guard attribute.isDerived else { return NSAttributeDescription() }
    let description = NSDerivedAttributeDescription()
    description.derivationExpression = attribute.derivationExpression
      .map { DerivationText($0).archived }
      .flatMap(PredicateText.expression)
    return description
  }

  /// The attributes of a composite; none if composites contain one another.
  private mutating func elements(
    of attribute: Attribute,
    enclosing composites: [String]
  ) -> [NSAttributeDescription] {
    guard let name = attribute.compositeName, !composites.contains(name),
      let composite = resolved.composite(named: name)
    else { return [] }
    var elements: [NSAttributeDescription] = []
    for element in composite.attributes where budget > 0 {
      budget -= 1
      elements.append(self.attribute(element, enclosing: composites + [name]))
    }
    return elements
  }

  private static func relationship(_ relationship: Relationship) -> NSRelationshipDescription {
    let description = NSRelationshipDescription()
    description.origin = .relationship(relationship)
    description.name = relationship.name
    description.isOptional = relationship.isOptional
    description.isTransient = relationship.isTransient
    description.userInfo = ModelDescriptions.dictionary(relationship.userInfo)
    description.versionHashModifier = relationship.versionHashModifier
    description.writtenRenamingIdentifier = relationship.renamingIdentifier
    description.hasIndex = relationship.isIndexed
    description.isIndexedBySpotlight = relationship.isIndexedBySpotlight
    description.isInExternalRecord = relationship.isStoredInTruthFile
    description.minCount = relationship.effectiveMinimumCount
    description.maxCount = relationship.effectiveMaximumCount
    description.isOrdered = relationship.isOrdered
    description.deleteRule =
      NSDeleteRule(rawValue: UInt(relationship.deleteRule.rawValue)) ?? .nullifyDeleteRule
    return description
  }

  private static func fetchedProperty(_ fetched: FetchedProperty) -> NSFetchedPropertyDescription {
    let description = NSFetchedPropertyDescription()
    description.origin = .fetchedProperty(fetched)
    description.name = fetched.name
    description.isOptional = fetched.isOptional
    description.userInfo = ModelDescriptions.dictionary(fetched.userInfo)
    return description
  }
}

extension NSAttributeDescription.AttributeType {
  /// The attribute type of a model's value.
  init(_ type: AttributeType) {
    self.init(rawValue: UInt(type.code))
  }

  /// The type as a model's value; undefined for an unknown number.
  var value: AttributeType {
    Int(exactly: rawValue).flatMap(AttributeType.init(code:)) ?? .undefined
  }
}
