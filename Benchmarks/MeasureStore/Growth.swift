import Foundation
import Measuring
import Ratios

/// Shows how costs grow with the number of rows, up to a million or more.
struct Growth {
  let arguments: Arguments

  /// Work on every row, whose cost per row should be constant.
  private static let linear: [Workload] = [.insert, .fetch, .update, .walk]

  /// Work on a few rows that an index finds, whose cost should not depend on their number.
  private static let constant: [Workload] = [.searchIndexed, .countFew]

  func run() throws {
    var costs: [Workload: [(raw: Double, store: Double)]] = [:]
    var sizes: [Int] = []
    var rows = 10_000
    while rows <= arguments.growth {
      sizes.append(rows)
      try measure(rows) { costs[$0, default: []].append(($1, $2)) }
      rows *= 10
    }
    print(
      "the store, and after a slash the C interface".padding(
        toLength: 58,
        withPad: " ",
        startingAt: 0
      )
        + sizes.map { String(format: "%10d rows", $0) }.joined() + "    last / first"
    )
    for (workloads, unit) in [(Self.linear, "µs for each row"), (Self.constant, "ms in all")] {
      for workload in workloads { show(workload, unit, costs[workload] ?? []) }
    }
  }

  /// Measures all workloads with a number of rows.
  private func measure(_ rows: Int, _ record: (Workload, Double, Double) -> Void) throws {
    let scratch = try Scratch(in: arguments.folder)
    let empty = scratch.path("empty.sqlite")
    let full = scratch.path("full.sqlite")
    var arguments = arguments
    arguments.teams = rows / Squad.playersInTeam
    _ = try StoreContender.context(empty)
    _ = try StoreContender(squad: Squad(teams: arguments.teams)).insert(
      StoreContender.context(full)
    )
    for workload in Self.linear + Self.constant {
      let isLinear = Self.linear.contains(workload)
      func cost(_ contender: ContenderProgram) throws -> Double {
        let part = try Part(
          contender,
          workload,
          arguments,
          template: workload.startsEmpty ? empty : full,
          repetitions: isLinear && rows >= 1_000_000 ? 1 : 3
        )
        return isLinear ? part.milliseconds * 1_000 / Double(rows) : part.milliseconds
      }
      record(workload, try cost(.raw), try cost(.store))
    }
  }

  private func show(_ workload: Workload, _ unit: String, _ costs: [(raw: Double, store: Double)]) {
    guard let first = costs.first, let last = costs.last else { return }
    let growth = last.store / first.store
    RatioLog.record("\(workload.rawValue) of \(arguments.growth) / of 10,000 rows", growth)
    let title = "\(workload.title), \(unit)".padding(toLength: 58, withPad: " ", startingAt: 0)
    let figures = costs.map { String(format: "%8.2f/%6.2f", $0.store, $0.raw) }.joined()
    print(title + figures + String(format: "%10.2f/%.2f", growth, last.raw / first.raw))
  }
}
