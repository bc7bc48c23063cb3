import CoreData
import Foundation
import Testing

/// Tests of the migration types outside of a migration.
struct MigrationTypesTests {
  @Test("F329 Mappings return the values that were set, and are found by name") func mappings() {
    let mapping = NSEntityMapping()
    mapping.name = "BookToBook"
    mapping.mappingType = .transformEntityMappingType
    mapping.sourceEntityName = "Book"
    mapping.destinationEntityName = "Book"
    let property = NSPropertyMapping()
    property.name = "name"
    property.valueExpression = _NSExpression(format: "$source.title")
    mapping.attributeMappings = [property]
    let model = NSMappingModel()
    model.entityMappings = [mapping]
    #expect(model.entityMappingsByName["BookToBook"] === mapping)
    #expect(mapping.attributeMappings?.first?.valueExpression?.description == "$source.title")
    #expect(mapping.mappingType.rawValue == 5)
    let manager = NSMigrationManager(
      sourceModel: Library.makeModel(),
      destinationModel: Library.makeModel()
    )
    #expect(manager.sourceEntity(for: mapping) === manager.sourceModel.entitiesByName["Book"])
    #expect(
      manager.destinationEntity(for: mapping) === manager.destinationModel.entitiesByName["Book"]
    )
  }

  @Test("Objects that were associated are found from both sides") func associations() {
    let manager = NSMigrationManager(
      sourceModel: Library.makeModel(),
      destinationModel: Library.makeModel()
    )
    let mapping = NSEntityMapping()
    mapping.name = "split"
    func object(_ model: NSManagedObjectModel) -> NSManagedObject {
      NSManagedObject(
        entity: model.entitiesByName["Shelf"] ?? NSEntityDescription(),
        insertInto: nil
      )
    }
    let (old, other) = (object(manager.sourceModel), object(manager.sourceModel))
    let new = (0..<3).map { _ in object(manager.destinationModel) }
    manager.associate(sourceInstance: old, withDestinationInstance: new[0], for: mapping)
    manager.associate(sourceInstance: other, withDestinationInstance: new[1], for: mapping)
    manager.associate(sourceInstance: old, withDestinationInstance: new[2], for: mapping)
    func destinations(_ sources: [NSManagedObject]?) -> [NSManagedObject] {
      manager.destinationInstances(forEntityMappingName: "split", sourceInstances: sources)
    }
    #expect(destinations([old]) == [new[0], new[2]])
    #expect(destinations(nil) == new)
    #expect(
      manager.sourceInstances(forEntityMappingName: "split", destinationInstances: [new[1]])
        == [other]
    )
    #expect(
      manager.sourceInstances(forEntityMappingName: "none", destinationInstances: nil).isEmpty
    )
    manager.reset()
    #expect(destinations(nil).isEmpty)
  }

  @Test("Migrating a missing store is an error, and creates no file") func refusals() throws {
    let models = (Library.makeModel(), Library.makeModel())
    #expect(
      NSMappingModel(from: nil, forSourceModel: models.0, destinationModel: models.1) == nil
    )
    let scratch = try StoreScratch()
    let manager = NSMigrationManager(sourceModel: models.0, destinationModel: models.1)
    let failure = #expect(throws: CocoaError.self) {
      try manager.migrateStore(
        from: scratch.url("a"),
        type: .sqlite,
        mapping: NSMappingModel(),
        to: scratch.url("b"),
        type: .sqlite
      )
    }
    #expect(failure?.code == .migrationManagerSourceStore)
    #expect(!FileManager.default.fileExists(atPath: scratch.url("b").path))
  }

  @Test("Stages return the values that were set") func stages() {
    let light = NSLightweightMigrationStage(["a", "b"])
    light.label = "light"
    let model = Library.makeModel()
    let reference = NSManagedObjectModelReference(
      model: model,
      versionChecksum: model.versionChecksum
    )
    let custom = NSCustomMigrationStage(migratingFrom: reference, to: reference)
    custom.willMigrateHandler = { manager, stage in
      #expect(manager.stages.contains { $0 === stage })
    }
    let manager = NSStagedMigrationManager([light, custom])
    #expect(manager.stages.map(\.label) == ["light", ""] && manager.container == nil)
    #expect(light.versionChecksums == ["a", "b"] && custom.nextModel === reference)
    #expect(throws: Never.self) { try custom.willMigrateHandler?(manager, custom) }
  }
}
