import CoreData
import Foundation

/// Writes what the names of people are in capitals.
final class KennelPolicy: NSEntityMigrationPolicy {
  override func value(ofFunction selector: String, arguments: [Any]) throws -> Any? {
    guard selector == "loud:", let text = arguments.first as? String else {
      return try super.value(ofFunction: selector, arguments: arguments)
    }
    return text.uppercased()
  }
}

/// A folder with a store of the first version of the kennel: two people, two pets and a dog, a house.
final class KennelStore {
  let folder: URL
  var url: URL { folder.appendingPathComponent("kennel.store") }
  let type: NSPersistentStore.StoreType
  private var contexts: [NSManagedObjectContext] = []

  init(_ type: NSPersistentStore.StoreType = .sqlite) throws {
    self.type = type
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kennel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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

  deinit { try? FileManager.default.removeItem(at: folder) }

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
    try coordinator.addPersistentStore(type: type, at: url, options: options)
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

  /// Migrates the store with a mapping model into another one.
  func migrate(by mapping: NSMappingModel) throws -> NSManagedObjectContext {
    let manager = NSMigrationManager(
      sourceModel: try KennelModel.model(1),
      destinationModel: try KennelModel.model(2)
    )
    let place = folder.appendingPathComponent("new.store")
    try manager.migrateStore(from: url, type: type, mapping: mapping, to: place, type: type)
    return try context(try KennelModel.model(2), at: place)
  }

  /// A file with what a dump says, read as a mapping model.
  func mapping(_ dump: MappingDump) throws -> NSMappingModel? {
    let folder = folder.appendingPathComponent("\(UUID().uuidString).xcmappingmodel")
    try dump.write(to: folder)
    return NSMappingModel(contentsOf: folder)
  }

  /// The objects of an entity, each as text, in order.
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
