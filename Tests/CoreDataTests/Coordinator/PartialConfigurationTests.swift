import CoreData
import Foundation
import Testing

/// Stores of a configuration that has an entity and not all of its subentities.
@Suite("A configuration without a subentity") struct PartialConfigurationTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func model() -> NSManagedObjectModel {
    let animal = PlainModel.entity("Animal", ["name": .string])
    let dog = PlainModel.entity("Dog", ["tricks": .integer32])
    let cat = PlainModel.entity("Cat", ["lives": .integer32])
    let owner = PlainModel.entity("Owner", ["name": .string])
    PlainModel.relate(owner, "animals", animal, "owner")
    PlainModel.relate(owner, "dogs", dog, "trainer")
    animal.subentities = [dog, cat]
    let model = NSManagedObjectModel()
    model.entities = [animal, dog, cat, owner]
    model.setEntities([animal, cat, owner], forConfigurationName: "Small")
    return model
  }

  private func context(
    _ type: NSPersistentStore.StoreType,
    _ configuration: String? = "Small",
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = scratch.coordinator(model())
    try coordinator.addPersistentStore(
      type: type,
      configuration: configuration,
      at: scratch.url("store"),
      options: options
    )
    return scratch.context(coordinator)
  }

  static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary, .inMemory]

  @Test("Objects of the others are saved and found", arguments: types)
  func others(_ type: NSPersistentStore.StoreType) throws {
    let context = try context(type)
    let owner = context.add("Owner", ["name": "Ada"])
    context.add("Animal", ["name": "Rex", "owner": owner])
    context.add("Cat", ["name": "Tom", "lives": 7, "owner": owner])
    try context.save()
    context.reset()
    #expect(try context.names("Animal") == ["Rex", "Tom"])
    #expect(try context.names("Cat") == ["Tom"] && context.names("Dog") == [])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
    request.predicate = NSPredicate(format: "ANY animals.name == 'Tom'")
    let found = try #require(try context.fetch(request).first)
    #expect(found.members("animals").count == 2 && found.members("dogs").isEmpty)
    for entity in ["Animal", "Dog", "Owner"] {
      let counted = NSFetchRequest<NSManagedObject>(entityName: entity)
      counted.predicate = NSPredicate(format: "name != 'Rex'")
      #expect(try context.count(for: counted) == (entity == "Dog" ? 0 : 1))
    }
  }

  @Test("An object of the subentity has no store to go into", arguments: types)
  func nowhere(_ type: NSPersistentStore.StoreType) throws {
    let context = try context(type)
    let owner = context.add("Owner", ["name": "Ada"])
    let dog = context.add("Dog", ["name": "Rex", "owner": owner, "trainer": owner])
    #expect(throws: NSError.self) { try context.save() }
    #expect(context.insertedObjects == [owner, dog])
    context.delete(dog)
    try context.save()
    #expect(try context.names("Owner") == ["Ada"])
  }

  @Test("A store that has the subentity is of another version, and is left alone")
  func storeWithSubentity() throws {
    let whole = try context(.sqlite, nil)
    whole.add("Dog", ["name": "Rex"])
    try whole.save()
    let coordinator = try #require(whole.persistentStoreCoordinator)
    try coordinator.remove(try #require(coordinator.persistentStores.first))
    let error = try #require(failure { _ = try context(.sqlite) })
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(try context(.sqlite, nil).names("Dog") == ["Rex"])
  }
}
