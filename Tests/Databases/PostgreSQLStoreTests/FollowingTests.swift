import CoreData
import Foundation
import SQLDriver
import Synchronization
import Testing

@Suite("Following what other programs save to PostgreSQL") struct FollowingTests {
  let shop = Shop()

  private static var options: [String: Any] {
    [
      NSPersistentHistoryTrackingKey: true,
      NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
    ]
  }

  @Test(
    "Another program gets the notification within two seconds, and reads what was saved",
    arguments: [true, false]
  )
  func remoteChanges(keepsHistory: Bool) throws {
    let following = try shop.open(Self.options)
    let saving = try shop.open([NSPersistentHistoryTrackingKey: keepsHistory])
    let notices = ChangeNotices(to: following)
    let context = saving.context()
    try context.item("a")
    try context.save()
    #expect(notices.next(within: 2))
    #expect(try following.context().names() == ["a"])
  }

  @Test("Without notifications the history has the saves of other programs")
  func polling() throws {
    var options = Self.options
    options[OpenCoreDataPostgreSQLPollsHistoryOption] = true
    let following = try shop.open(options)
    let saving = try shop.open(options)
    nonisolated(unsafe) var statements: [String] = []
    let lock = NSLock()
    for coordinator in [following, saving] {
      coordinator.observeStatements { sql in lock.withLock { statements.append(sql) } }
    }
    let notices = ChangeNotices(to: following)
    let context = saving.context()
    try context.item("a")
    try context.save()
    #expect(notices.next(within: 2))
    #expect(!notices.next(within: 1.2))
    #expect(try following.context().names() == ["a"])
    for coordinator in [following, saving] { coordinator.observeStatements(nil) }
    let words = lock.withLock { statements.joined(separator: "\n").lowercased() }
    #expect(words.contains("insert into coredata_transaction"))
    #expect(words.contains("where name = 'history'"))
    #expect(!words.contains("listen") && !words.contains("notify"))
  }

  /// What one of Citus, CockroachDB and YugabyteDB lacks, or does not do as PostgreSQL does.
  private static let undistributed = [
    "listen", "notify", "advisory", "xmin", "xmax", "ctid", "xact", "snapshot", "lock table",
    "nextval",
    "sequence", "prepare transaction", "for update", "skip locked", "concurrently", "collate \"und",
    "temporary", "constraints", "trigger", "pg_control", "pg_walfile",
  ]

  @Test("An open store that polls executes only statements that distributed databases understand")
  func distributedStatements() throws {
    var options = Self.options
    options[OpenCoreDataPostgreSQLPollsHistoryOption] = true
    let coordinator = try shop.open(options)
    let other = try shop.open(options)
    let statements = Mutex<[String]>([])
    coordinator.observeStatements { sql in statements.withLock { $0.append(sql.lowercased()) } }
    let context = coordinator.context()
    let items = try (0..<1_200).map { try context.item("\($0)", price: $0 % 100) }
    try context.save()
    let theirs = other.context()
    try theirs.item("theirs")
    try theirs.save()
    for item in items[..<600] { item.setValue("note", forKey: "note") }
    context.delete(items[1_199])
    try context.save()
    try work(in: coordinator.context())
    coordinator.observeStatements(nil)
    let found = statements.withLock { $0 }
    for word in Self.undistributed {
      #expect(
        !found.contains { $0.contains(word) },
        "\(word): \(found.first { $0.contains(word) } ?? "")"
      )
    }
    for word in ["insert into", "update", "delete from", "select", "copy", "begin", "commit"] {
      #expect(found.contains { $0.contains(word) }, "\(word)")
    }
  }

  /// Fetches, counts, groups, makes batch requests and reads the history.
  private func work(in context: NSManagedObjectContext) throws {
    #expect(try context.names("price < 3 AND name BEGINSWITH[cd] '1'").count > 5)
    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["price"]
    request.propertiesToGroupBy = ["price"]
    #expect(try context.fetch(request).count == 100)
    let insertion = NSBatchInsertRequest(entityName: "Item", objects: [["name": "batch"]])
    let update = NSBatchUpdateRequest(entityName: "Item")
    update.propertiesToUpdate = ["price": 7]
    let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    for batch in [insertion, update, NSBatchDeleteRequest(fetchRequest: all)] {
      _ = try context.execute(batch)
    }
    for request in [
      NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast),
      NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture),
    ] { _ = try context.execute(request) }
  }

  @Test("A program that follows the history misses no transaction while many programs save")
  func completeHistory() throws {
    let following = try shop.open(Self.options)
    let coordinators = try (0..<4).map { _ in
      try shop.open([NSPersistentHistoryTrackingKey: true])
    }
    let isDone = DispatchSemaphore(value: 0)
    let threads = DispatchGroup()
    nonisolated(unsafe) var failures: [String] = []
    let lock = NSLock()
    for (program, coordinator) in coordinators.enumerated() {
      threads.enter()
      Thread {
        let context = coordinator.context()
        context.transactionAuthor = "\(program)"
        do {
          for save in 0..<20 {
            try context.item("\(program) \(save)")
            try context.save()
          }
        } catch { lock.withLock { failures.append("\(error)") } }
        threads.leave()
      }.start()
    }
    Thread {
      threads.wait()
      isDone.signal()
    }.start()
    let context = following.context()
    var token: NSPersistentHistoryToken?
    var seen: [Int64] = []
    var inserted = 0
    var isLast = false
    while true {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
      seen += found.map(\.transactionNumber)
      inserted += found.reduce(0) { $0 + ($1.changes?.count ?? 0) }
      token = found.last?.token ?? token
      if isLast { break }
      isLast = isDone.wait(timeout: .now() + .milliseconds(1)) == .success
    }
    #expect(failures.isEmpty)
    #expect(seen == Array(1...80))
    #expect(inserted == 80)
  }

  @Test("A token of deleted history is an error, and the markers stay")
  func deletedHistory() throws {
    let coordinator = try shop.open(Self.options)
    let context = coordinator.context()
    for name in ["a", "b", "c"] {
      try context.item(name)
      try context.save()
    }
    let all = try context.execute(
      NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    )
    let transactions =
      (all as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
    #expect(transactions.count == 3)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: transactions[2]))
    let error = try #require(throws: (any Error).self) {
      try context.execute(
        NSPersistentHistoryChangeRequest.fetchHistory(after: transactions[0].token)
      )
    }
    #expect((error as NSError).code == NSPersistentHistoryTokenExpiredError)
    // The transactions of the three saves, and of the deletion.
    #expect(try shop.connect().value("SELECT count(*) FROM coredata_transaction") == 4)
  }
}
