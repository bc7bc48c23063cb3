import CoreData
import Foundation
import SQLiteDriver
import Synchronization
import Testing

/// Tests of several processes that use one store concurrently.
///
/// The processes run this test program again, with the test `work` only.
@Suite("Several processes with one SQLite store", .timeLimit(.minutes(30))) struct ProcessTests {
  private static let variable = "CORE_DATA_TEST_STORE"
  private static let rounds = 25

  /// Inserts books, and increments a counter in an object that all processes share.
  @Test(
    "The work of each process",
    .enabled(if: ProcessInfo.processInfo.environment[variable] != nil)
  )
  func work() throws {
    let path = try #require(ProcessInfo.processInfo.environment[Self.variable])
    let context = try Self.context(path)
    context.stalenessInterval = 0
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "isbn == 'counter'")
    let counter = try #require(try context.fetch(request).first)
    let process = ProcessInfo.processInfo.processIdentifier
    for round in 0..<Self.rounds {
      Bookshop.make("Novel", ["isbn": "\(process)-\(round)"], in: context)
      while true {
        let pages = counter.value(forKey: "pages") as? Int ?? 0
        counter.setValue(pages + 1, forKey: "pages")
        do {
          try context.save()
          break
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
          context.refresh(counter, mergeChanges: false)
        }
      }
    }
  }

  private static func context(
    _ path: String,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Bookshop.makeModel())
    let url = URL(fileURLWithPath: path)
    var options = options ?? [:]
    options[NSPersistentStoreTimeoutOption] = 60
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func start(_ path: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "ProcessTests/work"]
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = path
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(
    "F265 No process loses a save of another, and each gets notifications of them",
    .enabled(if: ProcessInfo.processInfo.environment[variable] == nil)
  )
  func severalWriters() throws {
    let folder = try StoreFolder()
    let path = folder.store().path
    let context = try Self.context(
      path,
      options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
    )
    Bookshop.make("Book", ["isbn": "counter", "pages": 0], in: context)
    try context.save()
    let told = DispatchSemaphore(value: 0)
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange,
      object: context.persistentStoreCoordinator,
      queue: nil
    ) { _ in told.signal() }
    defer { NotificationCenter.default.removeObserver(token) }
    _ = told.wait(timeout: .now() + 1)
    let processes = try (0..<2).map { _ in try start(path) }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == [0, 0])
    #expect(told.wait(timeout: .now() + 10) == .success)
    let reader = try Self.context(path)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    #expect(try reader.count(for: request) == 2 * Self.rounds + 1)
    request.predicate = NSPredicate(format: "isbn == 'counter'")
    let counter = try #require(try reader.fetch(request).first)
    #expect(counter.value(forKey: "pages") as? Int == 2 * Self.rounds)
    #expect(try folder.query("PRAGMA integrity_check") == "ok")
  }

  @Test("Programs that create a store at the same time share one") func makingAtOnce() throws {
    for round in 0..<40 {
      let folder = try StoreFolder()
      let url = folder.store()
      let problems = Mutex<[String]>([])
      let identifiers = Mutex<Set<String>>([])
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        do {
          let context = try StoreFolder.context(at: url)
          try context.performAndWait {
            Bookshop.make("Shelf", ["name": "\(number)"], in: context)
            try context.save()
          }
          let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
          identifiers.withLock { _ = $0.insert(store.identifier) }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
      #expect(problems.withLock { $0 } == [], "\(round)")
      #expect(identifiers.withLock { $0.count } == 1, "\(round)")
      let context = try StoreFolder.context(at: url)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Shelf")) == 4)
    }
  }

  @Test("A store is created as soon as another program closes its empty file")
  func makingAfterWaiting() throws {
    let folder = try StoreFolder()
    nonisolated(unsafe) let other = try SQLiteConnection(path: folder.store().path)
    try other.execute("BEGIN IMMEDIATE")
    let clock = ContinuousClock()
    let start = clock.now
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.3)
      other.close()
    }
    let context = try StoreFolder.context(at: folder.store())
    #expect(clock.now - start >= .milliseconds(250))
    try context.performAndWait {
      Bookshop.make("Shelf", ["name": "Late"], in: context)
      try context.save()
    }
    #expect(try folder.query("PRAGMA journal_mode") == "wal")
  }
}
