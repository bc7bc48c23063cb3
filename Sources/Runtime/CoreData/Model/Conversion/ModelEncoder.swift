import Foundation
import ManagedModel

/// Converts Core Data's description classes back to a model value.
///
/// It begins with the value that a description was created from, if there is one, and changes the parts that differ
/// in the description. So a model that was read and not changed is written as it was read.
struct ModelEncoder {
  private var composites: [Composite]

  /// Returns the value of a model.
  static func model(_ model: NSManagedObjectModel) -> Model {
    var value = model.origin ?? Model()
    var maker = Self(composites: value.composites)
    value.entities = model.storedEntities.map { maker.entity($0) }
    value.composites = maker.composites
    write(model.versionIdentifiers, into: &value.header)
    value.configurations = configurations(of: model, like: value.configurations)
    value.fetchRequests = requests(model.templates, like: value.fetchRequests)
    return value
  }

  /// Returns the value of a model with only the given entities.
  static func model(of entities: [NSEntityDescription]) -> Model {
    var maker = Self()
    let values = entities.map { maker.entity($0) }
    return Model(entities: values, composites: maker.composites)
  }

  /// Returns the value of a property, and of a model with nothing but its composites; nil for a kind that models do
  /// not have.
  static func property(_ property: NSPropertyDescription) -> (Property, Model)? {
    var maker = Self()
    return maker.property(property).map { ($0, Model(composites: maker.composites)) }
  }

  private init(composites: [Composite] = []) {
    self.composites = composites
  }

  // MARK: Entities

  private mutating func entity(_ entity: NSEntityDescription) -> Entity {
    var value = entity.origin ?? Entity(name: "")
    value.name = entity.name ?? ""
    if value.representedClassName.flatMap({ $0.isEmpty ? nil : $0 }) != entity.className {
      value.representedClassName = entity.className
    }
    value.parentName = entity.superentity?.name ?? entity.missingParentName
    value.isAbstract = entity.isAbstract
    value.userInfo = UserInfoConversion.value(of: entity.userInfo, like: value.userInfo)
    value.versionHashModifier = entity.versionHashModifier
    value.renamingIdentifier = entity.writtenRenamingIdentifier
    value.properties = entity.ownProperties.compactMap { property($0) }
    value.fetchIndexes = IndexConversion.indexes(entity.indexes)
    if (value.uniquenessConstraints ?? []).map(\.names) != entity.constraintNames {
      value.uniquenessConstraints = entity.constraintNames.map { names in
        UniquenessConstraint(members: names.map { PropertyReference($0) })
      }
    }
    if value.compoundIndexes?.map(\.names) != entity.compoundIndexNames {
      value.compoundIndexes = entity.compoundIndexNames?.map { names in
        CompoundIndex(members: names.map { PropertyReference($0) })
      }
    }
    value.spotlightDisplayNameExpression = PredicateText.text(
      of: entity.spotlightExpression,
      like: value.spotlightDisplayNameExpression
    )
    return value
  }

  // MARK: Properties

  private mutating func property(_ property: NSPropertyDescription) -> Property? {
    switch property {
    case let attribute as NSAttributeDescription: .attribute(self.attribute(attribute))
    case let relationship as NSRelationshipDescription:
      .relationship(self.relationship(relationship))
    case let fetched as NSFetchedPropertyDescription:
      .fetchedProperty(Self.fetchedProperty(fetched))
    default: nil
    }
  }

  private mutating func attribute(_ description: NSAttributeDescription) -> Attribute {
    let value = DefaultValueConversion.attribute(description)
    guard let composite = description as? NSCompositeAttributeDescription else { return value }
    let elements = composite.elements.map { attribute($0) }
    if value.compositeName == nil && elements.isEmpty { return value }
    let name = value.compositeName ?? value.name
    if let known = composites.first(where: { $0.name == name }) {
      if known.attributes == elements || elements.isEmpty { return named(name, value) }
    } else if elements.isEmpty {
      return value
    }
    return named(keep(elements, as: name), value)
  }

  private func named(_ composite: String, _ attribute: Attribute) -> Attribute {
    var attribute = attribute
    attribute.compositeName = composite
    return attribute
  }

