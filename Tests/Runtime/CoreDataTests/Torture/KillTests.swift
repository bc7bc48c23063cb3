import CoreData
import Foundation
import Testing

/// Tests of processes that are killed during saves.
@Suite("Stores of processes that are killed", .timeLimit(.minutes(15))) struct KillTests {
  private static let variable = "CORE_DATA_KILLED_STORE"
  private static let marker = Array("saved\n".utf8)

  /// Saves round after round, and acknowledges each, until the process is killed.
  @Test(
    "The work of the process",
    .enabled(if: ProcessInfo.processInfo.environment[variable] != nil)
  )
  func work() throws {
    let path = try #require(ProcessInfo.processInfo.environment[Self.variable])
    let context = try StoreFolder.context(at: URL(fileURLWithPath: path))
    let acknowledgements = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".saved"))
    try acknowledgements.seekToEnd()
    var round = try Rounds.check(context)
    // No object stays registered, so that each round costs the same.
    while round < 100_000 {
      try Rounds.change(round, in: context)
      try context.save()
      acknowledgements.write(Data(Self.marker))
      round += 1
      context.reset()
    }
  }

  private func start(_ url: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "KillTests/work"]
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = url.path
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func acknowledged(_ url: URL) -> Int {
    let path = url.path + ".saved"
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return (size?.intValue ?? 0) / marker.count
  }

  @Test(
    "P1 P2 Saves survive kill -9, and none is half there",
    .enabled(if: ProcessInfo.processInfo.environment[variable] == nil)
  )
  func kills() throws {
    let kills = Torture.count(5, long: 200)
    let perStore = 20
    var dice = Dice(7)
    var folder = try StoreFolder()
    var more = 0
    var total = 0
    for kill in 0..<kills {
      if kill.isMultiple(of: perStore) {
        folder = try StoreFolder()
        try Rounds.begin(folder.context(Bookshop.makeModel()))
        _ = FileManager.default.createFile(atPath: folder.store().path + ".saved", contents: nil)
      }
      let before = Self.acknowledged(folder.store())
      let process = try start(folder.store())
      let deadline = Date(timeIntervalSinceNow: 30)
      // Waits for the first round of the process; the time of the kill is random after that.
      while Self.acknowledged(folder.store()) == before, process.isRunning, Date() < deadline {
        usleep(500)
      }
      usleep(UInt32.random(in: 0...40_000, using: &dice))
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let acknowledged = Self.acknowledged(folder.store())
      #expect(acknowledged > before)
      let found = try Rounds.check(folder.context(Bookshop.makeModel()))
      // The last save may have been committed without an acknowledgment.
      #expect(found == acknowledged || found == acknowledged + 1)
      #expect(try StoreFolder.integrity(of: folder.store()) == "ok")
      if found > acknowledged {
        more += 1
        _ = FileManager.default.createFile(atPath: folder.store().path + ".saved", contents: nil)
        let all = Array(repeating: Self.marker, count: found).joined()
        try Data(all).write(to: URL(fileURLWithPath: folder.store().path + ".saved"))
      }
      total += found - before
    }
    Torture.report(
      "\(kills) kills: \(total) saves, 0 acknowledged ones lost, 0 torn, "
        + "\(more) there that were not acknowledged"
    )
  }
}
