import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of complete migrations with mapping model files.
@Suite("Migration by mapping models in files", .everyDatabase) struct MappingFileMigrationTests {
  @Test(
    "F330 F332 A file contains values, filters, to-one and to-many, a policy, renamed entities",
    .stores(.sqlite),
    arguments: [NSPersistentStore.StoreType.sqlite, .postgreSQL, .xml]
  ) func wholeMigration(type: NSPersistentStore.StoreType) throws {
    let store = try KennelStore(type)
    let mapping = try #require(try store.mapping(KennelModel.mapping()))
    try store.expectMigrated(try store.migrate(by: mapping))
  }

  @Test(
    "A mapping model beside the model is found when a store is opened, and precedes an inferred one",
    arguments: [false, true]
  ) func automatic(infers: Bool) throws {
    let store = try KennelStore()
    let model = try store.writeVersions()
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: infers,
    ]
    #expect(throws: NSError.self) { try store.context(model, at: store.url, options: options) }
    try store.write(KennelModel.mapping())
    let context = try store.context(model, at: store.url, options: options)
    try store.expectMigrated(context)
    try store.close(context)
    // The store is of the new version now, and is not migrated again.
    try store.expectMigrated(try store.context(model, at: store.url, options: options))
  }

  @Test("Without the option for migration a mapping model has no effect") func notAsked() throws {
    let store = try KennelStore()
    let model = try store.writeVersions()
    try store.write(KennelModel.mapping())
    let error = #expect(throws: NSError.self) { try store.context(model, at: store.url) }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  @Test("A policy that is missing, or refuses, ends the migration; nothing is created")
  func noPolicy() throws {
    let store = try KennelStore()
    let mapping = try #require(try store.mapping(KennelModel.mapping(policy: "App.NoSuchPolicy")))
    let error = #expect(throws: NSError.self) { try store.migrate(by: mapping) }
    #expect(error?.code == NSEntityMigrationPolicyError)
    // The options have created the schema, which has no rows.
    if store.type == .postgreSQL { return }
    #expect(!FileManager.default.fileExists(atPath: try store.place.url("new").path))
  }

  private static let unfitCases: [([MappingDump.Fields], [MappingDump.Fields])] = [
    ([["name": "weight", "valueexpressionstring": "1"]], []),
    (
      [["name": "fullName", "valueexpressionstring": "$source.name"]],
      [["name": "animals", "valueexpressionstring": "$source.pets"]]
    ),
  ]

  @Test("A mapping that does not fit the models is an error, not a crash", arguments: unfitCases)
  func unfit(attributes: [MappingDump.Fields], relationships: [MappingDump.Fields]) throws {
    let store = try KennelStore()
    var dump = MappingDump()
    dump.entity(
      ["sourcename": "KennelPerson", "destinationname": "KennelMember"],
      attributes: attributes,
      relationships: relationships
    )
    let mapping = try #require(try store.mapping(dump))
    let error = #expect(throws: NSError.self) { try store.migrate(by: mapping) }
    #expect(error?.code == NSMigrationError)
  }

  private static let unknownCases: [([MappingDump.Fields], [MappingDump.Fields], String)] = [
    ([["name": "note", "valueexpressionstring": "$source.nothing.at.all"]], [], "'nothing'"),
    ([["name": "note", "valueexpressionstring": "$source.pets.nothing"]], [], "'nothing'"),
    ([["name": "note", "valueexpressionstring": "$sorce.name"]], [], "$sorce"),
    (
      [["name": "note", "valueexpressionstring": "FUNCTION($manager, 'no:such:', 1)"]], [],
      "no:such:"
    ),
    (
      [], [["name": "animals", "sourcemappingname": "NoSuchMapping", "sourcekeypath": "pets"]],
      "'NoSuchMapping'"
    ),
  ]

  @Test(
    "References of a mapping must exist, or every object would lose a value",
    arguments: unknownCases
  )
  func unknown(
    attributes: [MappingDump.Fields],
    relationships: [MappingDump.Fields],
    name: String
  ) throws {
    let store = try KennelStore()
    var dump = MappingDump()
    dump.entity(
      ["sourcename": "KennelPerson", "destinationname": "KennelMember"],
      attributes: [["name": "fullName", "valueexpressionstring": "$source.name"]] + attributes,
      relationships: relationships
    )
    let mapping = try #require(try store.mapping(dump))
    let error = #expect(throws: NSError.self) { try store.migrate(by: mapping) }
    #expect(error?.code == NSMigrationError)
    #expect((error?.userInfo["reason"] as? String)?.contains(name) == true)
  }
}
