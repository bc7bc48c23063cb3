import Foundation
import PredicateFormat

/// Creates the mappings of a model from a file, and from the versions of the model if they are known.
struct MappingModelMaker {
  let file: MappingFile

  /// The old version of the model, if it is known.
  var source: NSManagedObjectModel?

  /// The new version of the model, if it is known.
  var destination: NSManagedObjectModel?

  /// Returns the mappings, in the order of their execution.
  func mappings() -> [NSEntityMapping] {
    var names: Set<String> = []
    return file.entities.map { entity in
      let mapping = mapping(entity)
      // Objects are associated by the names of mappings, so no two can share one.
      let name = Self.name(of: entity)
      var unique = name
      var number = 1
      while !names.insert(unique).inserted {
        number += 1
        unique = "\(name)\(number)"
      }
      mapping.name = unique
      return mapping
    }
  }

  private func mapping(_ entity: MappedEntity) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = entity.source?.name
    mapping.sourceEntityVersionHash = hash(of: entity.source, in: source)
    mapping.destinationEntityName = entity.destination?.name
    mapping.destinationEntityVersionHash = hash(of: entity.destination, in: destination)
    mapping.entityMigrationPolicyClassName = entity.policyClass
    mapping.userInfo = entity.userInfo
    mapping.mappingType = type(of: entity, mapping)
    mapping.sourceExpression = Self.objects(of: entity)
    mapping.attributeMappings = entity.attributes.map { property($0, of: entity) }
    mapping.relationshipMappings = entity.relationships.map { property($0, of: entity) }
    return mapping
  }

  /// The name in the file, or the one that Xcode shows: `PersonToMember`.
  private static func name(of entity: MappedEntity) -> String {
    if let name = entity.name { return name }
    return [entity.source?.name, entity.destination?.name].compactMap(\.self)
      .joined(separator: "To")
  }

  private func hash(of end: MappedEntity.End?, in model: NSManagedObjectModel?) -> Data? {
    guard let end else { return nil }
    return end.hash ?? model?.entityVersionHashesByName[end.name]
  }

  /// The type in the file, or the one that the entities determine.
  private func type(of entity: MappedEntity, _ mapping: NSEntityMapping) -> NSEntityMappingType {
    guard entity.type == .undefinedEntityMappingType else { return entity.type }
    guard entity.source != nil else { return .addEntityMappingType }
    guard entity.destination != nil else { return .removeEntityMappingType }
    if entity.policyClass != nil { return .customEntityMappingType }
    let hashes = (mapping.sourceEntityVersionHash, mapping.destinationEntityVersionHash)
    return hashes.0 != nil && hashes.0 == hashes.1
      ? .copyEntityMappingType : .transformEntityMappingType
  }

  private static func objects(of entity: MappedEntity) -> _NSExpression? {
    guard let name = entity.source?.name else { return nil }
    switch entity.objects {
    case .expression(let node): return TreeExpression.carrying(ExpressionTree(node))
    case .matching(let filter): return MappingExpressions.objects(of: name, matching: filter)
    }
  }

  // MARK: Properties

  private func property(_ property: MappedProperty, of entity: MappedEntity) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = property.name
    mapping.userInfo = property.userInfo
    switch property.value {
    case .none: break
    case .expression(let node):
      mapping.valueExpression = TreeExpression.carrying(ExpressionTree(node))
    case .sameName:
      if mayHave(property.name, \.attributesByName, entity) {
        mapping.valueExpression = TreeExpression.carrying(ExpressionTree(Self.path(property.name)))
        mapping.isImplied = true
      }
    case .counterparts(let path, let name):
      if path != nil || mayHave(property.name, \.relationshipsByName, entity) {
        mapping.valueExpression = Self.counterparts(of: property.name, path, name)
        mapping.isImplied = path == nil
      }
    }
    return mapping
  }

  /// Whether the old objects may have a property.
  private func mayHave<Property>(
    _ name: String,
    _ properties: (NSEntityDescription) -> [String: Property],
    _ entity: MappedEntity
  ) -> Bool {
    guard let end = entity.source else { return false }
    guard let source else { return true }
    return source.entitiesByName[end.name].map { properties($0)[name] != nil } ?? false
  }

  /// The path `$source.name`.
  private static func path(_ name: String) -> ExpressionNode {
    .path(PropertyPath(base: .variable(NSMigrationSourceObjectKey), [.key(name)]))
  }

  /// The new objects for the destinations of a path.
  private static func counterparts(
    of relationship: String,
    _ path: ExpressionNode?,
    _ mapping: String?
  ) -> _NSExpression {
    let selector =
      mapping == nil
      ? "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
      : "destinationInstancesForEntityMappingNamed:sourceInstances:"
    let call = FunctionCall(
      receiver: .variable(NSMigrationManagerKey),
      selector,
      [.constant(.string(mapping ?? relationship)), path ?? Self.path(relationship)]
    )
    return TreeExpression.carrying(ExpressionTree(.function(call)))
  }
}
