import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Undoing changes of a context", .everyStore) struct ContextUndoTests {
  private func makeContext() throws -> NSManagedObjectContext {
    let context = try Garden.makeContext()
    context.undoManager = UndoManager()
    context.undoManager?.groupsByEvent = false
    return context
  }

  @Test("F140 A context has no undo manager; F142 undoing then does nothing, rolling back works")
  func noManager() throws {
    let context = try Garden.makeContext()
    #expect(context.undoManager == nil)
    let plant = Plant(context: context)
    try context.save()
    plant.setValue("fern", forKey: "name")
    context.undo()
    context.redo()
    #expect(plant.value(forKey: "name") as? String == "fern")
    context.rollback()
    #expect(plant.value(forKey: "name") as? String == "new" && !context.hasChanges)
  }

  @Test("F141 Updates are undone and redone")
  func updates() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    try context.save()
    for name in ["fern", "moss"] {
      plant.setValue(name, forKey: "name")
      context.processPendingChanges()
    }
    context.undo()
    #expect(plant.value(forKey: "name") as? String == "fern" && plant.isUpdated)
    context.undo()
    #expect(plant.value(forKey: "name") as? String == "new" && !plant.isUpdated)
    #expect(plant.changedValues().isEmpty)
    context.redo()
    context.redo()
    #expect(plant.value(forKey: "name") as? String == "moss")
    #expect(plant.changedValues()["name"] as? String == "moss")
  }

  @Test("Saves of a child context are undone and redone, insertions included")
  func children() throws {
    let context = try makeContext()
    let old = Plant(context: context)
    old.setValue("fern", forKey: "name")
    context.processPendingChanges()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = context
    let twin = try #require(child.existingObject(with: old.objectID) as? Plant)
    let new = Plant(context: child)
    new.setValue("moss", forKey: "name")
    new.setValue(twin, forKey: "parent")
    try child.save()
    for _ in 0..<2 {
      #expect(context.insertedObjects.count == 2 && old.objects("children").count == 1)
      #expect(old.objects("children").first?.value(forKey: "name") as? String == "moss")
      context.undo()
      #expect(context.insertedObjects == [old] && old.objects("children").isEmpty)
      context.redo()
    }
    context.undo()
    context.undo()
    #expect(context.insertedObjects.isEmpty && !context.hasChanges)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Plant")) == 0)
  }

  @Test("F141 F146 F005 Insertions are undone and redone, awakeFromInsert is called once")
  func insertions() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    plant.setValue("fern", forKey: "name")
    context.undo()
    #expect(context.insertedObjects.isEmpty && !context.hasChanges)
    #expect(plant.managedObjectContext == nil)
    context.redo()
    #expect(context.insertedObjects == [plant] && plant.managedObjectContext === context)
    #expect(plant.value(forKey: "name") as? String == "fern")
    #expect(plant.calls == ["insert name=new", "snapshot 2", "snapshot 4"])
    try context.save()
    #expect(plant.calls.count == 3)
  }

  @Test("F141 A cascade of deletions is undone with all relationships, and redone")
  func cascades() throws {
    let context = try makeContext()
    let plants = (0..<4).map { _ in Plant(context: context) }
    for plant in plants.dropFirst() { plant.setValue(plants[0], forKey: "parent") }
    plants[1].setValue(Set([plants[0], plants[2]]), forKey: "friends")
    try context.save()
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(context.deletedObjects == Set(plants))
    context.undo()
    #expect(!context.hasChanges && plants.allSatisfy { !$0.isDeleted })
    #expect(plants[0].objects("children") == Set(plants.dropFirst()))
    #expect(
      plants[2].objects("friendOf") == [plants[1]] && plants[2].object("parent") === plants[0]
    )
    context.redo()
    #expect(context.deletedObjects == Set(plants))
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Plant>(entityName: "Plant")) == 0)
  }

  @Test("F148 Saved changes can be undone: deleted objects come back as new ones")
  func saved() throws {
    let context = try makeContext()
    let parent = Plant(context: context)
    let child = Plant(context: context)
    child.setValue(parent, forKey: "parent")
    child.setValue("moss", forKey: "name")
    try context.save()
    context.delete(child)
    try context.save()
    #expect(child.managedObjectContext == nil && parent.objects("children").isEmpty)
    context.undo()
    #expect(child.isInserted && child.objectID.isTemporaryID && child.object("parent") === parent)
    #expect(parent.objects("children") == [child])
    try context.save()
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let found = try other.fetch(NSFetchRequest<Plant>(entityName: "Plant"))
      .first { $0.value(forKey: "name") as? String == "moss" }
    #expect(found?.object("parent")?.objectID == parent.objectID)
    context.redo()
    #expect(child.isDeleted && !parent.isDeleted)
    try context.save()
    #expect(try other.count(for: NSFetchRequest<Plant>(entityName: "Plant")) == 1)
  }

  @Test("An insertion that was saved is undone by a deletion")
  func savedInsertion() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    try context.save()
    context.undo()
    #expect(context.deletedObjects == [plant])
    try context.save()
    context.redo()
    #expect(context.insertedObjects == [plant])
  }

  @Test("The order of an ordered relationship is undone")
  func order() throws {
    let context = try makeContext()
    let pot = Pot(context: context)
    let plants = (0..<4).map { _ in Plant(context: context) }
    pot.setValue(NSOrderedSet(array: plants), forKey: "plants")
    try context.save()
    let ordered = pot.mutableOrderedSetValue(forKey: "plants")
    ordered.exchangeObject(at: 0, withObjectAt: 3)
    context.processPendingChanges()
    ordered.removeObject(at: 1)
    context.processPendingChanges()
    context.undo()
    context.undo()
    #expect((pot.value(forKey: "plants") as? NSOrderedSet)?.array as? [Plant] == plants)
    #expect(!context.hasChanges)
    context.redo()
    let array = (pot.value(forKey: "plants") as? NSOrderedSet)?.array as? [Plant]
    #expect(array == [plants[3], plants[1], plants[2], plants[0]])
  }

  @Test("F144 One event is one step; groups contain events, but not those before the group")
  func grouping() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    context.undoManager?.beginUndoGrouping()
    plant.setValue("fern", forKey: "name")
    context.processPendingChanges()
    plant.setValue(3, forKey: "height")
    context.undoManager?.endUndoGrouping()
    context.undo()
    #expect(plant.value(forKey: "name") as? String == "new" && plant.isInserted)
    #expect(plant.value(forKey: "height") == nil)
    context.undo()
    #expect(!plant.isInserted)
  }

  @Test("F145 Changes that are processed while registration is disabled are not undone")
  func disabled() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    context.processPendingChanges()
    context.undoManager?.disableUndoRegistration()
    plant.setValue("fern", forKey: "name")
    context.processPendingChanges()
    context.undoManager?.enableUndoRegistration()
    plant.setValue(3, forKey: "height")
    context.undo()
    #expect(plant.value(forKey: "height") == nil)
    #expect(plant.value(forKey: "name") as? String == "fern")
    context.undo()
    #expect(!plant.isInserted)
  }

  @Test(
    "F143 Rolling back and F149 resetting empty the undo stack; F147 without manager nothing is kept"
  )
  func forgetting() throws {
    let context = try makeContext()
    Plant(context: context).setValue("fern", forKey: "name")
    context.processPendingChanges()
    #expect(context.undoManager?.canUndo == true)
    context.rollback()
    #expect(context.undoManager?.canUndo == false && context.undoManager?.canRedo == false)
    _ = Plant(context: context)
    context.processPendingChanges()
    context.reset()
    #expect(context.undoManager?.canUndo == false && context.registeredObjects.isEmpty)
    let manager = context.undoManager
    let plant = Plant(context: context)
    context.processPendingChanges()
    context.undoManager = nil
    #expect(manager?.canUndo == false)
    context.undo()
    #expect(plant.isInserted)
  }

  @Test("F019 A primitive value is not undone")
  func primitives() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    try context.save()
    plant.setPrimitiveValue("fern", forKey: "name")
    plant.setValue(3, forKey: "height")
    context.undo()
    #expect(plant.value(forKey: "name") as? String == "fern")
    #expect(plant.value(forKey: "height") == nil)
  }

  @Test("Undoing notifies observers of the context like any change")
  func notifications() throws {
    let context = try makeContext()
    let plant = Plant(context: context)
    try context.save()
    context.delete(plant)
    context.processPendingChanges()
    nonisolated(unsafe) var inserted: Set<NSManagedObject>?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange,
      object: context,
      queue: nil
    ) { inserted = $0.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> }
    context.undo()
    NotificationCenter.default.removeObserver(token)
    #expect(inserted == [plant])
  }
}
