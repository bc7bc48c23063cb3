import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Saving to PostgreSQL") struct SavingTests {
  let shop = Shop()

  @Test("Of two programs that change one object, the second finds a conflict")
  func optimisticLocking() throws {
    let first = try shop.open().context()
    let second = try shop.open().context()
    try first.item("a")
    try first.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    let theirs = try #require(try second.fetch(request).first)
    #expect(theirs.value(forKey: "price") as? Int == 0)
    let mine = try #require(try first.fetch(request).first)
    mine.setValue(1, forKey: "price")
    try first.save()
    theirs.setValue(2, forKey: "price")
    let error = try #require(throws: (any Error).self) { try second.save() } as NSError
    #expect(error.code == NSManagedObjectMergeError)
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    #expect(try shop.open().context().names("price == 2") == ["a"])
  }

  @Test("Unique values that another program has saved meanwhile")
  func uniqueValues() throws {
    let first = try shop.open().context()
    let second = try shop.open().context()
    try first.item("a", price: 1)
    try first.save()
    try second.item("a", price: 2)
    let error = try #require(throws: (any Error).self) { try second.save() } as NSError
    #expect(error.code == NSManagedObjectConstraintMergeError)
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
    #expect(conflicts?.first is NSConstraintConflict)
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    #expect(try shop.open().context().names("price == 2") == ["a"])
    #expect(try shop.connect().value("SELECT count(*) FROM item") == 1)
  }

  @Test("A unique value is taken between the search for it and the insertion")
  func uniqueRace() throws {
    let coordinator = try shop.open()
    let connection = try shop.connect()
    // An insertion by another program, which commits while our save waits for it.
    try connection.begin()
    try connection.run("INSERT INTO item (object_id, name, price) VALUES (100001, 'a', 7)")
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcome: (any Error)?
    let thread = Thread {
      let context = coordinator.context()
      do {
        try context.item("a", price: 2)
        try context.save()
      } catch { outcome = error }
      done.signal()
    }
    thread.start()
    usleep(300_000)
    try connection.commit()
    done.wait()
    let error = try #require(outcome as NSError?)
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
    #expect(conflicts?.first is NSConstraintConflict, "\(error)")
  }

  @Test("A text with U+0000 is refused, nothing is written, and the context can go on")
  func nulCharacter() throws {
    let context = try shop.open().context()
    let item = try context.item("a\0b")
    try context.item("c")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(!"\(error)".contains("a\0b"))
    #expect(try context.names("name == 'c'") == ["c"])
    #expect(try shop.connect().value("SELECT count(*) FROM item") == 0)
    item.setValue("a", forKey: "name")
    try context.save()
    #expect(try shop.open().context().names() == ["a", "c"])
  }

  @Test("A save that cannot begin leaves the connection as it was")
  func failedBeginning() throws {
    let context = try shop.open().context()
    try context.item("a")
    let connection = try shop.connect()
    try connection.execute("ALTER TABLE coredata_transaction RENAME TO elsewhere")
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try context.names("name == 'b'") == [])
    try connection.execute("ALTER TABLE elsewhere RENAME TO coredata_transaction")
    try context.save()
    #expect(try shop.open().context().names() == ["a"])
  }

  @Test("Errors of the database do not contain values of objects")
  func silentErrors() throws {
    let coordinator = try shop.open()
    try shop.connect().execute("ALTER TABLE item ADD CONSTRAINT odd CHECK (note <> 'hidden words')")
    let context = coordinator.context()
    try context.item("a").setValue("hidden words", forKey: "note")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect("\(error)".contains("odd") && !"\(error) \(error.userInfo)".contains("hidden words"))
  }

  @Test("Several programs never give two objects one key")
  func keys() throws {
    let coordinators = try (0..<4).map { _ in try shop.open() }
    nonisolated(unsafe) var failures: [String] = []
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: 4) { program in
      let context = coordinators[program].context()
      do {
        for save in 0..<5 {
          for item in 0..<300 { try context.item("\(program) \(save) \(item)") }
          try context.save()
        }
      } catch { lock.withLock { failures.append("\(error)") } }
    }
    #expect(failures.isEmpty)
    #expect(try shop.connect().value("SELECT count(*) FROM item") == 6_000)
    let keys = try shop.connect()
      .value("SELECT last_key FROM coredata_entity WHERE name = 'Item'")
    guard case .integer(let last) = keys else { return #expect(Bool(false)) }
    #expect(last >= 6_000 && last <= 12_000)
  }
}
