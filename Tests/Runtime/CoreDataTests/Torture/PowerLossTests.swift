import CoreData
import DiskFaults
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests of stores after a simulated power loss, with a random part of what was not synced.
@Suite("Stores after a power failure", .timeLimit(.minutes(30))) struct PowerLossTests {
  /// The files after one power loss.
  private struct Loss {
    var acknowledged: Int
    var found: Int
  }

  /// Saves until the power loss; the resulting files are in the folder `after`.
  private func savesUntilLoss(
    in folder: StoreFolder,
    seed: Int,
    options: [AnyHashable: Any]
  ) throws -> Int {
    let after = folder.url.appendingPathComponent("after")
    try FileManager.default.createDirectory(at: after, withIntermediateDirectories: true)
    var dice = Dice(UInt64(seed))
    var acknowledged = 0
    let disk = try FaultyDisk()
    let context = try disk.context(folder.store(), options: options)
    try Rounds.begin(context)
    disk.crash(call: Int.random(in: 1...200, using: &dice), seed: UInt(seed), into: after.path)
    for round in 0..<120 where !disk.hasCrashed {
      do {
        try Rounds.change(round, in: context)
        try context.save()
        acknowledged = round + 1
      } catch {
        #expect(disk.hasCrashed, "\(error)")
      }
    }
    #expect(disk.hasCrashed)
    return acknowledged
  }

  private func remains(in folder: StoreFolder) -> URL {
    folder.url.appendingPathComponent("after/store.sqlite")
  }

  /// Saves until the power loss, and checks the resulting files.
  private func lose(seed: Int, options: [AnyHashable: Any]) throws -> Loss {
    let folder = try StoreFolder()
    let acknowledged = try savesUntilLoss(in: folder, seed: seed, options: options)
    let found = try Rounds.check(StoreFolder.context(at: remains(in: folder)))
    #expect(try StoreFolder.integrity(of: remains(in: folder)) == "ok")
    return Loss(acknowledged: acknowledged, found: found)
  }

  /// Simulates a power loss for each seed, and sums up what was acknowledged.
  private func loseAll(
    _ seeds: Int,
    pragmas: [String: String],
    check: (_ loss: Loss, _ seed: Int) -> Void
  ) throws -> Int {
    var acknowledged = 0
    for seed in 1...seeds {
      let loss = try lose(seed: seed, options: [NSSQLitePragmasOption: pragmas])
      #expect(loss.found <= loss.acknowledged + 1, "seed \(seed)")
      check(loss, seed)
      acknowledged += loss.acknowledged
    }
    return acknowledged
  }

  @Test("Without syncs the disk of these tests does lose what was acknowledged, or is damaged")
  func lossyDisk() throws {
    var losses = 0
    for seed in 1...15 {
      let folder = try StoreFolder()
      let acknowledged = try savesUntilLoss(
        in: folder,
        seed: seed,
        options: [NSSQLitePragmasOption: ["synchronous": "OFF", "wal_autocheckpoint": "20"]]
      )
      let count = try? SQLiteConnection(path: remains(in: folder).path)
        .value("SELECT COUNT(*) FROM ZSHELF")
      guard case .integer(let found)? = count, found >= acknowledged else {
        losses += 1
        continue
      }
    }
    #expect(losses > 3)
  }

  @Test(
    "P1 P2 With synchronous FULL nothing that was acknowledged is lost, and nothing is half there"
  )
  func full() throws {
    let seeds = Torture.count(40, long: 1_000)
    var more = 0
    let pragmas = ["synchronous": "FULL", "wal_autocheckpoint": "20"]
    let acknowledged = try loseAll(seeds, pragmas: pragmas) { loss, seed in
      #expect(loss.found >= loss.acknowledged, "seed \(seed)")
      if loss.found > loss.acknowledged { more += 1 }
    }
    Torture.report(
      "power lost \(seeds) times, FULL: \(acknowledged) saves acknowledged, 0 lost, 0 torn, "
        + "\(more) there that were not acknowledged"
    )
  }

  @Test("P1 With synchronous NORMAL only the last saves may be lost, and nothing is half there")
  func normal() throws {
    let seeds = Torture.count(20, long: 1_000)
    var lost = 0
    let pragmas = ["synchronous": "NORMAL", "wal_autocheckpoint": "20"]
    let acknowledged = try loseAll(seeds, pragmas: pragmas) { loss, _ in
      lost += max(0, loss.acknowledged - loss.found)
    }
    Torture.report(
      "power lost \(seeds) times, NORMAL: \(acknowledged) saves acknowledged, \(lost) of the last "
        + "ones lost, 0 torn"
    )
  }

  @Test("P1 P2 With a rollback journal nothing that was acknowledged is lost")
  func journal() throws {
    let seeds = Torture.count(20, long: 1_000)
    let pragmas = ["journal_mode": "DELETE", "synchronous": "FULL"]
    let acknowledged = try loseAll(seeds, pragmas: pragmas) { loss, seed in
      #expect(loss.found >= loss.acknowledged, "seed \(seed)")
    }
    Torture.report(
      "power lost \(seeds) times, rollback journal: \(acknowledged) saves acknowledged, 0 lost, 0 torn"
    )
  }
}
