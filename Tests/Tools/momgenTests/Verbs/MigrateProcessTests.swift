import Foundation
import Testing

@testable import momgen

/// `momgen migrate` as a separate process: the effect of a signal, and of a concurrent process.
@Suite(.enabled(if: Program.isAvailable())) struct MigrateProcessTests {
  /// A store whose migration takes a while.
  private func largeStore(journal: String) throws -> SampleStore {
    let store = try SampleStore(version: "League 2")
    try store.execute(
      """
      PRAGMA journal_mode = \(journal);
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
        INSERT INTO ZPLAYER(Z_PK, Z_ENT, Z_OPT, ZEMAIL, ZFIRSTNAME, ZLASTNAME)
        SELECT i, 1, 1, 'e' || i, 'first name', 'last name' FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 400000 WHERE Z_ENT = 1;
      """
    )
    return store
  }

  /// Starts a migration, and waits until it writes.
  private func start(_ store: SampleStore, until suffix: String) throws -> Process {
    let process = try Program.start(
      "exec \"$0\" \"$@\"",
      ["migrate", store.path, "--model", SampleStore.league, "--to", "League"]
    )
    func size() -> Int {
      let attributes = try? FileManager.default.attributesOfItem(atPath: store.path + suffix)
      return (attributes?[.size] as? Int) ?? 0
    }
    for _ in 0..<2_000 where size() == 0 && process.isRunning { usleep(2_000) }
    return process
  }

  /// Without a write-ahead log, an interrupted change is in the database itself until it is rolled back.
  @Test(arguments: ["DELETE", "WAL"])
  func aKilledMigrationIsRolledBack(journal: String) throws {
    let store = try largeStore(journal: journal)
    let process = try start(store, until: journal == "WAL" ? "-wal" : "-journal")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let inspection = Run("inspect", store.path, "--model", SampleStore.league)
    if inspection.exitCode == 0 {
      #expect(inspection.output.contains("version 'League 2'"))
    } else {
      #expect(inspection.exitCode == 3)
      #expect(inspection.errorOutput.contains("[interrupted-change]"), "\(inspection.errorOutput)")
    }
    let words = ["migrate", store.path, "--model", SampleStore.league, "--to", "League"]
    #expect(Run(words: words).exitCode == 0)
    #expect(Run("verify", store.path, "--model", SampleStore.league).exitCode == 0)
    #expect(try store.names() == ["League.sqlite"])
  }

  @Test(arguments: ["TERM", "INT"])
  func aSignalLeavesTheStore(signal: String) throws {
    let store = try largeStore(journal: "DELETE")
    let bytes = try store.bytes()
    let process = try start(store, until: "-journal")
    kill(process.processIdentifier, signal == "TERM" ? SIGTERM : SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 1)
    #expect(try store.bytes() == bytes)
    #expect(try store.names() == ["League.sqlite"])
  }

  @Test(arguments: ["WAL", "DELETE"])
  func twoAtOnce(journal: String) throws {
    let store = try SampleStore()
    try store.execute("PRAGMA journal_mode = \(journal)")
    let process = try Program.start(
      """
      "$0" "$@" >"$2.one" & "$0" "$@" >"$2.two"; second=$?; wait $! && exit $second
      """,
      ["migrate", store.path, "--model", SampleStore.league, "--to", "League 2"]
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let outputs = try ["one", "two"].map { try store.scratch.read("League.sqlite." + $0) }
    #expect(outputs.contains { $0.contains("migrated to 'League 2'") }, "\(outputs)")
    #expect(outputs.contains { !$0.contains("migrated to 'League 2'") }, "\(outputs)")
    #expect(Run("verify", store.path, "--model", SampleStore.league).exitCode == 0)
  }
}
