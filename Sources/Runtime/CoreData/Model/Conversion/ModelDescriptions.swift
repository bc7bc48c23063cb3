import Foundation
import ManagedModel

/// Creates Core Data's description classes from a model value.
///
/// Each description keeps the value that it was created from: a model file contains details that Core Data's classes
/// cannot represent, and they are restored when the model is converted back to a value.
struct ModelDescriptions {
  let resolved: ResolvedModel

  /// The entities, in the order of the value.
  private(set) var entities: [NSEntityDescription] = []

  /// The properties of each entity, in the order of the value.
  private var properties: [[NSPropertyDescription]] = []

  /// Creates a model from a value.
  static func model(_ resolved: ResolvedModel) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let maker = Self(resolved)
    let value = resolved.model
    model.origin = value
    model.adopt(maker.entities)
    model.versionIdentifiers = [value.header.userDefinedModelVersionIdentifier ?? ""]
    for configuration in value.configurations {
      model.configurationMembers[configuration.name] = configuration.members
        .compactMap { maker.entity(named: $0.name) }
    }
    for template in value.fetchRequests {
      model.templates[template.name] = maker.request(template, keepsEntity: true)
    }
    return model
  }

  init(_ resolved: ResolvedModel) {
    self.resolved = resolved
    var attributes = AttributeDescriptions(resolved)
    for entity in resolved.model.entities {
      let description = Self.description(of: entity)
      let own = entity.properties.map { attributes.property($0) }
      description.properties = own
      entities.append(description)
      properties.append(own)
    }
    for entity in resolved.entities {
      let description = entities[entity.index]
      description.subentities = entity.children.map { entities[$0] }
      if entity.parent == nil { description.missingParentName = entity.entity.parentName }
      connectProperties(of: entity)
      description.indexes = entity.entity.fetchIndexes.map { index($0, of: description) }
    }
  }

  func entity(named name: String) -> NSEntityDescription? {
    resolved.index(ofEntity: name).map { entities[$0] }
  }

  /// Creates an entity without properties and without relations to others.
  private static func description(of entity: Entity) -> NSEntityDescription {
    let description = NSEntityDescription()
    description.origin = entity
    description.name = entity.name
    description.managedObjectClassName = entity.representedClassName
    description.isAbstract = entity.isAbstract
    description.userInfo = dictionary(entity.userInfo)
    description.versionHashModifier = entity.versionHashModifier
    description.writtenRenamingIdentifier = entity.renamingIdentifier
    description.constraintNames = (entity.uniquenessConstraints ?? []).map { constraint in
      constraint.members.map(\.name)
    }
    description.compoundIndexNames = entity.compoundIndexes?.map { $0.members.map(\.name) }
    description.spotlightExpression = entity.spotlightDisplayNameExpression.flatMap(
      PredicateText.expression
    )
    return description
  }

  /// The user info of a part of the model as a dictionary.
  static func dictionary(_ userInfo: UserInfo?) -> [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    for entry in userInfo?.entries ?? [] { result[entry.key] = entry.value }
    return result
  }

  private func connectProperties(of entity: ResolvedEntity) {
    for (position, property) in properties[entity.index].enumerated() {
      switch property {
      case let relationship as NSRelationshipDescription:
        let ends = entity.ends[position]
        relationship.destinationEntity = ends.destination.map { entities[$0] }
        relationship.inverseRelationship = ends.inverse.flatMap {
          properties[$0.entity][$0.property] as? NSRelationshipDescription
        }
        let value = entity.entity.properties[position].relationship
        if ends.destination == nil {
          relationship.missingDestinationName = value?.destinationName
        }
        if ends.inverse == nil { relationship.missingInverseName = value?.inverseName }
      case let fetched as NSFetchedPropertyDescription:
        let template = entity.entity.properties[position].fetchedProperty?.fetchRequest
        // The entity retains the request, so the request must not retain the entity.
        fetched.fetchRequest = template.map { request($0, keepsEntity: false) }
      default: break
      }
    }
  }

  private func request(
    _ template: FetchRequestTemplate,
    keepsEntity: Bool
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.writtenEntityName = template.entityName
    if let entity = template.entityName.flatMap(entity(named:)) {
      if keepsEntity { request.entity = entity } else { request.refer(to: entity) }
    }
    request.predicate = template.predicateText.flatMap(PredicateText.predicate)
    request.resultType = NSFetchRequestResultType(
      rawValue: UInt(template.resultType?.rawValue ?? 0)
    )
    request.fetchLimit = template.fetchLimit ?? 0
    request.fetchBatchSize = template.fetchBatchSize ?? 0
    request.returnsDistinctResults = template.returnsDistinctResults
    return request
  }

  private func index(
    _ index: FetchIndex,
    of entity: NSEntityDescription
  ) -> NSFetchIndexDescription {
    let known = entity.propertiesByName
    let description = NSFetchIndexDescription(
      name: index.name,
      elements: index.elements.map { element($0, among: known) }
    )
    description.origin = index
    description.partialIndexPredicate = index.partialPredicateText
      .flatMap(PredicateText.predicate)
    return description
  }

  private func element(
    _ element: FetchIndexElement,
    among properties: [String: NSPropertyDescription]
  ) -> NSFetchIndexElementDescription {
    let description = NSFetchIndexElementDescription(
      missing: element,
      collationType: element.type == .rTree ? .rTree : .binary
    )
    description.isAscending = element.isAscending
    if let name = element.propertyName {
      description.indexedProperty = properties[name]
    } else if let text = element.expressionText {
      description.indexedProperty = Self.expression(text, type: element.expressionType)
    }
    return description
  }

  /// The placeholder for an expression in an index.
  static func expression(_ text: String, type: String?) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = text
    description.expression = PredicateText.expression(text)
    if let type = type.flatMap(AttributeType.init(fileName:)) {
      description.resultType = NSAttributeDescription.AttributeType(type)
    }
    return description
  }
}
