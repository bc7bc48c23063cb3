import CoreData
import Foundation
import StoreMigration
import Testing

/// Tests of stores with a configuration that has an entity and not all of its subentities.
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
    PlainModel.relate(dog, "walkers", owner, "walked")
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

  /// Predicates of owners through relationships to dogs, of which the store has none, with the names of the matching
  /// owners; and the same for cats.
  static let conditions = [
    ("Owner", "dogs.@count == 0 AND ANY animals.name == 'Tom'", "Ada"),
    ("Owner", "dogs.@count == 0", "Ada Bob"), ("Owner", "dogs.@count > 0", ""),
    ("Owner", "ANY dogs.name == 'Tom'", ""), ("Owner", "NONE dogs.name == 'Tom'", "Ada Bob"),
    ("Owner", "ALL dogs.tricks > 3", "Ada Bob"), ("Owner", "ANY dogs.owner.name == 'Ada'", ""),
    ("Owner", "ANY dogs.walkers.name == 'Ada'", ""),
    ("Owner", "SUBQUERY(dogs, $d, $d.tricks > 1).@count == 0", "Ada Bob"),
    ("Owner", "SUBQUERY(dogs, $d, ANY $d.walkers.name == name).@count > 0", ""),
    ("Owner", "SUBQUERY(animals, $a, $a.owner.dogs.@count == 0).@count > 0", "Ada"),
    ("Owner", "dogs.@sum.tricks == 0", "Ada Bob"), ("Owner", "dogs.@max.tricks > 0", ""),
    ("Owner", "walked == nil", "Ada Bob"), ("Owner", "walked != nil", ""),
    ("Owner", "walked.name == nil", "Ada Bob"), ("Owner", "walked.name == 'Tom'", ""),
    ("Owner", "walked.owner == nil", "Ada Bob"), ("Owner", "walked.trainer.name == 'Ada'", ""),
    ("Owner", "walked.trainer.animals.@count > 0", ""),
    ("Owner", "walked.walkers.@count > 0", ""),
    ("Owner", "ANY walked.walkers.name == 'Ada'", ""),
    ("Cat", "owner.dogs.@count == 0", "Tom"), ("Cat", "owner.walked == nil", "Tom"),
    ("Cat", "ANY owner.dogs.name == 'x'", ""), ("Animal", "owner.walked.tricks == 3", ""),
    ("Owner", "walked IN {}", ""),
    ("Owner", "NOT (walked.tricks IN {1, 2}) OR name != nil", "Ada Bob"),
  ]

  @Test("Relationships to entities that the store lacks are empty", arguments: types)
  func absentDestinations(_ type: NSPersistentStore.StoreType) throws {
    let context = try owners(type)
    for (entity, format, names) in Self.conditions {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = NSPredicate(format: format)
      request.relationshipKeyPathsForPrefetching =
        entity == "Owner" ? ["dogs", "walked.owner"] : ["owner.dogs"]
      let found = try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "?" }
      #expect(found.sorted().joined(separator: " ") == names, "\(format)")
      #expect(try context.count(for: request) == found.count, "\(format)")
    }
  }

  @Test("An order, dictionaries and batches with such relationships", arguments: types)
  func otherQuestions(_ type: NSPersistentStore.StoreType) throws {
    let context = try owners(type)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
    request.sortDescriptors = ["walked.name", "walked.trainer.name", "name"].map {
      NSSortDescriptor(key: $0, ascending: false)
    }
    #expect(
      try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["Bob", "Ada"]
    )
    let table = NSFetchRequest<NSDictionary>(entityName: "Owner")
    table.resultType = .dictionaryResultType
    table.propertiesToFetch = ["name", "walked.name", "walked", "dogs.@count"]
    table.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    #expect(
      try context.fetch(table) == [
        ["name": "Ada", "dogs.@count": 0], ["name": "Bob", "dogs.@count": 0],
      ]
    )
    guard type == .sqlite else { return }
    let update = NSBatchUpdateRequest(entityName: "Owner")
    update.predicate = NSPredicate(format: "dogs.@count == 0 AND walked == nil")
    update.propertiesToUpdate = ["name": "Eve"]
    update.resultType = .updatedObjectsCountResultType
    #expect(try (context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
    let deletion = NSFetchRequest<any NSFetchRequestResult>(entityName: "Owner")
    deletion.predicate = NSPredicate(format: "ANY dogs.tricks == 1")
    try context.execute(NSBatchDeleteRequest(fetchRequest: deletion))
    #expect(try context.names("Owner") == ["Eve", "Eve"])
    deletion.predicate = NSPredicate(format: "walked.name == nil")
    try context.execute(NSBatchDeleteRequest(fetchRequest: deletion))
    #expect(try context.names("Owner") == [])
  }

  /// A new store with Ada, who has the cat Tom, and Bob.
  private func owners(_ type: NSPersistentStore.StoreType) throws -> NSManagedObjectContext {
    let context = try context(type)
    let owner = context.add("Owner", ["name": "Ada"])
    context.add("Owner", ["name": "Bob"])
    context.add("Cat", ["name": "Tom", "lives": 7, "owner": owner])
    try context.save()
    context.reset()
    return context
  }

  @Test("A store of subentities without their parent keeps what they inherit", arguments: types)
  func withoutParent(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("leaves")
    func open(_ configuration: String?) throws -> NSManagedObjectContext {
      let model = model()
      let leaves = model.entities.filter { $0.name != "Animal" }
      model.setEntities(leaves, forConfigurationName: "Leaves")
      let coordinator = scratch.coordinator(model)
      try coordinator.addPersistentStore(type: type, configuration: configuration, at: url)
      return scratch.context(coordinator)
    }
    var context = try open("Leaves")
    let owner = context.add("Owner", ["name": "Ada"])
    context.add("Dog", ["name": "Rex", "tricks": 3, "owner": owner, "trainer": owner])
    context.add("Cat", ["name": "Tom", "lives": 7, "owner": owner])
    try context.save()
    if type != .inMemory {
      let coordinator = try #require(context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))
      context = try open("Leaves")
    }
    #expect(try context.names("Dog") == ["Rex"] && context.names("Cat") == ["Tom"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
    let found = try #require(try context.fetch(request).first)
    #expect(found.members("dogs").count == 1 && found.members("animals").count == 2)
    #expect(try context.names("Animal") == ["Rex", "Tom"])
    context.add("Animal", ["name": "Flipper"])
    #expect(throws: NSError.self) { try context.save() }
  }

  @Test(
    "Such stores are migrated, to the same part of another version and to the whole model",
    arguments: [["Animal", "Cat", "Owner"], ["Dog", "Cat", "Owner"]],
    [true, false]
  )
  func migration(_ names: [String], toWhole: Bool) throws {
    let url = scratch.url("part.sqlite")
    func open(_ configuration: String?, hasMore: Bool) throws -> NSManagedObjectContext {
      let model = model()
      let part = model.entities.filter { names.contains($0.name ?? "") }
      model.setEntities(part, forConfigurationName: "Part")
      if hasMore {
        let more = PlainModel.entity("", ["chip": .string]).properties
        model.entitiesByName["Animal"]?.properties += more
      }
      let coordinator = scratch.coordinator(model)
      try coordinator.addPersistentStore(
        type: .sqlite,
        configuration: configuration,
        at: url,
        options: Versions.migrating
      )
      return scratch.context(coordinator)
    }
    func close(_ context: NSManagedObjectContext) throws {
      let coordinator = try #require(context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))
    }
    let old = try open("Part", hasMore: false)
    let owner = old.add("Owner", ["name": "Ada"])
    old.add("Cat", ["name": "Tom", "lives": 7, "owner": owner])
    if names.contains("Dog") { old.add("Dog", ["name": "Rex", "owner": owner, "trainer": owner]) }
    try old.save()
    try close(old)
    let animals = names.contains("Dog") ? ["Rex", "Tom"] : ["Tom"]
    for _ in 0..<2 {
      let new = try open(toWhole ? nil : "Part", hasMore: true)
      let found = try #require(
        try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Owner")).first
      )
      #expect(found.members("animals").count == animals.count)
      #expect(found.members("dogs").count == animals.count - 1)
      #expect(try new.names("Animal") == animals)
      let cat = try #require(
        try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Cat")).first
      )
      #expect(cat.value(forKey: "lives") as? Int == 7)
      cat.setValue("c", forKey: "chip")
      try new.save()
      try close(new)
      let problems = try OpenedStore.withStore(at: url.path) {
        try StoreInspector(depth: .everything).inspection(of: $0).problems
      }
      #expect(problems.isEmpty, "\(problems)")
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

  @Test("A store that has the subentity is of another version, and stays as it is")
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
