import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of the counters of one coordinator, while others are in use.
@Suite("Counters", .everyDatabase) struct MetricsTests {
  private let place: LoggedPlace

  init() throws { place = try LoggedPlace() }

  private func metrics(_ context: NSManagedObjectContext) -> CoreDataMetrics {
    context.persistentStoreCoordinator?.openCoreDataMetrics ?? CoreDataMetrics()
  }

  @Test("Saves, fetches, statements and rows")
  func work() throws {
    let context = try place.context()
    let start = metrics(context)
    #expect(start.saves == 0 && start.fetches == 0)
    for number in 0..<100 { LogCollector.note("note \(number)", in: context) }
    try context.save()
    let saved = metrics(context).since(start)
    #expect(saved.saves == 1)
    #expect(saved.failedSaves == 0)
    // The notes, and the row with the maximum primary key.
    #expect((100...102).contains(saved.rowsWritten), "\(saved.rowsWritten)")
    #expect((4...60).contains(saved.statements), "\(saved.statements)")

    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let before = metrics(context)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    #expect(try other.fetch(request).count == 100)
    #expect(try other.count(for: request) == 100)
    let fetched = metrics(context).since(before)
    #expect(fetched.fetches == 2)
    #expect(fetched.statements == 2)
    #expect(fetched.rowsRead == 101)
    #expect(fetched.rowsWritten == 0)
    #expect(fetched.saves == 0)
  }

  @Test("Faults whose rows are in memory, and those whose rows are not")
  func faults() throws {
    let context = try place.context()
    let notes = (0..<10).map { LogCollector.note("note \($0)", in: context) }
    try context.save()
    let ids = notes.map(\.objectID)
    func read(_ context: NSManagedObjectContext) -> CoreDataMetrics {
      let before = metrics(context)
      for id in ids { _ = context.object(with: id).value(forKey: "text") }
      return metrics(context).since(before)
    }
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let warm = read(other)
    #expect(warm.faultsFired == 10)
    #expect(warm.rowCacheHits == 10)
    #expect(warm.rowCacheMisses == 0)
    #expect(warm.statements == 0)

    let cold = read(try place.context())
    #expect(cold.faultsFired == 10)
    #expect(cold.rowCacheHits == 0)
    #expect(cold.rowCacheMisses == 10)
    #expect(cold.statements == 10)
    #expect(cold.rowsRead == 10)
  }

  @Test("Failed saves and conflicts")
  func conflicts() throws {
    let context = try place.context()
    let note = LogCollector.note("first", in: context)
    try context.save()
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let same = other.object(with: note.objectID)
    same.setValue("second", forKey: "text")
    note.setValue("third", forKey: "text")
    try context.save()
    #expect(throws: (any Error).self) { try other.save() }
    #expect(metrics(context).conflicts == 1)
    #expect(metrics(context).failedSaves == 1)
    other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try other.save()
    #expect(metrics(context).conflicts == 2)
    #expect(metrics(context).saves == 3)
    LogCollector.note(nil, in: context)
    #expect(throws: (any Error).self) { try context.save() }
    #expect(metrics(context).failedSaves == 2)
  }

  @Test("The pool: readers that are used while the coordinator is busy, and callers that wait")
  func pool() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LogCollector.model())
    let store = try place.add(
      to: coordinator,
      options: [NSPersistentStoreConnectionPoolMaxSizeKey: 2]
    )
    let contexts = (0..<3).map { _ in
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    LogCollector.note("a", in: contexts[0])
    try contexts[0].save()
    var metrics = coordinator.openCoreDataMetrics
    #expect(metrics.poolSize == 1)
    #expect(metrics.poolOpen == 0)
    #expect(metrics.poolUses == 0)
    #expect(metrics.poolWaits == 0)
    #expect(metrics.poolInUse == 0)

    // While one context uses the coordinator, others use a read connection.
    let found = DispatchSemaphore(value: 0)
    let fetcher = UncheckedContext(contexts[1])
    coordinator.performAndWait {
      DispatchQueue.global().async {
        _ = try? fetcher.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
        found.signal()
      }
      #expect(found.wait(timeout: .now() + 20) == .success)
    }
    metrics = coordinator.openCoreDataMetrics
    #expect(metrics.poolOpen == 1)
    #expect(metrics.poolUses == 1)
    #expect(metrics.poolInUse == 0)
    #expect(metrics.statements > 0)

    try coordinator.remove(store)
    metrics = coordinator.openCoreDataMetrics
    #expect(metrics.poolSize == 0)
    #expect(metrics.poolOpen == 0)
    #expect(metrics.poolUses == 1)
  }

  @Test("A caller without a reader waits, which is counted")
  func waits() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LogCollector.model())
    try place.add(
      to: coordinator,
      options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1]
    )
    let fetcher = UncheckedContext(
      NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    )
    fetcher.context.persistentStoreCoordinator = coordinator
    let found = DispatchSemaphore(value: 0)
    coordinator.performAndWait {
      DispatchQueue.global().async {
        _ = try? fetcher.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
        found.signal()
      }
      let deadline = Date(timeIntervalSinceNow: 20)
      while coordinator.openCoreDataMetrics.poolWaits == 0, Date() < deadline {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    #expect(found.wait(timeout: .now() + 20) == .success)
    #expect(coordinator.openCoreDataMetrics.poolWaits == 1)
  }

  @Test("Counters of ended threads are kept, and sums never decrease")
  func totals() throws {
    let before = CoreDataMetrics.current
    try autoreleasepool {
      for round in 0..<5 {
        let context = try LoggedPlace("\(round)").context()
        for _ in 0..<50 {
          let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          other.persistentStoreCoordinator = context.persistentStoreCoordinator
          let note = LogCollector.note("a", in: other)
          try other.save()
          other.refresh(note, mergeChanges: false)
          _ = note.value(forKey: "text")
        }
        #expect(metrics(context).saves == 50)
        #expect(metrics(context).faultsFired == 50)
      }
    }
    let after = CoreDataMetrics.current.since(before)
    #expect(after.saves >= 250)
    #expect(after.faultsFired >= 250)
    #expect(after.rowsWritten >= 250)
  }

  @Test("Differences leave what there is, and names are those of Prometheus")
  func values() throws {
    let context = try place.context()
    LogCollector.note("a", in: context)
    try context.save()
    let metrics = metrics(context)
    #expect(metrics.since(metrics).saves == 0)
    #expect(metrics.since(metrics).poolSize == metrics.poolSize)
    #expect(metrics.poolSize == 7)
    let names = metrics.values.map(\.name)
    #expect(Set(names).count == names.count)
    for value in metrics.values {
      #expect(value.name.hasPrefix("coredata_"))
      #expect(value.name.hasSuffix("_total") == (value.kind == .counter))
      #expect(metrics.prometheusText.contains("\n\(value.name) \(value.number)\n"))
      #expect(metrics.prometheusText.contains("# TYPE \(value.name) \(value.kind.rawValue)\n"))
    }
    #expect(
      metrics.prometheusText.hasPrefix("# HELP coredata_saves_total Saves that wrote to stores.\n")
    )
  }
}

/// A context that is used by one thread at a time.
private final class UncheckedContext: @unchecked Sendable {
  let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }
}
