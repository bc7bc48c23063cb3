import Foundation
import ManagedModel
import ModelComparison
import SQLSchema

/// Infers the mapping model between two versions of a model.
struct MappingInference {
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel
  private let correspondence: ModelCorrespondence

  init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
    self.source = source
    self.destination = destination
    correspondence = ModelCorrespondence(
      from: ResolvedModel(ModelEncoder.model(source)),
      to: ResolvedModel(ModelEncoder.model(destination))
    )
  }

  /// Whether any entity remains, or there is none that could.
  var keepsEntities: Bool {
    let entities = correspondence.old.entities
    return entities.isEmpty || entities.contains { correspondence.newEntity(of: $0.index) != nil }
  }

  /// Returns the mapping model: the entities of the new version, then those that are removed, each in the order of
  /// their names.
  ///
  /// - Throws: An error of the code ``NSInferredMappingModelError`` that names the part that cannot be inferred.
  ///   Missing mandatory values are not among them: they are detected when objects are migrated.
  func mappingModel() throws -> NSMappingModel {
    if let obstacle = correspondence.obstacles.first(where: { !$0.dependsOnData }) {
      throw MigrationFailure.notInferrable(obstacle, in: correspondence.new)
    }
    let model = NSMappingModel()
    let kept = correspondence.new.entities.map(mapping)
    let gone = correspondence.old.entities
      .filter { correspondence.newEntity(of: $0.index) == nil }
      .map(removal)
    model.entityMappings = [kept, gone].flatMap { mappings in
      mappings.sorted { ($0.name ?? "").precedesByCodePoint($1.name ?? "") }
    }
    return model
  }

  // MARK: Entities

  private func mapping(of entity: ResolvedEntity) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.destinationEntityName = entity.name
    mapping.destinationEntityVersionHash = destination.entityVersionHashesByName[entity.name]
    guard let index = correspondence.oldEntity(of: entity.index) else {
      mapping.mappingType = .addEntityMappingType
      mapping.name = "IEM_Add_\(entity.name)"
      addProperties(of: entity, to: mapping)
      return mapping
    }
    let old = correspondence.old.entities[index]
    mapping.sourceEntityName = old.name
    mapping.sourceEntityVersionHash = source.entityVersionHashesByName[old.name]
    mapping.sourceExpression = MappingExpressions.objects(of: old.name)
    let isSame = mapping.sourceEntityVersionHash == mapping.destinationEntityVersionHash
    mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
    mapping.name = "IEM_\(isSame ? "Copy" : "Transform")_\(entity.name)"
    addProperties(of: entity, to: mapping)
    mapping.userInfo = fates(from: old, to: entity)
    return mapping
  }

  private func removal(of entity: ResolvedEntity) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.mappingType = .removeEntityMappingType
    mapping.name = "IEM_Remove_\(entity.name)"
    mapping.sourceEntityName = entity.name
    mapping.sourceEntityVersionHash = source.entityVersionHashesByName[entity.name]
    mapping.sourceExpression = MappingExpressions.objects(of: entity.name)
    return mapping
  }

  // MARK: Properties

  /// The changes of the properties, for the user info of inferred mappings.
  private func fates(from old: ResolvedEntity, to entity: ResolvedEntity) -> [AnyHashable: Any] {
    var mapped: Set<String> = []
    var added: Set<String> = []
    var used: Set<PropertyLocation> = []
    for location in correspondence.new.allProperties(of: entity) {
      let property = correspondence.new.property(at: location)
      if case .fetchedProperty = property { continue }
      if let source = correspondence.source(of: location, in: entity.index) {
        mapped.insert(property.name)
        used.insert(source)
      } else {
        added.insert(property.name)
      }
    }
    var removed: Set<String> = []
    for location in correspondence.old.allProperties(of: old) where !used.contains(location) {
      let property = correspondence.old.property(at: location)
      if case .fetchedProperty = property { continue }
      removed.insert(property.name)
    }
    return ["mappedProperties": mapped, "addedProperties": added, "removedProperties": removed]
  }

  private func addProperties(of entity: ResolvedEntity, to mapping: NSEntityMapping) {
    let model = correspondence.new
    let locations = model.allProperties(of: entity)
      .sorted { model.property(at: $0).name.precedesByCodePoint(model.property(at: $1).name) }
    var attributes: [NSPropertyMapping] = []
    var relationships: [NSPropertyMapping] = []
    for location in locations {
      let property = model.property(at: location)
      let old = correspondence.source(of: location, in: entity.index)
        .map { correspondence.old.property(at: $0) }
      let result = NSPropertyMapping()
      result.name = property.name
      switch property {
      case .attribute(let attribute) where !attribute.isDerived:
        result.valueExpression = old.map { MappingExpressions.value(of: $0.name) }
        attributes.append(result)
      case .relationship:
        result.valueExpression = old.map { MappingExpressions.objects(thatLeadsTo: $0.name) }
        relationships.append(result)
      case .attribute, .fetchedProperty: continue
      }
    }
    mapping.attributeMappings = attributes
    mapping.relationshipMappings = relationships
  }
}

/// The expressions of mapping models.
enum MappingExpressions {
  /// The objects of an entity of the old model, or those that match a predicate.
  static func objects(of entity: String, matching filter: String? = nil) -> _NSExpression {
    _NSExpression(
      format: "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', %@, %@)",
      entity,
      filter ?? "TRUEPREDICATE"
    )
  }

  /// The value of an attribute of the old object.
  static func value(of attribute: String) -> _NSExpression {
    _NSExpression(format: "FUNCTION($source, 'valueForKey:', %@)", attribute)
  }

  /// The destination objects for the members of a relationship of the source object.
  static func objects(thatLeadsTo relationship: String) -> _NSExpression {
    _NSExpression(
      format:
        "FUNCTION($manager, 'destinationInstancesForSourceRelationshipNamed:sourceInstances:', "
        + "%@, FUNCTION($source, 'valueForKey:', %@))",
      relationship,
      relationship
    )
  }
}
