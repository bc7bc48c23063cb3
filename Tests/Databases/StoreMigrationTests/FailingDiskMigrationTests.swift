import DiskFaults
import Foundation
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests of disks that fail or are full at each call of a migration that modifies them.
@Suite("Migrations on failing disks", .timeLimit(.minutes(30))) struct FailingDiskMigrationTests {
  private static var migration: StoreMigration {
    StoreMigration(
      to: StoredModel(RichVersions.new),
      losses: .all,
      functions: Set(StoreFunction.allCases.map(\.rawValue)),
      verification: .everything
    )
  }

  /// Migrates the store on the disk, and returns whether that has succeeded.
  ///
  /// The page cache is so small that changes reach the disk before the end.
  private func migrate(_ file: StoreFile, on disk: FaultyDisk) -> Bool {
    do {
      let connection = try file.open(vfs: disk.name)
      defer { connection.close() }
      try connection.execute("PRAGMA cache_size=4; PRAGMA synchronous=FULL")
      return try Self.migration.run(on: connection) != nil
    } catch {
      return false
    }
  }

  @Test(
    "Whichever call fails, the store is the old one, byte for byte, or the new one",
    arguments: ["WAL", "DELETE"],
    FaultyDisk.Fault.allCases
  )
  func anyCall(journal: String, fault: FaultyDisk.Fault) throws {
    let original = try StoreFile(of: StoredModel(RichVersions.old), journal: journal)
    let old = try (bytes: original.bytes(), contents: original.contents())
    let migrated = try StoreFile(copyOf: original)
    try migrated.withConnection { _ = try Self.migration.run(on: $0) }
    let new = try migrated.contents()
    #expect(old.contents != new)

    var outcomes: (failed: Int, succeeded: Int) = (0, 0)
    for lasts in [false, true] {
      for call in 1...2_000 {
        let file = try StoreFile(copyOf: original)
        let disk = try FaultyDisk()
        disk.fail(call: call, fault, lasts: lasts)
        let hasSucceeded = migrate(file, on: disk)
        guard disk.failures > 0 else { break }
        disk.heal()
        let contents = try file.contents()
        if hasSucceeded {
          outcomes.succeeded += 1
          #expect(contents == new, "call \(call), \(lasts)")
        } else {
          outcomes.failed += 1
          #expect(contents == old.contents || contents == new, "call \(call), \(lasts)")
        }
        if contents == old.contents {
          #expect(try file.bytes() == old.bytes, "call \(call), \(lasts)")
          #expect(try file.withConnection { try Self.migration.run(on: $0) } != nil)
        }
        #expect(try file.contents() == new, "call \(call), \(lasts)")
      }
    }
    print("\(journal), \(fault): \(outcomes.failed) failed, \(outcomes.succeeded) went on")
    #expect(outcomes.failed > 20)
  }

  @Test("Two programs migrate the same store: one does it, and the other finds it done")
  func twoAtOnce() async throws {
    for journal in ["WAL", "DELETE"] {
      let file = try StoreFile(of: StoredModel(RichVersions.old), journal: journal)
      let reports = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let connection = try file.open()
            defer { connection.close() }
            return try Self.migration.run(on: connection) != nil
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(reports.filter { $0 }.count == 1)
      #expect(try file.withConnection { try Self.migration.outline(of: $0) } == nil)
    }
  }
}
