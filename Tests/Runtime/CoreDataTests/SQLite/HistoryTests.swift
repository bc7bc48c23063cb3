import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

@Suite("The history of stores in databases", .timeLimit(.minutes(30)), .everyDatabase)
struct HistoryTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try folder.context(
      Bookshop.makeModel(),
      options: [NSPersistentHistoryTrackingKey: true]
    )
  }

  private var coordinator: NSPersistentStoreCoordinator {
    get throws { try #require(context.persistentStoreCoordinator) }
  }

  private func token() throws -> NSPersistentHistoryToken {
    try #require(try coordinator.currentPersistentHistoryToken(fromStores: nil))
  }

  private func transactions(
    after token: NSPersistentHistoryToken? = nil
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return try #require(result?.result as? [NSPersistentHistoryTransaction])
  }

  @discardableResult
  private func save(_ isbn: String) throws -> NSManagedObject {
    let book = Bookshop.make("Book", ["isbn": isbn], in: context)
    try context.save()
    return book
  }

  @Test(
    "A part of the history that is missing is made again, and the rest stays",
    .stores(.sqlite),
    arguments: ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
  )
  func missingTables(_ table: String) throws {
    context.transactionAuthor = "first"
    try save("1")
    let store = try #require(try coordinator.persistentStores.first)
    try coordinator.remove(store)
    let connection = try SQLiteConnection(path: folder.store().path)
    try connection.execute("DROP TABLE \(table)")
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
    connection.close()
    try coordinator.addPersistentStore(
      type: .sqlite,
      at: folder.store(),
      options: [NSPersistentHistoryTrackingKey: true]
    )
    context.transactionAuthor = "second"
    try save("2")
    let found = try transactions()
    #expect(found.last?.author == "second" && found.last?.changes?.count == 1)
    // The numbers and strings of purged history are not reused with another meaning.
    #expect(found.last?.transactionNumber == 2 || table == "ACHANGE")
    let authors = ["ACHANGE": "first", "ATRANSACTION": "second"]
    #expect(found.first?.author == authors[table])
  }

  @Test("F370 Without the option there is no history")
  func off() throws {
    let plain = try folder.context(Bookshop.makeModel(), "plain.sqlite")
    Bookshop.make("Book", ["isbn": "1"], in: plain)
    try plain.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?
    )
    let error = #expect(throws: NSError.self) { try plain.execute(request) }
    #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
    #expect(plain.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil) == nil)
  }

  @Test(
    "A store whose history has no numbers yet, as Core Data leaves it at first, gets them",
    .stores(.sqlite)
  )
  func missingNumbers() throws {
    try save("1")
    try save("2")
    let names = "('CHANGE', 'TRANSACTION', 'TRANSACTIONSTRING')"
    _ = try folder.query("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME IN \(names)")
    let last = try token()
    #expect(try transactions(after: last).isEmpty)
    try save("3")
    #expect(try transactions().map(\.transactionNumber) == [1, 2, 3])
    #expect(try transactions(after: last).map(\.transactionNumber) == [3])
    let numbers = try folder.query(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)"
    )
    #expect(numbers == "16001|CHANGE|0|3\n16002|TRANSACTION|0|3")
  }

  @Test("A batch request of a child has its author, or else that of the nearest ancestor")
  func authorsOfChildren() throws {
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    let grandchild = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    grandchild.parent = child
    let authors: [(root: String?, child: String?, grandchild: String?)] = [
      (nil, nil, nil), ("root", nil, nil), ("root", "child", nil), ("root", "child", "grandchild"),
    ]
    for (number, author) in authors.enumerated() {
      context.transactionAuthor = author.root
      child.transactionAuthor = author.child
      grandchild.transactionAuthor = author.grandchild
      let request = NSBatchInsertRequest(entityName: "Book", objects: [["isbn": "\(number)"]])
      try grandchild.execute(request)
    }
    #expect(try transactions().map(\.author) == [nil, "root", "child", "grandchild"])
  }

  @Test("F371 F247 Each save is a transaction with a number, a store, an author and a context name")
  func eachSave() throws {
    context.transactionAuthor = "Ada"
    context.name = "editor"
    try save("1")
    context.transactionAuthor = nil
    try save("2")
    let found = try transactions()
    #expect(found.count == 2)
    #expect(found[0].transactionNumber < found[1].transactionNumber)
    #expect(found.map(\.author) == ["Ada", nil])
    #expect(found.map(\.contextName) == ["editor", "editor"])
    let store = try #require(try coordinator.persistentStores.first)
    #expect(found.map(\.storeID) == [store.identifier, store.identifier])
    #expect(!found[0].bundleID.isEmpty && !found[0].processID.isEmpty)
    #expect(abs(found[0].timestamp.timeIntervalSinceNow) < 60)
  }

  @Test("F372 F379 The history after a token does not include the token's transaction")
  func tokens() throws {
    let start = try token()
    #expect(try transactions(after: start).isEmpty)
    try save("1")
    let first = try token()
    try save("2")
    #expect(try transactions().count == 2)
    #expect(try transactions(after: start).count == 2)
    let rest = try transactions(after: first)
    #expect(rest.count == 1)
    #expect(try rest.last?.token == token())
  }

  @Test("F373 The result types of history requests")
  func resultTypes() throws {
    let book = try save("1")
    try save("2")
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?
    )
    func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
      request.resultType = type
      return (try context.execute(request) as? NSPersistentHistoryResult)?.result
    }
    #expect(request.resultType == .transactionsAndChanges)
    let only = try result(.transactionsOnly) as? [NSPersistentHistoryTransaction]
    #expect(only?.count == 2 && only?.allSatisfy { $0.changes == nil } == true)
    let changes = try result(.changesOnly) as? [NSPersistentHistoryChange]
    #expect(changes?.map(\.changeType) == [.insert, .insert])
    #expect(changes?.first?.changedObjectID == book.objectID)
    #expect(try (result(.objectIDs) as? [NSManagedObjectID])?.count == 2)
    #expect(try result(.count) as? Int == 2)
    #expect(try result(.statusOnly) as? Bool == true)
  }

  @Test(
    "F375 F377 Updates name their properties, deletions keep the values that the model preserves"
  )
  func changes() throws {
    let book = try save("1")
    let identifier = book.objectID
    book.setValue("title", forKey: "title")
    book.setValue(5, forKey: "pages")
    try context.save()
    context.delete(book)
    try context.save()
    let changes = try transactions().compactMap(\.changes?.first)
    #expect(changes.map(\.changeType.rawValue) == [0, 1, 2])
    #expect(changes.allSatisfy { $0.changedObjectID == identifier })
    #expect(Set((changes[1].updatedProperties ?? []).map(\.name)) == ["title", "pages"])
    #expect(changes[0].updatedProperties == nil && changes[0].tombstone == nil)
    #expect(changes[2].tombstone as? [String: String] == ["isbn": "1"])
    #expect(changes[2].changeID > changes[1].changeID)
  }

  @Test("F374 Deleting the history before a transaction keeps that transaction")
  func deletion() throws {
    for number in 1...3 { try save("\(number)") }
    let second = try transactions()[1]
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: second))
    #expect(try transactions().map(\.transactionNumber) == [2, 3])
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
    #expect(try transactions().isEmpty)
    try save("4")
    #expect(try transactions().map(\.transactionNumber) == [4])
  }

  @Test("F378 A token whose following history was deleted has expired")
  func expiredToken() throws {
    try save("1")
    let old = try token()
    for number in 2...4 { try save("\(number)") }
    let last = try #require(try transactions().last)
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: last))
    let error = #expect(throws: NSError.self) { try transactions(after: old) }
    #expect(error?.code == NSPersistentHistoryTokenExpiredError)
  }

  @Test("Transactions that were deleted one by one do not let older tokens expire")
  func deletionInTheMiddle() throws {
    try save("1")
    let old = try token()
    for number in 2...4 { try save("\(number)") }
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "transactionNumber == 3")
    let order = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
    order.fetchRequest = fetch
    try context.execute(order)
    #expect(try transactions(after: old).map(\.transactionNumber) == [2, 4])
  }

  @Test("F376 The notification of a transaction can be merged")
  func merging() throws {
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = try coordinator
    let book = try save("1")
    let theirs = try other.existingObject(with: book.objectID)
    #expect(theirs.value(forKey: "title") == nil)
    book.setValue("new", forKey: "title")
    try context.save()
    let transaction = try #require(try transactions().last)
    other.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    #expect(theirs.value(forKey: "title") as? String == "new")
  }

  @Test("F380 Transactions are found by their values")
  func filters() throws {
    context.transactionAuthor = "Ada"
    try save("1")
    context.transactionAuthor = "Bob"
    try save("2")
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(
      format: "author != 'Ada' AND timestamp > %@",
      Date.distantPast as NSDate
    )
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let found = result?.result as? [NSPersistentHistoryTransaction]
    #expect(found?.map(\.author) == ["Bob"])
  }

  @Test("F380 A fetch request filters every other history request")
  func narrowed() throws {
    for (author, isbn) in [("Ada", "1"), ("Bob", "2"), ("Ada", "3")] {
      context.transactionAuthor = author
      try save(isbn)
    }
    let all = try transactions()
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author == 'Ada'")
    func numbers(_ request: NSPersistentHistoryChangeRequest) throws -> [Int64]? {
      request.fetchRequest = fetch
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return (result?.result as? [NSPersistentHistoryTransaction])?.map(\.transactionNumber)
    }
    let (first, second, third) = (all[0], all[1], all[2])
    #expect(
      try numbers(.fetchHistory(after: nil as NSPersistentHistoryToken?))
        == [first.transactionNumber, third.transactionNumber]
    )
    #expect(try numbers(.fetchHistory(after: first.timestamp)) == [third.transactionNumber])
    #expect(try numbers(.fetchHistory(after: second.token)) == [third.transactionNumber])
    let order = NSPersistentHistoryChangeRequest.deleteHistory(before: third.timestamp)
    order.fetchRequest = fetch
    try context.execute(order)
    #expect(
      try transactions().map(\.transactionNumber)
        == [second.transactionNumber, third.transactionNumber]
    )
    let rest = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
    rest.fetchRequest = fetch
    try context.execute(rest)
    #expect(try transactions().map(\.transactionNumber) == [second.transactionNumber])
  }

  @Test("F380 A fetch request filters the history after a token; tokens can be compared")
  func narrowedAfterToken() throws {
    context.transactionAuthor = "Ada"
    try save("1")
    let first = try token()
    try save("2")
    context.transactionAuthor = "Bob"
    try save("3")
    func authors(_ request: NSPersistentHistoryChangeRequest) throws -> [String?] {
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return (result?.result as? [NSPersistentHistoryTransaction] ?? []).map(\.author)
    }
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author == 'Ada'")
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: first)
    request.fetchRequest = fetch
    #expect(try authors(request) == ["Ada"])
    let copy = try #require(request.copy() as? NSPersistentHistoryChangeRequest)
    #expect(try authors(copy) == ["Ada"])
    request.fetchRequest = nil
    #expect(try authors(request) == ["Ada", "Bob"])
    for (format, count) in [
      ("token > %@", 2), ("%@ < token", 2), ("token == %@", 1), ("token < %@", 0),
    ] {
      fetch.predicate = NSPredicate(format: format, first)
      let found = try authors(NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch))
      #expect(found.count == count, "\(format)")
    }
  }

  @Test("F380 Changes are found by their kind, entity and object, one by one")
  func foundChanges() throws {
    let book = try save("1")
    Bookshop.make("Book", ["isbn": "2"], in: context)
    book.setValue("x", forKey: "title")
    try context.save()
    func changes(_ format: String, _ arguments: any CVarArg...) throws -> Int? {
      let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
      fetch.predicate = withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
      let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
      request.resultType = .changesOnly
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return (result?.result as? [NSPersistentHistoryChange])?.count
    }
    #expect(try changes("changeType == %d", NSPersistentHistoryChangeType.update.rawValue) == 1)
    #expect(try changes("changeType == %d", NSPersistentHistoryChangeType.insert.rawValue) == 2)
    #expect(try changes("changedEntity == %@", book.entity) == 3)
    #expect(try changes("changedObjectID == %@", book.objectID) == 2)
  }

  @Test("F265 The notification of a save has the token under \"newChangeToken\"")
  func notification() throws {
    let plain = try folder.context(Bookshop.makeModel(), "plain.sqlite")
    Bookshop.make("Book", ["isbn": "1"], in: plain)
    for (context, isKept) in [(self.context, true), (plain, false)] {
      let posted = PostedNotifications(.NSManagedObjectContextDidSave, from: context)
      Bookshop.make("Book", ["isbn": "2"], in: context)
      try context.save()
      let token = posted.all.last?.userInfo?["newChangeToken"] as? NSPersistentHistoryToken
      let coordinator = try #require(context.persistentStoreCoordinator)
      #expect((token != nil) == isKept)
      #expect(token == coordinator.currentPersistentHistoryToken(fromStores: nil))
    }
  }

  @Test("The token of a save ends at that save, even if others save before it is posted")
  func tokenOfTheSave() throws {
    let model = Bookshop.makeModel()
    model.entitiesByName["Book"]?.managedObjectClassName = NSStringFromClass(HookedObject.self)
    let options = [NSPersistentHistoryTrackingKey: true]
    let mine = try folder.context(model, options: options)
    let posted = PostedNotifications(.NSManagedObjectContextDidSave, from: mine)
    let book = try #require(Bookshop.make("Book", ["isbn": "1"], in: mine) as? HookedObject)
    var failure: (any Error)?
    book.onDidSave = { [context] _ in
      Bookshop.make("Book", ["isbn": "2"], in: context)
      do { try context.save() } catch { failure = error }
    }
    try mine.save()
    #expect(failure == nil)
    let token = try #require(
      posted.all.last?.userInfo?["newChangeToken"] as? NSPersistentHistoryToken
    )
    #expect(try token != self.token())
    let missed = try transactions(after: token)
    #expect(missed.compactMap(\.changes).map { $0.map(\.changeType) } == [[.insert]])
  }

  @Test("The author of a parent can change while batch requests of a child read it")
  func changingAuthor() async throws {
    let context = context
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    async let requests: Void = child.perform {
      for number in 0..<100 {
        try child.execute(
          NSBatchInsertRequest(entityName: "Book", objects: [["isbn": "\(number)"]])
        )
      }
    }
    for number in 0..<10_000 { context.transactionAuthor = "author \(number)" }
    try await requests
    let authors = try transactions().map(\.author)
    #expect(authors.count == 100 && authors.allSatisfy { $0?.hasPrefix("author") ?? true })
  }

  @Test("F362 Batch requests are transactions too")
  func batches() throws {
    let rows = [["isbn": "1"], ["isbn": "2"]]
    try context.execute(NSBatchInsertRequest(entityName: "Book", objects: rows))
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["title": "x"]
    try context.execute(update)
    let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    try context.execute(NSBatchDeleteRequest(fetchRequest: all))
    let found = try transactions()
    #expect(found.count == 3)
    let types = found.map { ($0.changes ?? []).map(\.changeType) }
    #expect(types == [[.insert, .insert], [.update, .update], [.delete, .delete]])
    #expect(found[1].changes?.first?.updatedProperties?.map(\.name) == ["title"])
    #expect(found[2].changes?.last?.tombstone as? [String: String] == ["isbn": "2"])
  }

  @Test("F381 Tokens survive an archive")
  func archives() throws {
    try save("1")
    let token = try token()
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self,
      from: data
    )
    #expect(read == token)
    try save("2")
    #expect(try transactions(after: read).count == 1)
  }

  @Test("A save that fails leaves nothing in the history")
  func failure() throws {
    try save("1")
    Bookshop.make("Book", ["isbn": "1"], in: context)
    #expect(throws: NSError.self) { try context.save() }
    #expect(try transactions().count == 1)
    context.rollback()
    try save("2")
    #expect(try transactions().map(\.transactionNumber) == [1, 2])
  }

  @Test("The tables are those of Core Data", .stores(.sqlite))
  func tables() throws {
    try save("1")
    let names = try folder.query("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
    #expect(names == "16001|CHANGE\n16002|TRANSACTION\n16003|TRANSACTIONSTRING")
    let row = "SELECT Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE"
    #expect(try folder.query(row) == "16001|0|1|1|1")
  }
}
