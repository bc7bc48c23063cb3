import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of saves after another program, with a coordinator of its own, has saved.
@Suite("Saves beside another program", .everyDatabase) struct OtherProgramTests {
  private let office = Office()

  init() {
    let item = office.entity("Item", [Office.attribute("a", .integer64, default: 0)])
    office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    office.relate(item, "owner", 0...1, item, "parts", 0...Int.max).back.deleteRule =
      .cascadeDeleteRule
    office.relate(item, "next", 0...1, item, "previous", 0...1)
  }

  private static let policies = [
    NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite,
  ]

  /// The same object in a context of another coordinator.
  private func same(
    _ object: NSManagedObject,
    in context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    let url = object.objectID.uriRepresentation()
    let id = try #require(
      context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
    )
    return try context.existingObject(with: id)
  }

  /// Two objects in the store, and contexts of this program and another one that have read both.
  private func setUp(_ policy: NSMergePolicy) throws -> (
    mine: NSManagedObjectContext, theirs: NSManagedObjectContext,
    objects: [NSManagedObject], others: [NSManagedObject]
  ) {
    let mine = try office.context(policy)
    let objects = [try mine.insert("Item"), try mine.insert("Item")]
    try mine.save()
    let theirs = try office.contextOfAnotherProgram()
    return (mine, theirs, objects, try objects.map { try same($0, in: theirs) })
  }

  @Test("A copy of a store has what another program has saved, whatever rows are in memory")
  func copies() throws {
    let (_, theirs, objects, others) = try setUp(.error)
    #expect(objects.allSatisfy { $0["a"] as? Int == 0 })
    others[0]["parent"] = others[1]
    others[1]["a"] = 7
    try theirs.insert("Item", ["a": 9, "parent": others[1]])
    try theirs.save()
    let coordinator = try office.open()
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("copy-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: copy) }
    try coordinator.migratePersistentStore(
      #require(coordinator.persistentStores.first),
      to: copy,
      type: .xml
    )
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.sortDescriptors = [NSSortDescriptor(key: "a", ascending: true)]
    let items = try context.fetch(request)
    #expect(items.map { $0["a"] as? Int } == [0, 7, 9])
    #expect(items.map { ($0["parent"] as? NSManagedObject)?["a"] as? Int } == [7, nil, 7])
  }

  @Test("No relationship refers to an object that another program has deleted", arguments: policies)
  func toDeleted(_ policy: NSMergePolicy) throws {
    let (mine, theirs, objects, others) = try setUp(policy)
    theirs.delete(others[1])
    try theirs.save()
    objects[0]["a"] = 1
    objects[0]["parent"] = objects[1]
    try mine.save()

    // Policies by which the objects win insert the deleted object again.
    let isBack = policy !== NSMergePolicy.mergeByPropertyStoreTrump
    #expect(objects[0]["parent"] as? NSManagedObject === (isBack ? objects[1] : nil))
    try office.asAnotherProgram { context in
      let found = try same(objects[0], in: context)
      #expect(found["a"] as? Int == 1)
      let deleted = isBack ? try same(objects[1], in: context) : nil
      #expect(found["parent"] as? NSManagedObject === deleted)
    }
  }

  @Test("Without a policy that is a conflict about the deleted object")
  func conflict() throws {
    let (mine, theirs, objects, others) = try setUp(.error)
    theirs.delete(others[1])
    try theirs.save()
    objects[0]["parent"] = objects[1]
    let error = try #require(failure { try mine.save() })
    #expect(error.code == 133_020)
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    #expect(conflicts?.map(\.sourceObject) == [objects[1]])
    #expect(conflicts?.first?.newVersionNumber == 0)
  }

  @Test("Members that another program has added leave a deleted object", arguments: policies)
  func membersOfDeleted(_ policy: NSMergePolicy) throws {
    let (mine, theirs, objects, others) = try setUp(policy)
    #expect((objects[1]["children"] as? Set<NSManagedObject>)?.isEmpty == true)
    others[0]["parent"] = others[1]
    try theirs.save()
    mine.delete(objects[1])
    try mine.save()

    try office.asAnotherProgram { context in
      let left = try same(objects[0], in: context)
      guard policy === NSMergePolicy.mergeByPropertyStoreTrump else {
        #expect(left["parent"] == nil)
        #expect(throws: NSError.self) { try same(objects[1], in: context) }
        return
      }
      // The new member is a change of the object, which overrides the deletion.
      let kept = try same(objects[1], in: context)
      #expect(left["parent"] as? NSManagedObject === kept)
    }
  }

  @Test("A deletion reaches the parts that another program has added", arguments: policies)
  func partsOfDeleted(_ policy: NSMergePolicy) throws {
    let (mine, theirs, objects, others) = try setUp(policy)
    others[0]["owner"] = others[1]
    try theirs.save()
    mine.delete(objects[1])
    try mine.save()

    try office.asAnotherProgram { context in
      let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      guard policy === NSMergePolicy.mergeByPropertyStoreTrump else {
        return #expect(items.isEmpty)
      }
      // The part that is newer in the store remains, and so does its owner.
      let (part, owner) = (try same(objects[0], in: context), try same(objects[1], in: context))
      #expect(part["owner"] as? NSManagedObject === owner)
    }
  }

  @Test("A conflict contains the row that was read and the row that the other program saved")
  func snapshots() throws {
    let (mine, theirs, objects, others) = try setUp(.error)
    others[0]["a"] = 5
    try theirs.save()
    objects[0]["a"] = 7
    let error = try #require(failure { try mine.save() })
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    let conflict = try #require(conflicts?.first)
    #expect(conflict.objectSnapshot?["a"] as? Int == 0)
    #expect(conflict.cachedSnapshot?["a"] as? Int == 0)
    #expect(conflict.persistedSnapshot?["a"] as? Int == 5)
    #expect(conflict.oldVersionNumber == 1)
    #expect(conflict.newVersionNumber == 2)
  }

  @Test("Rows are read again only after another program has saved", .stores(.sqlite))
  func reading() throws {
    let (mine, theirs, objects, others) = try setUp(.error)
    let coordinator = try office.open()
    let witness = try office.context()
    let seen = try same(objects[1], in: witness)
    func readsAgain() throws -> Bool {
      witness.refreshAllObjects()
      let before = coordinator.openCoreDataMetrics.statements
      _ = seen["a"]
      return coordinator.openCoreDataMetrics.statements > before
    }
    _ = try readsAgain()
    objects[0]["a"] = 1
    try mine.save()
    #expect(try !readsAgain())
    others[1]["a"] = 3
    try theirs.save()
    objects[0]["a"] = 2
    try mine.save()
    #expect(try readsAgain())
    #expect(seen["a"] as? Int == 3)
  }
}
