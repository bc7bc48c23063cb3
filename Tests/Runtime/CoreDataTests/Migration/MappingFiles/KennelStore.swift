import CoreData
import Foundation
import Testing

/// A migration policy that capitalizes the names of people.
final class KennelPolicy: NSEntityMigrationPolicy {
  override func value(ofFunction selector: String, arguments: [Any]) throws -> Any? {
    guard selector == "loud:", let text = arguments.first as? String else {
      return try super.value(ofFunction: selector, arguments: arguments)
    }
    return text.uppercased()
  }
}

/// A store of the kennel's first version: two people, two pets and a dog, a house.
final class KennelStore {
  let place: TypedPlace
  let url: URL
  var folder: URL { place.folder }
  var type: NSPersistentStore.StoreType { place.type }
  private var contexts: [NSManagedObjectContext] = []

  /// Creates a store of a type; nil for the type that the test runs on.
  init(_ type: NSPersistentStore.StoreType? = nil) throws {
    place = try TypedPlace(type)
    url = try place.url("kennel")
    let context = try context(try KennelModel.model(1), at: url)
    let house = insert("KennelHouse", ["street": "Canal"], context)
    let ada = insert(
      "KennelPerson",
      ["name": "Ada", "age": 36, "note": "first", "photo": Data([1, 2, 3]), "home": house],
      context
    )
    let kim = insert("KennelPerson", ["name": "Kim", "home": house], context)
    _ = insert("KennelPet", ["name": "Tom", "owner": ada], context)
    _ = insert("KennelPet", ["name": "Una", "owner": kim], context)
    _ = insert("KennelDog", ["name": "Rex", "barks": true, "owner": ada], context)
    _ = insert("KennelRumour", ["text": "nothing"], context)
    try context.save()
    try close(context)
  }

  private func insert(
    _ entity: String,
    _ values: [String: Any],
    _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func context(
    _ model: NSManagedObjectModel,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: url, options: place.options(options))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  func close(_ context: NSManagedObjectContext) throws {
    guard let coordinator = context.persistentStoreCoordinator else { return }
    context.performAndWait { context.reset() }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// Migrates the store with a mapping model into a new one.
  func migrate(by mapping: NSMappingModel) throws -> NSManagedObjectContext {
    let manager = NSMigrationManager(
      sourceModel: try KennelModel.model(1),
      destinationModel: try KennelModel.model(2)
    )
    let new = try place.url("new")
    try manager.migrateStore(
      from: url,
      type: type,
      options: nil,
      mapping: mapping,
      to: new,
      type: type,
      options: place.options(nil)
    )
    return try context(try KennelModel.model(2), at: new)
  }

  /// A mapping model file with a dump's text, read back.
  func mapping(_ dump: MappingDump) throws -> NSMappingModel? {
    let folder = folder.appendingPathComponent("\(UUID().uuidString).xcmappingmodel")
    try dump.write(to: folder)
    return NSMappingModel(contentsOf: folder)
  }

  /// Writes both versions of the model to a folder next to the store.
  ///
  /// - Returns: The second version.
  func writeVersions() throws -> NSManagedObjectModel {
    let models = folder.appendingPathComponent("Kennel.xcdatamodeld")
    for version in [1, 2] {
      try KennelModel.write(version, to: models.appendingPathComponent("\(version).xcdatamodel"))
    }
    let current = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>2.xcdatamodel</string></dict></plist>
      """
    try Data(current.utf8).write(to: models.appendingPathComponent(".xccurrentversion"))
    return try #require(NSManagedObjectModel(contentsOf: models))
  }

  /// Writes a mapping model from the first version to the second into the models' folder.
  func write(_ mapping: MappingDump) throws {
    try mapping.write(to: folder.appendingPathComponent("FirstToSecond.xcmappingmodel"))
  }

  /// Checks the result of the kennel's mapping model.
  func expectMigrated(_ context: NSManagedObjectContext) throws {
    #expect(
      try texts(
        "KennelMember",
        ["fullName", "shouted", "years", "note", "fee", "animals.name", "home.street"],
        context
      ) == ["Ada ADA 36 first 12.5 Rex+Tom Canal", "Kim KIM - - 12.5 Una Canal"]
    )
    #expect(
      try texts("KennelAnimal", ["name", "kind", "owner.fullName"], context)
        == ["Rex loud dog Ada", "Tom pet Ada", "Una pet Kim"]
    )
    #expect(
      try texts("KennelPortrait", ["member.fullName"], context) == ["Ada"]
    )
    #expect(
      try texts("KennelHouse", ["street", "people.fullName"], context) == ["Canal Ada+Kim"]
    )
    #expect(try texts("KennelClub", ["name"], context).isEmpty)
  }

  /// The objects of an entity as text, sorted.
  func texts(_ entity: String, _ keys: [String], _ context: NSManagedObjectContext) throws
    -> [String]
  {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map { object in
      keys.map { key in
        let value = object.value(forKeyPath: key)
        let texts = (value as? Set<AnyHashable>)?.map { "\($0)" }.sorted().joined(separator: "+")
        return texts ?? value.map { "\($0)" } ?? "-"
      }.joined(separator: " ")
    }.sorted()
  }
}
