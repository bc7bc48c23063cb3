import CoreData
import Foundation
import SQLDriver
import Synchronization
import Testing

@Suite("Connections that are lost") struct LostConnectionTests {
  let shop = Shop()
  let program = "program " + UUID().uuidString

  private func open(_ options: [String: Any] = [:]) throws -> NSPersistentStoreCoordinator {
    var all: [String: Any] = [OpenCoreDataPostgreSQLApplicationNameOption: program]
    all.merge(options) { _, new in new }
    return try shop.open(all)
  }

  @Test("Reading and saving continue with another connection")
  func goingOn() throws {
    let coordinator = try open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try shop.endConnections(of: program)
    #expect(try coordinator.context().names() == ["a"])
    try shop.endConnections(of: program)
    usleep(1_100_000)
    try context.item("b")
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  @Test("A save that loses its connection has written nothing, and can be made again")
  func lostSave() throws {
    let coordinator = try open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try context.item("b")
    try shop.endConnections(of: program)
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.code != OpenCoreDataUncertainSaveError && error.domain == NSCocoaErrorDomain)
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  @Test("A commit whose answer is late is found to have happened, once")
  func lateAnswer() throws {
    let coordinator = try open([OpenCoreDataPostgreSQLAnswerTimeoutOption: 1])
    try shop.whenInserting("PERFORM pg_sleep(2)", isCommitting: true)
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    #expect(!context.hasChanges)
    #expect(try shop.open().context().names() == ["a"])
    let markers = "SELECT count(*) FROM coredata_transaction WHERE confirmed AND NOT refused"
    #expect(try shop.connect().value(markers) == 1)
    #expect(try coordinator.context().names() == ["a"])
  }

  @Test("A commit that dies with its connection did not happen, and never will")
  func diedInCommit() throws {
    let coordinator = try open()
    try shop.whenInserting("PERFORM pg_terminate_backend(pg_backend_pid())", isCommitting: true)
    let context = coordinator.context()
    try context.item("a")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect("\(error)".contains("nothing was written"), "\(error)")
    #expect(error.code != OpenCoreDataUncertainSaveError)
    #expect(context.hasChanges)
    try shop.connect().execute("DROP TRIGGER slow ON item")
    try context.save()
    #expect(try shop.open().context().names() == ["a"])
  }

  @Test("A commit that does not end is ended, and did not happen")
  func endlessCommit() throws {
    let coordinator = try open([OpenCoreDataPostgreSQLAnswerTimeoutOption: 1])
    try shop.whenInserting("PERFORM pg_sleep(600)", isCommitting: true)
    let context = coordinator.context()
    try context.item("a")
    let start = ContinuousClock.now
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect("\(error)".contains("nothing was written"), "\(error)")
    let sleeping =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
      + " AND application_name = $1"
    #expect(try shop.connect().value(sleeping, .text(program)) == 0)
    try shop.connect().execute("DROP TRIGGER slow ON item")
    try context.save()
    #expect(try shop.open().context().names() == ["a"])
  }

  /// Locks the markers against others as soon as the transaction that is committing has ended.
  private func lockMarkers() throws -> any SQLConnection {
    let connection = try shop.connect()
    usleep(500_000)
    try connection.begin()
    try connection.execute(
      "SET LOCAL lock_timeout = 0; LOCK TABLE coredata_transaction IN SHARE MODE"
    )
    return connection
  }

  @Test("A commit whose outcome no server reports in time can be checked later")
  func uncertain() throws {
    let coordinator = try open([
      OpenCoreDataPostgreSQLAnswerTimeoutOption: 1,
      OpenCoreDataPostgreSQLSettlementTimeoutOption: 0,
    ])
    try shop.whenInserting("PERFORM pg_sleep(2)", isCommitting: true)
    let context = coordinator.context()
    try context.item("a")
    let outcome = Mutex<NSError?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      do { try context.save() } catch { outcome.withLock { $0 = error as NSError } }
      isOver.signal()
    }.start()
    let connection = try lockMarkers()
    isOver.wait()
    let error = try #require(outcome.withLock { $0 })
    #expect(error.code == OpenCoreDataUncertainSaveError, "\(error)")
    #expect(context.hasChanges)
    try connection.rollBack()
    #expect(try coordinator.settleUncertainSave(error))
    #expect(try coordinator.context().names() == ["a"])
    #expect(throws: (any Error).self) {
      try coordinator.settleUncertainSave(CocoaError(.fileNoSuchFile))
    }
  }

  @Test("A connection that has frozen while it was idle is replaced before it is used")
  func frozenReader() throws {
    let coordinator = try open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    let latch = try Latch(for: shop, isForCommits: true)
    /// Runs a closure during a save, so that it uses read connections.
    func whileSaving(_ name: String, _ body: () throws -> Void) throws {
      let isOver = DispatchSemaphore(value: 0)
      Thread {
        let context = coordinator.context()
        _ = try? context.item(name)
        try? context.save()
        isOver.signal()
      }.start()
      try latch.waitForTransaction()
      try body()
      try latch.open()
      isOver.wait()
      try latch.close()
    }
    try whileSaving("b") {
      let names = try coordinator.context().names()
      #expect(names == ["a"])
    }
    usleep(1_200_000)
    let processes = try shop.connect().rows(
      "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND state = 'idle'",
      .text(program)
    ).compactMap { row -> Int32? in
      if case .integer(let number) = row[0] { Int32(number) } else { nil }
    }
    #expect(processes.count >= 2)
    for process in processes { #expect(kill(process, SIGSTOP) == 0) }
    defer { for process in processes { kill(process, SIGCONT) } }
    let start = ContinuousClock.now
    try whileSaving("c") {
      let names = try coordinator.context().names("name < 'c'")
      #expect(names == ["a", "b"])
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(try shop.open().context().names() == ["a", "b", "c"])
  }
}
