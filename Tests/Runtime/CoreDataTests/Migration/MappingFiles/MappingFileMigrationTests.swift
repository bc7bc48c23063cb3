import CoreData
import Foundation
import Testing

/// Whole migrations by the files of mapping models.
@Suite("Migration by mapping models in files") struct MappingFileMigrationTests {
  private func expectMigrated(_ store: KennelStore, _ context: NSManagedObjectContext) throws {
    #expect(
      try store.texts(
        "KennelMember",
        ["fullName", "shouted", "years", "note", "fee", "animals.name", "home.street"],
        context
      ) == ["Ada ADA 36 first 12.5 Rex+Tom Canal", "Kim KIM - - 12.5 Una Canal"]
    )
    #expect(
      try store.texts("KennelAnimal", ["name", "kind", "owner.fullName"], context)
        == ["Rex loud dog Ada", "Tom pet Ada", "Una pet Kim"]
    )
    #expect(
      try store.texts("KennelPortrait", ["member.fullName"], context) == ["Ada"]
    )
    #expect(
      try store.texts("KennelHouse", ["street", "people.fullName"], context) == ["Canal Ada+Kim"]
    )
    #expect(try store.texts("KennelClub", ["name"], context).isEmpty)
  }

  @Test(
    "F330 F332 A file says all: values, filters, to-one and to-many, a policy, renamed entities",
    arguments: [NSPersistentStore.StoreType.sqlite, .xml]
  ) func wholeMigration(type: NSPersistentStore.StoreType) throws {
    let store = try KennelStore(type)
    let mapping = try #require(try store.mapping(KennelModel.mapping()))
    try expectMigrated(store, try store.migrate(by: mapping))
  }

  @Test(
    "A mapping model beside the model is found when a store is opened, and goes before what is inferred",
    arguments: [false, true]
  ) func automatic(infers: Bool) throws {
    let store = try KennelStore()
    let models = try models(of: store)
    let model = try #require(NSManagedObjectModel(contentsOf: models))
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: infers,
    ]
    #expect(throws: NSError.self) { try store.context(model, at: store.url, options: options) }
    try KennelModel.mapping().write(
      to: store.folder.appendingPathComponent("FirstToSecond.xcmappingmodel")
    )
    let context = try store.context(model, at: store.url, options: options)
    try expectMigrated(store, context)
    try store.close(context)
    // The store is of the new version now, and nothing is done to it any more.
    try expectMigrated(store, try store.context(model, at: store.url, options: options))
  }

  @Test("Without the wish for a migration a mapping model changes nothing") func notAsked() throws {
    let store = try KennelStore()
    let models = try models(of: store)
    try KennelModel.mapping().write(
      to: store.folder.appendingPathComponent("FirstToSecond.xcmappingmodel")
    )
    let model = try #require(NSManagedObjectModel(contentsOf: models))
    let error = #expect(throws: NSError.self) { try store.context(model, at: store.url) }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  /// Both versions of the model, in a folder beside the store.
  private func models(of store: KennelStore) throws -> URL {
    let models = store.folder.appendingPathComponent("Kennel.xcdatamodeld")
    for version in [1, 2] {
      try KennelModel.write(version, to: models.appendingPathComponent("\(version).xcdatamodel"))
    }
    let current = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>2.xcdatamodel</string></dict></plist>
      """
    try Data(current.utf8).write(to: models.appendingPathComponent(".xccurrentversion"))
    return models
  }

  @Test("A policy that is not there, or says no, ends the migration; nothing is made")
  func noPolicy() throws {
    let store = try KennelStore()
    let mapping = try #require(try store.mapping(KennelModel.mapping(policy: "App.NoSuchPolicy")))
    let error = #expect(throws: NSError.self) { try store.migrate(by: mapping) }
    #expect(error?.code == NSEntityMigrationPolicyError)
    #expect(
      !FileManager.default.fileExists(atPath: store.folder.appendingPathComponent("new.store").path)
    )
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

  @Test("Paths and functions that lead nowhere yield nothing") func nowhere() throws {
    let store = try KennelStore()
    var dump = MappingDump()
    dump.entity(
      ["sourcename": "KennelPerson", "destinationname": "KennelMember"],
      attributes: [
        ["name": "fullName", "valueexpressionstring": "$source.name"],
        ["name": "note", "valueexpressionstring": "$source.nothing.at.all"],
        ["name": "shouted", "valueexpressionstring": "FUNCTION($manager, 'no:such:', 1)"],
      ],
      relationships: [
        ["name": "animals", "sourcemappingname": "NoSuchMapping", "sourcekeypath": "pets"]
      ]
    )
    let mapping = try #require(try store.mapping(dump))
    #expect(
      try store.texts(
        "KennelMember",
        ["fullName", "note", "shouted"],
        try store.migrate(by: mapping)
      )
        == ["Ada - -", "Kim - -"]
    )
  }
}
