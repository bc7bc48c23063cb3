import CoreData
import EveryStore
import Foundation
import Testing

/// Runs the same edits on every kind of store, and compares the outcomes step by step.
///
/// `EDIT_SCRIPT` in the environment is the seed of the first model, `EDIT_SCRIPTS` the number of models.
@Suite("Scripts of random edits of random models") struct StoreAgreementTests {
  private static func kinds(_ seed: UInt64) -> [StoreKind] {
    let databases: [StoreKind] = [.sqlite, .postgreSQL]
    return EditScript.Kind(seed: seed).hasRequests ? databases : [.inMemory, .binary] + databases
  }

  private static var models: Int {
    number("EDIT_SCRIPTS") ?? Torture.count(Torture.count(4, sanitized: 2), long: 60)
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("All kinds of stores agree after each step, and when they are opened again")
  func agreement() throws {
    let first = UInt64(clamping: Self.number("EDIT_SCRIPT") ?? 1)
    for seed in first..<first + UInt64(Self.models) {
      let logs = try Self.kinds(seed).map { kind in
        (kind, try StoreRun.$current.withValue(StoreRun(kind)) { try Self.run(seed) })
      }
      let wanted = logs[0].1.steps
      for (kind, log) in logs where log.steps != wanted {
        Issue.record(
          Comment(rawValue: Self.difference(wanted, log.steps, seed, [logs[0].0, kind]))
        )
        break
      }
      let computed = logs.filter(\.0.isDatabase).map(\.1.computed)
      #expect(computed[0] == computed[1], "seed \(seed)")
    }
  }

  private static func run(_ seed: UInt64) throws -> (steps: [String], computed: [[String]]) {
    let script = try EditScript(seed: seed)
    for _ in 0..<60 { try script.takeStep() }
    return (script.log + ["opened again:"] + (try script.reopen()), script.computed)
  }

  /// The first lines that differ, with the steps before.
  private static func difference(
    _ wanted: [String],
    _ log: [String],
    _ seed: UInt64,
    _ kinds: [StoreKind]
  ) -> String {
    let place = zip(wanted, log).enumerated().first { $1.0 != $1.1 }?.offset
    let first = place ?? min(wanted.count, log.count)
    let steps = log[..<first].filter { !$0.hasPrefix("  ") }.suffix(12)
    func line(_ lines: [String]) -> String {
      lines.indices.contains(first) ? lines[first] : "(end)"
    }
    return """
      seed \(seed): \(kinds[1].rawValue) differs from \(kinds[0].rawValue) after
      \(steps.joined(separator: "\n"))
      \(line(wanted))
      \(line(log))
      """
  }
}
