import CoreData
import EveryStore
import Foundation
import Testing

@Suite("The life of an object", .everyStore) struct LifeCycleTests {
  @Test("F001 F003 F004 An insertion calls awakeFromInsert once, after the defaults are set")
  func inserting() throws {
    let context = try Garden.makeContext()
    let plant = Plant(context: context)
    #expect(plant.calls == ["insert name=new"])
    #expect(plant.isInserted && plant.value(forKey: "name") as? String == "new")
    let made = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
    #expect((made as? Plant)?.calls == ["insert name=new"])
  }

  @Test("An initializer that a class overrides releases only its own references")
  func overriddenInitializer() throws {
    weak var released: NSManagedObjectContext?
    do {
      let context = try Garden.makeContext()
      released = context
      for _ in 0..<50 { _ = Plant(context: context) }
      let entity = Plant(context: context).entity
      for _ in 0..<50 { _ = Plant(entity: entity, insertInto: nil) }
      let objectClass: NSManagedObject.Type = NSManagedObject.self
      for _ in 0..<50 { #expect(objectClass.init(entity: entity, insertInto: context) is Plant) }
      for _ in 0..<50 { _ = entity.newObject(insertInto: context) }
      try context.save()
      context.reset()
      let request = NSFetchRequest<Plant>(entityName: "Plant")
      #expect(try context.fetch(request).count == 151)
      #expect(released === context && entity.name == "Plant")
    }
    #expect(released == nil)
  }

  @Test("F002 Without context nothing is called until the object is inserted")
  func detached() throws {
    let context = try Garden.makeContext()
    let plant = Plant(entity: Plant(context: context).entity, insertInto: nil)
    #expect(plant.managedObjectContext == nil && !plant.isInserted && plant.calls.isEmpty)
    plant.setValue("fern", forKey: "name")
    context.insert(plant)
    #expect(plant.calls == ["insert name=fern"] && plant.isInserted)
    context.insert(plant)
    #expect(plant.calls.count == 1)
  }

  @Test(
    "F006 F015 F029 F043 awakeFromFetch is called when a fault fires; reading its state does not fire it"
  )
  func fetching() throws {
    let context = try Garden.makeContext()
    let id = try savedPlant(context).objectID
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let found = try #require(try other.fetch(NSFetchRequest<Plant>(entityName: "Plant")).first)
    #expect(found.objectID == id && found.entity.name == "Plant" && !found.hasChanges)
    #expect(found.hasFault(forRelationshipNamed: "children") && found.hash == found.hashValue)
    #expect(found.isFault && found.description.contains("fault") && found.calls.isEmpty)
    #expect(found.faultingState != 0)
    _ = found.value(forKey: "name")
    #expect(!found.isFault && found.calls == ["fetch"] && found.faultingState == 0)
    other.refresh(found, mergeChanges: false)
    found.willAccessValue(forKey: nil)
    #expect(!found.isFault)
    #expect(found.calls == ["fetch", "willFault fern", "didFault", "fetch"])
  }

  @Test("F007 Values set in awakeFromFetch are not changes, and have no inverse")
  func settingWhileAwaking() throws {
    let context = try Garden.makeContext()
    let id = try savedPlant(context).objectID
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let pot = Pot(context: other)
    let found = try #require(other.object(with: id) as? Plant)
    Recorder.onFetch = { plant in
      guard plant === found else { return }
      plant.setValue("awake", forKey: "name")
      plant.setValue(pot, forKey: "pot")
    }
    defer { Recorder.onFetch = nil }
    #expect(found.value(forKey: "name") as? String == "awake")
    #expect(!found.hasChanges && found.changedValues().isEmpty && found.object("pot") === pot)
    #expect((pot.value(forKey: "plants") as? NSOrderedSet)?.count == 0)
    found.setValue("later", forKey: "name")
    #expect(found.changedValues().keys.sorted() == ["name"])
  }

  @Test("F009 F010 F038 prepareForDeletion sees relationships, and is called at each deletion")
  func deleting() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    let child = Plant(context: context)
    child.setValue(plant, forKey: "parent")
    context.delete(plant)
    #expect(plant.isDeleted && plant.calls.last == "prepare 1")
    context.delete(plant)
    #expect(plant.calls.filter { $0 == "prepare 1" }.count == 2)
    #expect(plant.calls.filter { $0 == "deleted true" }.count == 2)
    #expect(context.deletedObjects == [plant] && !child.isDeleted)
  }

