import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of deleted objects that are inserted again, and of the values that are not restored.
@Suite("Objects that are restored", .everyStore) struct ReturningObjectTests {
  private let office = Office()

  init() {
    let item = office.entity("Item", [Office.attribute("a", .integer64, default: 0)])
    office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    office.relate(item, "next", 0...1, item, "previous", 0...1)
  }

  private func found(_ object: NSManagedObject) throws -> NSManagedObject {
    try office.context().existingObject(with: object.objectID)
  }

  private func ids(_ value: Any?) -> Set<NSManagedObjectID> {
    if let object = value as? NSManagedObject { return [object.objectID] }
    return Set((value as? Set<NSManagedObject> ?? []).map(\.objectID))
  }

  private static let policies = [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite]

  @Test("A row that is inserted again is not taken for the one before", arguments: policies)
  func version(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let object = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context(policy)
    let witness = try office.context()
    let seen = try witness.same(object)
    try mine.same(object)["a"] = 1
    theirs.delete(object)
    try theirs.save()
    try mine.save()

    seen["a"] = 2
    #expect(failure { try witness.save() }?.code == 133_020)
    #expect(try found(object)["a"] as? Int == 1)
  }

  @Test("Two contexts bring the same object back, one after the other", arguments: policies)
  func twice(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let object = try theirs.insert("Item")
    try theirs.save()
    let root = try office.context(policy)
    let child = root.makeChild()
    try child.existingObject(with: object.objectID)["a"] = 1
    let mine = try office.context(policy)
    try mine.same(object)["a"] = 2
    theirs.delete(object)
    try theirs.save()

    // The child's parent has no row of it, and takes the object as a new one.
    try child.save()
    try mine.save()
    #expect(try found(object)["a"] as? Int == 2)
    try root.save()
    #expect(try found(object)["a"] as? Int == 1)
  }

  @Test("Merging restores no object without changes", arguments: policies)
  func unchanged(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let second = try theirs.insert("Item")
    let first = try theirs.insert("Item", ["next": second])
    try theirs.save()
    let mine = try office.context(policy)
    let known = try mine.same(first)
    #expect(ids(known["next"]) == [second.objectID])
    theirs.delete(second)
    try theirs.save()

    known["a"] = 1
    try mine.save()
    #expect(try mine.storedCount("Item") == 1)
    #expect(try found(first)["next"] == nil)
    #expect(known["next"] == nil)
  }

  @Test("Members are restored that only their own ends have", arguments: policies)
  func members(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let parent = try theirs.insert("Item")
    let child = try theirs.insert("Item", ["parent": parent])
    try theirs.save()
    let mine = try office.context(policy)
    let known = try mine.same(child)
    try mine.same(parent)["a"] = 1
    theirs.delete(parent)
    try theirs.save()

    try mine.save()
    #expect(ids(try found(child)["parent"]) == [parent.objectID])
    #expect(ids(try found(parent)["children"]) == [child.objectID])
    #expect(ids(known["parent"]) == [parent.objectID])
  }

  @Test(
    "Of many objects that are fetched again, those that were deleted are left out until they return"
  )
  func fetchedAgain() throws {
    let theirs = try office.context()
    let objects = try (0..<150).map { try theirs.insert("Item", ["a": $0]) }
    try theirs.save()
    let restoring = try office.context(.overwrite)
    let mine = try office.context()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.sortDescriptors = [NSSortDescriptor(key: "a", ascending: true)]
    let known = try mine.fetch(request)
    #expect(known.map { $0["a"] as? Int } == Array(0..<150))

    let returned = [5, 64, 65, 149]
    let deleted = [0, 63, 66, 100]
    for index in returned { try restoring.same(objects[index])["a"] = index }
    for index in returned + deleted { theirs.delete(objects[index]) }
    try theirs.save()
    mine.refreshAllObjects()
    for index in returned + deleted { #expect(known[index]["a"] == nil) }
    for (index, object) in known.enumerated() where index % 3 == 0 { _ = object["a"] }
    let left = known.indices.filter { !deleted.contains($0) && !returned.contains($0) }
    #expect(try mine.fetch(request) == left.map { known[$0] })

    try restoring.save()
    let found = try mine.fetch(request)
    let all = known.indices.filter { !deleted.contains($0) }
    #expect(found == all.map { known[$0] })
    #expect(found.map { $0["a"] as? Int } == all)
  }

  @Test("A reverted deletion connects both ends again") func takenBack() throws {
    let context = try office.context()
    let parent = try context.insert("Item")
    let next = try context.insert("Item")
    let child = try context.insert("Item")
    let object = try context.insert("Item", ["parent": parent, "next": next])
    child["parent"] = object
    try context.save()
    context.delete(object)
    context.processPendingChanges()
    #expect(child["parent"] == nil && next["previous"] == nil)
    next["previous"] = parent

    context.insert(object)
    try context.save()
    #expect(ids(try found(object)["parent"]) == [parent.objectID])
    #expect(ids(try found(parent)["children"]) == [object.objectID])
    #expect(ids(try found(child)["parent"]) == [object.objectID])
    // It has another destination in the meantime.
    #expect(ids(try found(next)["previous"]) == [parent.objectID])
    #expect(try found(object)["next"] == nil)
  }

  @Test("A child's changes bring back what its parent has deleted and saved") func child() throws {
    let root = try office.context()
    let parent = try root.insert("Item")
    let object = try root.insert("Item", ["parent": parent])
    try root.save()
    let child = root.makeChild()
    let known = try child.existingObject(with: object.objectID)
    known["next"] = try child.existingObject(with: parent.objectID)
    root.delete(object)
    try root.save()

    try child.save()
    try root.save()
    #expect(ids(try found(object)["parent"]) == [parent.objectID])
    #expect(ids(try found(object)["next"]) == [parent.objectID])
    #expect(ids(try found(parent)["previous"]) == [object.objectID])
  }

  @Test("Relationships of a child's objects do not keep objects that another child has deleted")
  func siblings()
    throws
  {
    let root = try office.context()
    let first = root.makeChild()
    let second = root.makeChild()
    let entity = office.model.entities[0]
    let parent = NSManagedObject(entity: entity, insertInto: first)
    try first.save()
    let object = NSManagedObject(entity: entity, insertInto: first)
    object["parent"] = parent
    try first.save()
    second.delete(try second.existingObject(with: parent.objectID))
    try second.save()

    first.delete(parent)
    object["a"] = 1
    try first.save()
    try root.save()
    #expect(try root.storedCount("Item") == 1)
    #expect(object["parent"] == nil)
  }
}
