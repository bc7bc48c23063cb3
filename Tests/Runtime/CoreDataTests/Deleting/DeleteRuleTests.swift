import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Delete rules", .everyStore) struct DeleteRuleTests {
  private func make(_ count: Int) throws -> (NSManagedObjectContext, [Plant]) {
    let context = try Garden.makeContext()
    return (context, (0..<count).map { _ in Plant(context: context) })
  }

  @Test("F090 Nullify takes the object out of its inverses, of every kind")
  func nullify() throws {
    let (context, plants) = try make(3)
    let pot = Pot(context: context)
    plants[0].setValue(plants[1], forKey: "parent")
    plants[0].setValue(plants[2], forKey: "twin")
    plants[0].setValue(Set([plants[2]]), forKey: "friends")
    plants[0].setValue(pot, forKey: "pot")
    try context.save()
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(plants[1].objects("children").isEmpty && plants[2].object("twinOf") == nil)
    #expect(plants[2].objects("friendOf").isEmpty)
    #expect((pot.value(forKey: "plants") as? NSOrderedSet)?.count == 0)
  }

  @Test("F091 F096 Cascades end at cycles; the objects that they delete are posted as deleted")
  func cascade() throws {
    let (context, plants) = try make(4)
    for (left, right) in zip(plants, plants.dropFirst() + [plants[0]]) {
      right.setValue(left, forKey: "parent")
    }
    try context.save()
    nonisolated(unsafe) var deleted: Set<NSManagedObject>?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: context,
      queue: nil
    ) { deleted = $0.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> }
    context.delete(plants[2])
    context.processPendingChanges()
    #expect(context.deletedObjects == Set(plants))
    try context.save()
    NotificationCenter.default.removeObserver(token)
    #expect(deleted == Set(plants))
  }

  @Test("Objects that leave another one in a save stay when that is deleted in it")
  func leaving() throws {
    let (context, plants) = try make(5)
    let (gone, other) = (plants[0], plants[1])
    for plant in plants[2...] { plant.setValue(gone, forKey: "parent") }
    for (number, plant) in plants.enumerated() { plant.setValue("\(number)", forKey: "name") }
    try context.save()
    plants[2].setValue(other, forKey: "parent")
    plants[3].setValue(Plant(context: context), forKey: "parent")
    plants[4].setValue(nil, forKey: "parent")
    plants[4].setValue(7, forKey: "height")
    context.delete(gone)
    try context.save()
    let reader = try Garden.makeContext(context.persistentStoreCoordinator)
    let request = NSFetchRequest<Plant>(entityName: "Plant")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let found = try reader.fetch(request)
    #expect(found.map { $0.value(forKey: "name") as? String } == ["1", "2", "3", "4", "new"])
    let parents = found.map { $0.object("parent")?.value(forKey: "name") as? String }
    #expect(parents == [nil, "1", "new", nil, nil])
    #expect(found[3].value(forKey: "height") as? Int == 7)
  }

  @Test("A member that a relationship without an inverse has lost stays when its owner is deleted")
  func leavingWithoutInverse() throws {
    let office = Office()
    let item = office.entity("Item", [Office.attribute("name")])
    let owner = office.entity("Owner", [])
    let items = Office.relationship("items", to: item, 0 ... .max)
    items.deleteRule = .cascadeDeleteRule
    owner.properties.append(items)
    let context = try office.context()
    let kept = try context.insert("Item", ["name": "kept"])
    let moved = try context.insert("Item", ["name": "moved"])
    let gone = try context.insert("Item", ["name": "gone"])
    let first = try context.insert("Owner", ["items": Set([kept, moved, gone])])
    let second = try context.insert("Owner")
    try context.save()
    first["items"] = Set([gone])
    second["items"] = Set([moved])
    context.delete(first)
    try context.save()
    let names = try office.context().fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      .compactMap { $0.value(forKey: "name") as? String }
    #expect(names.sorted() == ["kept", "moved"])
    let owners = try office.context().fetch(NSFetchRequest<NSManagedObject>(entityName: "Owner"))
    #expect(owners.map { $0.objects("items").count } == [1])
  }

  @Test("A cascade reaches an object that was changed before in the same event")
  func changedBefore() throws {
    let (context, plants) = try make(3)
    plants[2].setValue(plants[1], forKey: "parent")
    try context.save()
    plants[1].setValue(plants[0], forKey: "parent")
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(context.deletedObjects == Set(plants))
  }

  @Test(
    "F094 No Action leaves the destination as it is; F098 the rule is that of the deleted object"
  )
  func noAction() throws {
    let (context, plants) = try make(3)
    plants[1].setValue(plants[0], forKey: "shadedBy")
    plants[2].setValue(plants[1], forKey: "parent")
    try context.save()
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(plants[1].object("shadedBy") === plants[0] && !plants[1].hasChanges)
    context.delete(plants[2])
    context.processPendingChanges()
    #expect(!plants[1].isDeleted && plants[1].objects("children").isEmpty)
  }

  @Test("F097 An object whose mandatory owner is deleted cannot be saved: 1570")
  func mandatoryOwner() throws {
    let office = Office()
    let item = office.entity("Item", [])
    let owner = office.entity("Owner", [])
    office.relate(item, "owner", 1...1, owner, "items", 0...Int.max).there.isOptional = false
    let context = try office.context()
    let boss = try context.insert("Owner")
    let thing = try context.insert("Item", ["owner": boss])
    try context.save()
    context.delete(boss)
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSValidationMissingMandatoryPropertyError && error.key == "owner")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === thing)
    context.delete(thing)
    try context.save()
  }

  @Test("F095 Rules are followed when changes are processed, or on saving only")
  func timing() throws {
    let (context, plants) = try make(2)
    plants[1].setValue(plants[0], forKey: "parent")
    try context.save()
    context.propagatesDeletesAtEndOfEvent = false
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(!plants[1].isDeleted)
    try context.save()
    #expect(plants[1].managedObjectContext == nil)
    #expect(try context.count(for: NSFetchRequest<Plant>(entityName: "Plant")) == 0)
  }

  @Test(
    "A cascade along a chain of 100,000 objects ends, with and without undo",
    arguments: [false, true]
  )
  func deepCascade(canUndo: Bool) throws {
    let count = Torture.count(canUndo ? 20_000 : 100_000, sanitized: 10_000)
    let (context, plants) = try make(count)
    for (child, parent) in zip(plants.dropFirst(), plants) {
      child.setValue(parent, forKey: "parent")
    }
    if canUndo { context.undoManager = UndoManager() }
    context.processPendingChanges()
    context.delete(plants[0])
    context.processPendingChanges()
    #expect(plants.allSatisfy { $0.managedObjectContext == nil })
    guard canUndo else { return }
    context.undo()
    #expect(context.insertedObjects.count == count)
    #expect(plants[count - 1].object("parent") === plants[count - 2])
    context.reset()
  }
}
