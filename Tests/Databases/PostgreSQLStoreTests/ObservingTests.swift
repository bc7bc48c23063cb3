import CoreData
import Foundation
import SQLDriver
import Synchronization
import Testing

/// Tests of the diagnostics of PostgreSQL stores: statements, counters, and error messages.
@Suite("Observing PostgreSQL stores") struct ObservingTests {
  @Test("SQLDebug shows statements as messages; values only at its third level")
  func statements() async {
    await #expect(processExitsWith: .success) {
      setenv("COREDATA_SQL_DEBUG", "2", 1)
      let messages = try Messages.ofWork(with: "private")
      let texts = messages.map(\.text)
      let writes = texts.filter {
        $0.hasPrefix("INSERT INTO \"item\"") || $0.hasPrefix("COPY \"item\"")
      }
      #expect(!writes.isEmpty, "\(texts)")
      #expect(texts.contains { $0.hasPrefix("SELECT") && $0.contains("= $1") }, "\(texts)")
      #expect(texts.contains("COMMIT"))
      let message = try #require(messages.first { $0.text.contains("\"item\"") })
      #expect(message.level == .debug)
      guard case .integer(_)? = message.fields["rows"], case .number(_)? = message.fields["seconds"]
      else {
        Issue.record("no rows or no time")
        return
      }
      #expect(!texts.contains { $0.contains("private") })
    }
    await #expect(processExitsWith: .success) {
      setenv("COREDATA_SQL_DEBUG", "3", 1)
      let texts = try Messages.ofWork(with: "shown").map(\.text)
      #expect(texts.contains { $0.contains("'shown'") })
    }
  }

  @Test("Errors have no statements and no values, unless SQLDebug shows them anyway")
  func errors() async {
    await #expect(processExitsWith: .success) {
      unsetenv("COREDATA_SQL_DEBUG")
      let words = try Messages.ofFailure(with: "private")
      #expect(!words.contains("private") && !words.contains("INSERT") && !words.contains("COPY"))
    }
    await #expect(processExitsWith: .success) {
      setenv("COREDATA_SQL_DEBUG", "1", 1)
      let words = try Messages.ofFailure(with: "shown")
      #expect(words.contains("shown"))
    }
  }

  @Test("Counters of saves, fetches, statements, rows and faults")
  func counters() throws {
    let shop = Shop()
    let coordinator = try shop.open()
    let context = coordinator.context()
    let start = coordinator.openCoreDataMetrics
    #expect(start.saves == 0 && start.fetches == 0)
    for number in 0..<100 { try context.item("n\(number)", price: number) }
    try context.save()
    let saved = coordinator.openCoreDataMetrics.since(start)
    #expect(saved.saves == 1 && saved.failedSaves == 0)
    #expect((100...110).contains(saved.rowsWritten), "\(saved.rowsWritten)")
    // A query for each name checks the uniqueness constraint.
    #expect((3...120).contains(saved.statements), "\(saved.statements)")

    let other = coordinator.context()
    let before = coordinator.openCoreDataMetrics
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    #expect(try other.fetch(request).count == 100)
    #expect(try other.count(for: request) == 100)
    let fetched = coordinator.openCoreDataMetrics.since(before)
    #expect(fetched.fetches == 2 && fetched.rowsRead == 101)
    #expect(fetched.rowsWritten == 0 && fetched.saves == 0)

    // Another coordinator has no cached rows.
    let cold = try shop.open()
    let ids = try context.fetch(request).compactMap {
      cold.managedObjectID(forURIRepresentation: $0.objectID.uriRepresentation())
    }
    let reader = cold.context()
    let atFirst = cold.openCoreDataMetrics
    for id in ids.prefix(10) { _ = reader.object(with: id).value(forKey: "name") }
    let faults = cold.openCoreDataMetrics.since(atFirst)
    #expect(faults.faultsFired == 10 && faults.rowCacheMisses == 10)
    #expect(faults.rowsRead == 10)

    let same = other.object(with: ids[0])
    _ = same.value(forKey: "name")
    let theirs = reader.object(with: ids[0])
    theirs.setValue(500, forKey: "price")
    try reader.save()
    let mine = try #require(
      try other.fetch(request).first {
        $0.objectID.uriRepresentation() == ids[0].uriRepresentation()
      }
    )
    theirs.setValue(501, forKey: "price")
    try reader.save()
    mine.setValue(502, forKey: "price")
    #expect(throws: (any Error).self) { try other.save() }
    #expect(coordinator.openCoreDataMetrics.conflicts == 1)
    #expect(coordinator.openCoreDataMetrics.failedSaves == 1)
    #expect(coordinator.openCoreDataMetrics.poolSize == start.poolSize)
    try coordinator.removeStores()
    #expect(coordinator.openCoreDataMetrics.since(before).fetches >= 2)
    #expect(coordinator.openCoreDataMetrics.poolSize == 0)
  }
}

/// The log messages of a process of its own.
private enum Messages {
  private static let taken = Mutex<[CoreDataLog.Message]>([])

  /// The messages about statements while an item is saved and fetched.
  static func ofWork(with name: String) throws -> [CoreDataLog.Message] {
    CoreDataLog.handler = { message in taken.withLock { $0.append(message) } }
    let shop = Shop()
    let context = try shop.open().context()
    try context.item(name, price: 1)
    try context.save()
    _ = try context.names("name == '\(name)' AND price == 1")
    CoreDataLog.flush()
    return taken.withLock { $0 }.filter { $0.category == .sql }
  }

  /// The error message when the database rejects a value.
  static func ofFailure(with name: String) throws -> String {
    let shop = Shop()
    let context = try shop.open().context()
    try shop.connect().execute("ALTER TABLE item ADD CHECK (name <> '\(name)')")
    try context.item(name)
    do {
      try context.save()
      return ""
    } catch {
      return "\(error) \((error as NSError).userInfo)"
    }
  }
}
