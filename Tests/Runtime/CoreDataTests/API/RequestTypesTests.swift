import CoreData
import Foundation
import Testing

/// Tests of the properties and the execution of requests other than fetching and saving.
struct RequestTypesTests {
  private func context() throws -> NSManagedObjectContext {
    try StackBuilder("Library", Library.model).inMemory().build().newBackgroundContext()
  }

  @Test("Batch requests return the values that were set") func batchRequests() throws {
    // Classes have entities only once a model is in use.
    _ = try context()
    let fetch = NSFetchRequest<Book>(entityName: "Book")
    fetch.predicate = NSPredicate(format: "pages > 3")
    let delete = NSBatchDeleteRequest(fetchRequest: fetch)
    #expect(
      delete.fetchRequest.entityName == "Book" && delete.requestType == .batchDeleteRequestType
    )
    #expect(delete.fetchRequest.predicate == fetch.predicate)
    #expect(delete.resultType == .resultTypeStatusOnly)
    let untyped = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    #expect(NSBatchDeleteRequest(fetchRequest: untyped).fetchRequest.entityName == "Book")
    #expect(
      NSBatchDeleteRequest(fetchRequest: Book.fetchRequest()).fetchRequest.entityName == "Book"
    )

    let insert = NSBatchInsertRequest(entityName: "Book", objects: [["name": "A"], ["name": "B"]])
    #expect(insert.objectsToInsert?.count == 2 && insert.entity == nil)
    #expect(insert.requestType == .batchInsertRequestType)
    var rest = 2
    let handled = NSBatchInsertRequest(entity: Book.entity()) { (row: NSMutableDictionary) in
      row["name"] = "\(rest)"
      rest -= 1
      return rest < 0
    }
    #expect(
      handled.entityName == "Book" && handled.dictionaryHandler?(NSMutableDictionary()) == false
    )
    let filled = NSBatchInsertRequest(entityName: "Book") { (_: NSManagedObject) in true }
    #expect(filled.managedObjectHandler != nil && filled.dictionaryHandler == nil)

    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["pages": 3]
    update.resultType = .updatedObjectsCountResultType
    let copy = try #require(update.copy() as? NSBatchUpdateRequest)
    #expect(copy.propertiesToUpdate?["pages"] as? Int == 3 && copy.includesSubentities)
    #expect(copy.resultType == .updatedObjectsCountResultType && copy.entityName == "Book")
  }

  @Test("Stores that cannot execute a request refuse it") func refusal() throws {
    let context = try context()
    context.performAndWait {
      let requests: [NSPersistentStoreRequest] = [
        NSBatchDeleteRequest(fetchRequest: NSFetchRequest<Book>(entityName: "Book")),
        NSBatchUpdateRequest(entityName: "Book"), NSBatchInsertRequest(),
        NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast),
      ]
      for request in requests {
        let error = #expect(throws: CocoaError.self) { try context.execute(request) }
        #expect(error?.code == .persistentStoreUnsupportedRequestType)
      }
      #expect(throws: CocoaError.self) { try Book.batchDelete(in: context) }
      #expect(throws: CocoaError.self) { try Book.batchUpdate(in: context, set: ["pages": 1]) }
    }
  }

  @Test("A batch request that would leave out a store is refused unless it names its stores")
  func storesLeftOut() throws {
    let scratch = try StoreScratch()
    let coordinator = scratch.coordinator()
    let context = scratch.context(coordinator)
    let file = try coordinator.addPersistentStore(type: .xml, at: scratch.url("store.xml"))
    let database = try coordinator.addPersistentStore(
      type: .sqlite,
      at: scratch.url("store.sqlite")
    )
    for store in [file, database] { context.assign(Player(context: context), to: store) }
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Player")
    update.propertiesToUpdate = ["goals": 1]
    let deletion = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
    )
    for request in [update, deletion] {
      let error = #expect(throws: CocoaError.self) { try context.execute(request) }
      #expect(error?.code == .persistentStoreUnsupportedRequestType)
    }
    context.reset()
    #expect(try scratch.players(context).map(\.goals) == [0, 0])
    deletion.affectedStores = [database]
    try context.execute(deletion)
    #expect(try scratch.players(context).map(\.objectID.persistentStore) == [file])
  }

  @Test("A fetch runs beside the program, and calls back on the context's queue")
  func asynchronousFetch() async throws {
    let context = try context()
    try await context.perform {
      for _ in 0..<3 { _ = Book(context: context) }
      try context.save()
    }
    let names: [Int] = try await withCheckedThrowingContinuation { continuation in
      context.perform {
        let request = NSAsynchronousFetchRequest(
          fetchRequest: NSFetchRequest<Book>(entityName: "Book")
        ) { (result: NSAsynchronousFetchResult<Book>) in
          continuation.resume(returning: result.finalResult?.map(\.pages) ?? [])
        }
        do {
          let result = try context.execute(request) as? NSAsynchronousFetchResult<Book>
          #expect(result?.finalResult == nil && result?.managedObjectContext === context)
          #expect(result?.fetchRequest === request)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    #expect(names == [0, 0, 0])
  }

  @Test("A fetch that is given up yields nothing but an error") func cancelledFetch() async throws {
    let context = try context()
    let outcome: (Bool, Bool) = await withCheckedContinuation { continuation in
      context.perform {
        let request = NSAsynchronousFetchRequest(
          fetchRequest: NSFetchRequest<Book>(entityName: "Book")
        ) { result in
          let error = result.operationError as? CocoaError
          continuation.resume(returning: (result.finalResult == nil, error?.code == .userCancelled))
        }
        (try? context.execute(request) as? NSPersistentStoreAsynchronousResult)?.cancel()
      }
    }
    #expect(outcome == (true, true))
  }

  @Test("The block of an asynchronous request takes results of every type") func completionBlock() {
    var count = 0
    let request = NSAsynchronousFetchRequest(
      fetchRequest: NSFetchRequest<Book>(entityName: "Book")
    ) { result in
      count += result.finalResult == nil ? 1 : 0
    }
    let block: NSPersistentStoreAsynchronousFetchResultCompletionBlock? = request.completionBlock
    #expect(block != nil && count == 0)
    let copy = request.copy() as? NSAsynchronousFetchRequest<Book>
    #expect(copy?.fetchRequest.entityName == "Book" && copy?.completionBlock != nil)
  }

  @Test("A fetch request is executed by the context whose work is being done") func execute() throws
  {
    let context = try context()
    let request = NSFetchRequest<Book>(entityName: "Book")
    try context.performAndWait {
      _ = Book(context: context)
      #expect(try request.execute().count == 1)
      let child = context.child()
      let inChild = try child.performAndWait {
        _ = Book(context: child)
        return try request.execute()
      }
      #expect(inChild.count == 2)
      #expect(try request.execute().count == 1)
    }
    #expect(throws: (any Error).self) { try request.execute() }
  }

  @Test("A context that executes a fetch request looks at what is saved") func executeFetch() throws
  {
    let context = try context()
    try context.performAndWait {
      _ = Book(context: context)
      try context.save()
      _ = Book(context: context)
      let result = try context.execute(NSFetchRequest<Book>(entityName: "Book"))
      let found = (result as? NSAsynchronousFetchResult<any NSFetchRequestResult>)?.finalResult
      #expect(found?.count == 1)
    }
  }

  @Test("History requests return their values; tokens survive an archive") func history() throws {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?
    )
    #expect(request.token == nil && request.resultType == .transactionsAndChanges)
    request.resultType = .changesOnly
    #expect((request.copy() as? NSPersistentHistoryChangeRequest)?.resultType == .changesOnly)
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Transaction")
    #expect(
      NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch).fetchRequest === fetch
    )
    #expect(NSPersistentHistoryTransaction.fetchRequest?.entity?.name == "Transaction")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.makeModel())
    #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    try coordinator.finishDeferredLightweightMigration()
  }

  @Test("Numbers of enumerations are Apple's") func rawValues() {
    #expect(NSBatchDeleteRequestResultType.resultTypeCount.rawValue == 2)
    #expect(NSBatchInsertRequestResultType.objectIDs.rawValue == 1)
    #expect(NSBatchUpdateRequestResultType.updatedObjectsCountResultType.rawValue == 2)
    #expect(NSPersistentHistoryChangeType.delete.rawValue == 2)
    #expect(NSPersistentHistoryResultType.transactionsAndChanges.rawValue == 5)
    #expect(NSEntityMappingType.transformEntityMappingType.rawValue == 5)
    #expect(NSPersistentStoreRequestType.batchDeleteRequestType.rawValue == 7)
    #expect(NSAttributeType.compositeAttributeType.rawValue == 2100)
    #expect(NSDeleteRule.denyDeleteRule.rawValue == 3)
    #expect(NSSnapshotEventType.mergePolicy.rawValue == 64)
    #expect(NSFetchRequestResultType.countResultType.rawValue == 4)
    #expect(NSManagedObjectContextConcurrencyType.mainQueueConcurrencyType.rawValue == 2)
    #expect(NSMergePolicyType.rollbackMergePolicyType.rawValue == 4)
  }
}