  /// Adds attributes as a composite, under a name that no other composite has.
  private mutating func keep(_ elements: [Attribute], as name: String) -> String {
    var unused = name
    var number = 2
    while let known = composites.first(where: { $0.name == unused }) {
      if known.attributes == elements { return unused }
      unused = "\(name)\(number)"
      number += 1
    }
    composites.append(Composite(name: unused, attributes: elements))
    return unused
  }

  private func relationship(_ description: NSRelationshipDescription) -> Relationship {
    var value = description.origin?.relationship ?? Relationship(name: description.name)
    value.name = description.name
    value.isOptional = description.isOptional
    value.isTransient = description.isTransient
    value.userInfo = UserInfoConversion.value(of: description.userInfo, like: value.userInfo)
    value.versionHashModifier = description.versionHashModifier
    value.renamingIdentifier = description.writtenRenamingIdentifier
    value.isIndexed = description.hasIndex
    value.isIndexedBySpotlight = description.isIndexedBySpotlight
    value.isStoredInTruthFile = description.isInExternalRecord
    value.isOrdered = description.isOrdered
    if value.effectiveMaximumCount != description.maxCount || description.origin == nil {
      value.isToMany = description.isToMany
      value.maximumCount = description.maxCount == 0 ? nil : description.maxCount
    }
    if value.effectiveMinimumCount != description.minCount {
      value.minimumCount = description.minCount
    }
    let rule = DeleteRule(rawValue: Int(description.deleteRule.rawValue)) ?? .nullify
    if value.deleteRule != rule { value.writtenDeleteRule = rule }
    writeEnds(of: description, into: &value)
    return value
  }

  private func writeEnds(
    of description: NSRelationshipDescription,
    into value: inout Relationship
  ) {
    value.destinationName =
      description.destinationEntity?.name ?? description.missingDestinationName
    let inverse = description.inverseRelationship?.name ?? description.missingInverseName
    guard value.inverseName != inverse else { return }
    value.inverseName = inverse
    value.inverseEntityName = inverse == nil ? nil : value.destinationName
  }

  private static func fetchedProperty(
    _ description: NSFetchedPropertyDescription
  ) -> FetchedProperty {
    var value =
      description.origin?.fetchedProperty ?? FetchedProperty(name: description.name)
    value.name = description.name
    value.isOptional = description.isOptional
    value.userInfo = UserInfoConversion.value(of: description.userInfo, like: value.userInfo)
    value.fetchRequest = description.fetchRequest.map { request in
      RequestConversion.template(
        request,
        like: value.fetchRequest ?? FetchRequestTemplate(name: "fetchedPropertyFetchRequest")
      )
    }
    return value
  }

  // MARK: The model itself

  private static func write(_ identifiers: Set<AnyHashable>, into header: inout ModelHeader) {
    let texts = identifiers.compactMap { $0 as? String }.sortedByCodePoint()
    if texts.first != header.userDefinedModelVersionIdentifier ?? "" {
      header.userDefinedModelVersionIdentifier = texts.first
    }
  }

  private static func configurations(
    of model: NSManagedObjectModel,
    like origin: [Configuration]
  ) -> [Configuration] {
    let known = origin.filter { model.configurationMembers[$0.name] != nil }
    let names = Set(known.map(\.name))
    let added = model.configurationMembers.keys.filter { !names.contains($0) }.sortedByCodePoint()
    let entityNames = Set(model.storedEntities.compactMap(\.name))
    return (known + added.map { Configuration(name: $0) }).map { configuration in
      var value = configuration
      let members = (model.configurationMembers[value.name] ?? []).compactMap(\.name)
      // A name without an entity is kept; the class has only names of entities.
      let existing = value.members.map(\.name).filter(entityNames.contains)
      if existing != members { value.members = members.map { PropertyReference($0) } }
      return value
    }
  }

  private static func requests(
    _ templates: [String: NSFetchRequest<any NSFetchRequestResult>],
    like origin: [FetchRequestTemplate]
  ) -> [FetchRequestTemplate] {
    let known = origin.filter { templates[$0.name] != nil }
    let names = Set(known.map(\.name))
    let added = templates.keys.filter { !names.contains($0) }.sortedByCodePoint()
    return (known + added.map { FetchRequestTemplate(name: $0) }).compactMap { template in
      templates[template.name].map { RequestConversion.template($0, like: template) }
    }
  }
}

extension UniquenessConstraint {
  fileprivate var names: [String] { members.map(\.name) }
}

extension CompoundIndex {
  fileprivate var names: [String] { members.map(\.name) }
}