  @Test("F008 F143 Rolling back and refreshing pass their event to awake(fromSnapshotEvents:)")
  func snapshots() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    plant.setValue("moss", forKey: "name")
    context.refresh(plant, mergeChanges: true)
    context.rollback()
    #expect(plant.calls.suffix(2) == ["snapshot 32", "snapshot 16"])
  }

  @Test("F016 F017 F023 Setting an equal value makes an object dirty, without changed values")
  func dirt() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    plant.setValue("fern", forKey: "name")
    #expect(plant.isUpdated && plant.hasChanges && !plant.hasPersistentChangedValues)
    plant.setValue("moss", forKey: "name")
    #expect(plant.hasPersistentChangedValues)
    try context.save()
    #expect(!plant.hasPersistentChangedValues && !plant.hasChanges)
    plant.setValue("gay", forKey: "mood")
    #expect(plant.hasChanges && !plant.hasPersistentChangedValues)
  }

  @Test("F018 F019 F021 F022 Changed and committed values")
  func values() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    #expect(plant.changedValues().isEmpty)
    plant.setPrimitiveValue(7, forKey: "height")
    #expect(plant.changedValues().isEmpty && !plant.hasChanges)
    plant.setValue("moss", forKey: "name")
    plant.setValue("gay", forKey: "mood")
    #expect(plant.changedValues() as? [String: String] == ["name": "moss"])
    #expect(plant.committedValues(forKeys: ["name"])["name"] as? String == "fern")
    let all = plant.committedValues(forKeys: nil)
    #expect(all["mood"] == nil && all["height"] is NSNull && all["parent"] is NSNull)
    #expect((all["children"] as? NSSet)?.count == 0)
  }

  @Test func unsavedObjectsHaveNoCommittedValues() throws {
    let context = try Garden.makeContext()
    let plant = NSEntityDescription.insertNewObject(forEntityName: "Plant", into: context)
    plant.setValue("fern", forKey: "name")
    #expect(plant.committedValues(forKeys: nil).isEmpty)
    #expect(plant.committedValues(forKeys: ["name"]).isEmpty)
    context.processPendingChanges()
    #expect(plant.committedValues(forKeys: ["name"]).isEmpty)
    try context.save()
    plant.setValue("moss", forKey: "name")
    #expect(plant.committedValues(forKeys: ["name"]) as? [String: String] == ["name": "fern"])
  }

  @Test("F020 Old values of the current event, also while its notification is posted")
  func eventValues() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    #expect(plant.changedValuesForCurrentEvent().isEmpty)
    plant.setValue("moss", forKey: "name")
    #expect(plant.changedValuesForCurrentEvent() as? [String: String] == ["name": "fern"])
    context.processPendingChanges()
    #expect(plant.changedValuesForCurrentEvent().isEmpty)
    plant.setValue("oak", forKey: "name")
    plant.setValue(Set([Plant(context: context)]), forKey: "friends")
    nonisolated(unsafe) var seen: [String: Any] = [:]
    nonisolated(unsafe) let watched = plant
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange,
      object: context,
      queue: nil
    ) { _ in seen = watched.changedValuesForCurrentEvent() }
    context.processPendingChanges()
    NotificationCenter.default.removeObserver(token)
    #expect(seen["name"] as? String == "moss" && (seen["friends"] as? NSSet)?.count == 0)
    #expect(seen.count == 2 && plant.changedValuesForCurrentEvent().isEmpty)
  }

  @Test("F024 F025 A deleted object has no context after the save; an unsaved one leaves no trace")
  func deleted() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    let unsaved = Plant(context: context)
    context.delete(unsaved)
    #expect(unsaved.isDeleted && context.deletedObjects.isEmpty)
    context.processPendingChanges()
    #expect(unsaved.managedObjectContext == nil && !context.hasChanges)
    context.delete(plant)
    nonisolated(unsafe) var deleted: Set<NSManagedObject>?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: context,
      queue: nil
    ) { deleted = $0.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> }
    try context.save()
    NotificationCenter.default.removeObserver(token)
    #expect(deleted == [plant] && plant.managedObjectContext == nil && !plant.isDeleted)
  }

  @Test("F026 F033 F079 A programming error stops the program")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      _ = try Plant(context: Garden.makeContext()).value(forKey: "colour")
    }
    await #expect(processExitsWith: .failure) {
      try NSEntityDescription.insertNewObject(forEntityName: "Tree", into: Garden.makeContext())
    }
    await #expect(processExitsWith: .failure) {
      let one = try Garden.makeContext()
      let other = try Garden.makeContext()
      withExtendedLifetime((one, other)) {
        Plant(context: one).setValue(Plant(context: other), forKey: "parent")
      }
    }
  }

  @Test("F027 F034 F037 Key-value coding calls the class that the entity names first")
  func classes() throws {
    let context = try Garden.makeContext()
    let pot = NSEntityDescription.insertNewObject(forEntityName: "Pot", into: context)
    pot["title"] = "clay"
    #expect(
      pot is Pot && pot["title"] as? String == "clay" && pot["loudTitle"] as? String == "CLAY"
    )
    let label = NSEntityDescription.insertNewObject(forEntityName: "Label", into: context)
    #expect(type(of: label) == NSManagedObject.self)
  }

  @Test("F032 A call without an entity needs a class that belongs to exactly one")
  func onlyEntity() async throws {
    let context = try Garden.makeContext()
    #expect(Plant(context: context).entity.name == "Plant")
    #expect(Plant.entity().name == "Plant")
    #expect(Plant.fetchRequest().entityName == "Plant")
    await #expect(processExitsWith: .failure) {
      let office = Office()
      office.entity("One", [])
      office.entity("Two", [])
      let context = try office.context()
      withExtendedLifetime(context) { _ = HookedObject(context: context) }
    }
  }

  @Test("F028 F077 Primitive values change neither inverses nor the dirty flag")
  func primitives() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    let parent = try savedPlant(context)
    plant.setPrimitiveValue(parent, forKey: "parent")
    #expect(plant.primitiveValue(forKey: "parent") as? Plant === parent)
    #expect(parent.objects("children").isEmpty && !context.hasChanges)
  }

  @Test("F018 F019 Primitive values of a new object are among its changed values")
  func primitivesOfNewObjects() throws {
    let context = try Garden.makeContext()
    let plant = Plant(context: context)
    #expect(plant.changedValues().isEmpty)
    let parent = Plant(context: context)
    plant.setPrimitiveValue("moss", forKey: "name")
    plant.setPrimitiveValue(parent, forKey: "parent")
    plant.setPrimitiveValue(Set([parent]), forKey: "friends")
    plant.setPrimitiveValue("happy", forKey: "mood")
    plant.setValue(3, forKey: "height")
    #expect(plant.changedValues().keys.sorted() == ["friends", "height", "name", "parent"])
    #expect(plant.changedValues()["name"] as? String == "moss")
    try context.save()
    plant.setPrimitiveValue("fern", forKey: "name")
    #expect(plant.changedValues().isEmpty)
  }

  @Test(
    "F030 Changes of custom accessors between willChange and didChange count, inverses included"
  )
  func customAccessors() throws {
    let context = try Garden.makeContext()
    context.undoManager = UndoManager()
    let plant = try savedPlant(context)
    let parent = try savedPlant(context)
    let friend = try savedPlant(context)
    plant.willChangeValue(forKey: "name")
    plant.setPrimitiveValue("moss", forKey: "name")
    plant.didChangeValue(forKey: "name")
    plant.willChangeValue(forKey: "parent")
    plant.setPrimitiveValue(parent, forKey: "parent")
    plant.didChangeValue(forKey: "parent")
    plant.willChangeValue(forKey: "friends", withSetMutation: .union, using: [friend])
    (plant.primitiveValue(forKey: "friends") as? NSMutableSet)?.add(friend)
    plant.didChangeValue(forKey: "friends", withSetMutation: .union, using: [friend])
    #expect(plant.isUpdated && parent.objects("children") == [plant] && parent.isUpdated)
    #expect(friend.objects("friendOf") == [plant])
    context.undo()
    #expect(plant.value(forKey: "name") as? String == "fern" && plant.object("parent") == nil)
    #expect(parent.objects("children").isEmpty && friend.objects("friendOf").isEmpty)
  }

  @Test("F035 F036 Scalars read 0 for nil; a value of another type is refused")
  func types() throws {
    let context = Club.makeContext()
    let player = Player(context: context)
    player.setValue(nil, forKey: "goals")
    #expect(player.goals == 0 && player.value(forKey: "goals") == nil)
    player.setValue(3, forKey: "goals")
    player.setValue("many", forKey: "goals")
    #expect(player.goals == 3)
  }

  @Test("F039 Inserting an object reverts its deletion, and keeps its changes")
  func undeleting() throws {
    let context = try Garden.makeContext()
    let plant = try savedPlant(context)
    plant.setValue("moss", forKey: "name")
    context.delete(plant)
    context.processPendingChanges()
    context.insert(plant)
    #expect(!plant.isDeleted && plant.isUpdated && context.deletedObjects.isEmpty)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Plant>(entityName: "Plant")) == 1)
  }

  @Test("The identity of an object outlives its deletion and its context")
  func knownAfterwards() throws {
    let coordinator = try Garden.makeCoordinator()
    var context: NSManagedObjectContext? = try Garden.makeContext(coordinator)
    let gone = try savedPlant(try #require(context))
    let left = try savedPlant(try #require(context))
    context?.delete(gone)
    try context?.save()
    weak let past = context
    context = nil
    #expect(past == nil && gone.managedObjectContext == nil && left.managedObjectContext == nil)
    #expect(!gone.objectID.isTemporaryID && !left.objectID.isTemporaryID)
    let other = try Garden.makeContext(coordinator)
    let found = try other.fetch(NSFetchRequest<Plant>(entityName: "Plant"))
    #expect(found.map(\.objectID) == [left.objectID])
    #expect(throws: (any Error).self) { try other.existingObject(with: gone.objectID) }
  }

  private func savedPlant(_ context: NSManagedObjectContext) throws -> Plant {
    let plant = Plant(context: context)
    plant.setValue("fern", forKey: "name")
    try context.save()
    return plant
  }

  @Test("An object equals only itself, not a number with the same bits")
  func equality() throws {
    let context = try Garden.makeContext()
    let (plant, other) = (Plant(context: context), Plant(context: context))
    let address = UInt(bitPattern: Unmanaged.passUnretained(plant).toOpaque())
    #expect(plant.isEqual(plant) && plant.isEqual(plant as Any) && plant.isEqual(Optional(plant)))
    #expect(!plant.isEqual(other) && !plant.isEqual(nil) && !plant.isEqual(plant.objectID))
    #expect(!plant.isEqual(address) && !plant.isEqual((address, address, address, address)))
    #expect(Set([plant, other, plant]) == [other, plant])
  }
}
