import Foundation

/// Executes the mappings of a migration, stage by stage, for the objects of two open stores.
struct ObjectMigration {
  let manager: NSMigrationManager
  let model: NSMappingModel

  /// Creates the new objects, connects them, and validates them; they are not saved yet.
  func run() throws {
    let mappings = try (model.entityMappings ?? []).map { mapping in
      try requireEntities(of: mapping)
      try requireAttributes(of: mapping)
      return (mapping, try policy(of: mapping))
    }
    try pass(1, mappings, create)
    try reportUnmapped(mappings.map(\.0))
    try pass(2, mappings, connect)
    try pass(3, mappings) { mapping, policy, _ in
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
    }
  }

  private typealias Mapping = (NSEntityMapping, NSEntityMigrationPolicy)

  /// Runs one of the three passes over all mappings.
  private func pass(
    _ number: Int,
    _ mappings: [Mapping],
    _ work: (NSEntityMapping, NSEntityMigrationPolicy, _ report: (Double) throws -> Void) throws ->
      Void
  ) throws {
    for (position, (mapping, policy)) in mappings.enumerated() {
      manager.currentMapping = mapping
      func report(_ part: Double) throws {
        if let failure = manager.failure { throw failure }
        let done = Double(number - 1) + (Double(position) + part) / Double(mappings.count)
        manager.progress = Float(done / 3)
      }
      try report(0)
      try work(mapping, policy, report)
      try report(1)
    }
  }

  private func create(
    _ mapping: NSEntityMapping,
    _ policy: NSEntityMigrationPolicy,
    _ report: (Double) throws -> Void
  ) throws {
    try policy.begin(mapping, with: manager)
    let sources = try sources(of: mapping)
    for (position, source) in sources.enumerated() {
      try report(Double(position) / Double(sources.count))
      try policy.createDestinationInstances(forSource: source, in: mapping, manager: manager)
    }
    try report(1)
    try policy.endInstanceCreation(forMapping: mapping, manager: manager)
  }

  private func connect(
    _ mapping: NSEntityMapping,
    _ policy: NSEntityMigrationPolicy,
    _ report: (Double) throws -> Void
  ) throws {
    let objects = manager.destinationInstances(
      forEntityMappingName: mapping.name ?? "",
      sourceInstances: nil
    ).distinct
    for (position, object) in objects.enumerated() {
      try report(Double(position) / Double(objects.count))
      try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
    }
    try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
  }

  /// Logs the number of objects that are not migrated, because the mapping model has no mapping for their entity.
  private func reportUnmapped(_ mappings: [NSEntityMapping]) throws {
    let mapped = Set(mappings.compactMap(\.sourceEntityName))
    for entity in manager.sourceModel.entities where !entity.isAbstract {
      guard let name = entity.name, !mapped.contains(name) else { continue }
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      // An expression of a mapping for another entity may have migrated them.
      let count = try manager.sourceContext.fetch(request)
        .count(where: { manager.destinations(of: [$0]).isEmpty })
      guard count > 0 else { continue }
      CoreDataLog.send(
        .warning,
        .migration,
        "The mapping model has no mapping for the entity \(name): \(count) of its objects are not migrated.",
        ["entity": .text(name), "count": .integer(count)]
      )
    }
  }

  // MARK: Interpreting mappings

  /// The old objects of a mapping: the result of its expression, or those of its entity.
  private func sources(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
    switch mapping.mappingType {
    case .addEntityMappingType, .removeEntityMappingType: return []
    default: break
    }
    guard let entity = manager.sourceEntity(for: mapping), !entity.isAbstract else { return [] }
    let variables: NSMutableDictionary = [
      NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping,
    ]
    if let expression = mapping.sourceExpression {
      let found = PredicateValue(expression.expressionValue(with: nil, context: variables))
      if case .object(let object) = found, let request = object as? NSFetchRequest<NSManagedObject>
      {
        return try manager.sourceContext.fetch(request)
      }
      guard !found.isNull else {
        throw failure(
          "The source expression of the mapping \(mapping.name ?? "") finds no objects: \(expression)"
        )
      }
      return NSMigrationManager.objects(in: found)
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.includesSubentities = false
    return try manager.sourceContext.fetch(request)
  }

  private func requireEntities(of mapping: NSEntityMapping) throws {
    let ends = [
      (mapping.sourceEntityName, mapping.sourceEntityVersionHash, manager.sourceModel),
      (
        mapping.destinationEntityName, mapping.destinationEntityVersionHash,
        manager.destinationModel
      ),
    ]
    for case (let name?, let hash, let model) in ends {
      guard let known = model.entityVersionHashesByName[name] else {
        throw failure(
          "The mapping \(mapping.name ?? "") is for the entity \(name), which does not exist."
        )
      }
      if let hash, hash != known {
        throw failure("The mapping \(mapping.name ?? "") is for another version of \(name).")
      }
    }
  }

  /// Throws if a mapping has a value for an attribute that does not exist.
  private func requireAttributes(of mapping: NSEntityMapping) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let known = entity.attributesByName
    for property in mapping.attributeMappings ?? [] where property.valueExpression != nil {
      guard let name = property.name, known[name] == nil else { continue }
      throw failure(
        "The mapping \(mapping.name ?? "") is for the attribute \(name), which \(entity.name ?? "") does not have."
      )
    }
  }

  private func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
      return NSEntityMigrationPolicy()
    }
    guard
      let policyClass = ProgramClasses.type(
        named: name,
        as: { $0 as? NSEntityMigrationPolicy.Type }
      )
    else {
      throw StoreFailure.error(
        NSEntityMigrationPolicyError,
        "There is no class named \(name) that inherits from NSEntityMigrationPolicy."
      )
    }
    return policyClass.makePolicy(mapping)
  }

  private func failure(_ reason: String) -> NSError {
    StoreFailure.error(NSMigrationError, reason)
  }
}
