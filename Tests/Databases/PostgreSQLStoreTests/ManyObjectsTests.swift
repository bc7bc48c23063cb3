import CoreData
import Foundation
import SQLDriver
import Synchronization
import Testing

@Suite("Saves of many objects to PostgreSQL") struct ManyObjectsTests {
  let shop = Shop()

  /// Enough for several statements, and for COPY.
  private static let count = 4_500

  /// A context with many items, by name; another program has fetched them too.
  private func fill() throws -> (context: NSManagedObjectContext, items: [String: NSManagedObject])
  {
    let context = try shop.open([NSPersistentHistoryTrackingKey: true]).context()
    var items: [String: NSManagedObject] = [:]
    for number in 0..<Self.count {
      items["\(number)"] = try context.item("\(number)", price: number)
    }
    try context.save()
    return (context, items)
  }

  private func conflicts(_ error: any Error) -> Set<String> {
    let error = error as NSError
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    return Set((conflicts ?? []).compactMap { $0.sourceObject.value(forKey: "name") as? String })
  }

  @Test("All are there, with versions, transactions and references")
  func insertion() throws {
    let (context, _) = try fill()
    let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
    for number in 0..<1_000 {
      let item = try context.item("new \(number)")
      item.setValue(box, forKey: "box")
    }
    try context.save()
    let connection = try shop.connect()
    #expect(try connection.value("SELECT count(*) FROM item WHERE object_version = 1") == 5_500)
    #expect(try connection.value("SELECT count(DISTINCT box_id) FROM item") == 1)
    #expect(try connection.value("SELECT count(*) FROM coredata_change") == 5_501)
    #expect(
      try connection.value("SELECT count(*) FROM item WHERE name = price::text") == 4_500
    )
    let other = try shop.open().context()
    let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Box"))
    #expect((found.first?.value(forKey: "items") as? NSSet)?.count == 1_000)
  }

  @Test("Only objects that another program has changed or deleted are in conflict")
  func conflictsOfUpdates() throws {
    let (context, items) = try fill()
    try shop.connect().execute(
      """
      UPDATE item SET note = 'theirs', object_version = 2 WHERE name IN ('7', '2500');
      DELETE FROM item WHERE name = '100'
      """
    )
    for item in items.values { item.setValue("mine", forKey: "note") }
    let error = try #require(throws: (any Error).self) { try context.save() }
    #expect((error as NSError).code == NSManagedObjectMergeError)
    #expect(conflicts(error) == ["7", "2500", "100"])
    #expect(try shop.connect().value("SELECT count(*) FROM item WHERE note = 'mine'") == 0)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.save()
    let mine = try shop.connect().value("SELECT count(*) FROM item WHERE note = 'mine'")
    // The merge policy inserts the deleted one again.
    #expect(mine == .integer(Int64(Self.count)))
  }

  @Test("Objects to delete may be missing, but not changed")
  func conflictsOfDeletions() throws {
    let (context, items) = try fill()
    let connection = try shop.connect()
    try connection.execute(
      """
      UPDATE item SET note = 'theirs', object_version = 2 WHERE name = '2500';
      DELETE FROM item WHERE name = '100'
      """
    )
    for item in items.values { context.delete(item) }
    let error = try #require(throws: (any Error).self) { try context.save() }
    #expect(conflicts(error) == ["2500"])
    #expect(try connection.value("SELECT count(*) FROM item") == .integer(Int64(Self.count - 1)))
    context.mergePolicy = NSMergePolicy.overwrite
    try context.save()
    #expect(try connection.value("SELECT count(*) FROM item") == 0)
  }

  @Test("A unique value that an object kept because another program changed it")
  func keptValue() throws {
    let (context, items) = try fill()
    try shop.connect().execute(
      "UPDATE item SET note = 'theirs', object_version = 2 WHERE name = '7'"
    )
    items["7"]?.setValue("free", forKey: "name")
    items["8"]?.setValue("7", forKey: "name")
    let error = try #require(throws: (any Error).self) { try context.save() }
    #expect((error as NSError).code == NSManagedObjectMergeError, "\(error)")
    #expect(conflicts(error) == ["free"])
  }

  @Test("One object among many whose unique value another one has")
  func notUnique() throws {
    let (context, _) = try fill()
    try shop.connect().execute("UPDATE item SET name = 'taken' WHERE name = '3'")
    for number in 0..<1_000 { try context.item(number == 600 ? "taken" : "new \(number)") }
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.code == NSManagedObjectConstraintMergeError)
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
    #expect(conflicts?.count == 1 && conflicts?.first is NSConstraintConflict)
    let count = try shop.connect().value("SELECT count(*) FROM item")
    #expect(count == .integer(Int64(Self.count)))
  }

  @Test("Two programs that change the same objects in different orders do not stop one another")
  func orders() throws {
    let (first, _) = try fill()
    let second = try shop.open().context()
    let failures = Mutex<[any Error]>([])
    let group = DispatchGroup()
    for (number, context) in [first, second].enumerated() {
      group.enter()
      Thread {
        defer { group.leave() }
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        do {
          for round in 0..<3 {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "price", ascending: number == 0)]
            for item in try context.fetch(request) {
              item.setValue("\(number) \(round)", forKey: "note")
            }
            try context.save()
          }
        } catch { failures.withLock { $0.append(error) } }
      }.start()
    }
    group.wait()
    #expect(failures.withLock { $0.isEmpty }, "\(failures.withLock { $0 })")
    let done = try shop.connect().value("SELECT count(*) FROM item WHERE note LIKE '% 2'")
    #expect(done == .integer(Int64(Self.count)))
  }
}
