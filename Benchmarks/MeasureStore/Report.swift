import Foundation
import Measuring
import Ratios

/// Measures workloads, and prints a line for each.
struct Report {
  let arguments: Arguments
  let scratch: Scratch
  let peers: [ContenderProgram]

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    scratch = try Scratch(in: arguments.folder)
    peers = try ContenderProgram.peers(of: arguments.peers)
  }

  /// The figures of one workload.
  struct Row {
    var workload: Workload

    /// The median time of the C interface, in milliseconds.
    var raw: Double

    /// The ratio of each other contender to it.
    var ratios: [String: Double] = [:]

    /// The range in which the store's ratio of many more rounds would probably lie.
    var range: ClosedRange<Double>?

    /// The growth of memory at the peak and after the end, in MiB, of each contender.
    var memory: [String: (peak: Double, rest: Double)] = [:]

    var isMissed: Bool {
      guard let ratio = ratios[ContenderProgram.store.name], let bounds = workload.bounds
      else { return false }
      return ratio > bounds.must
    }

    /// Whether more rounds could change on which side of the bound the ratio is.
    var isUncertain: Bool {
      guard let range, let bounds = workload.bounds else { return false }
      return range.contains(bounds.must)
    }

    /// Whether memory is left after the end, beyond code, models and caches of the library.
    var keepsMemory: Bool {
      guard let store = memory[ContenderProgram.store.name]?.rest,
        let raw = memory[ContenderProgram.raw.name]?.rest
      else { return false }
      return store > raw + Self.manyMebibytes
    }

    private static let manyMebibytes = 10.0

    var needsTooMuchMemory: Bool {
      guard let peak = memory[ContenderProgram.store.name]?.peak,
        let bounds = workload.memoryBounds
      else { return false }
      return peak > bounds.must
    }
  }

  private var empty: String { scratch.path("empty.sqlite") }
  private var full: String { scratch.path("full.sqlite") }

  /// Measures all, and returns whether every bound is met.
  func run() throws -> Bool {
    try makeTemplates()
    print(ReportText.head(peers))
    var rows: [Row] = []
    for workload in arguments.workloads where peers.isEmpty || workload.hasPeers {
      var row = try times(of: workload)
      try measureMemory(of: &row)
      print(ReportText.line(row, peers))
      if let ratio = row.ratios[ContenderProgram.store.name] {
        RatioLog.record(workload.rawValue, ratio)
      }
      rows.append(row)
    }
    print(ReportText.memory(rows, peers))
    let missed =
      rows.filter(\.isMissed).map(\.workload.rawValue)
      + rows.filter(\.needsTooMuchMemory).map { "memory of \($0.workload.rawValue)" }
      + rows.filter(\.keepsMemory).map { "memory after \($0.workload.rawValue)" }
    print(missed.isEmpty ? "No bound is missed." : "Missed: \(missed.joined(separator: ", "))")
    let uncertain = rows.filter(\.isUncertain).map(\.workload.rawValue)
    if !uncertain.isEmpty {
      print("Too close to the bound for so few rounds: \(uncertain.joined(separator: ", "))")
    }
    if !arguments.page.isEmpty {
      try PeerPage(rows: rows, peers: peers).write(to: URL(filePath: arguments.page))
    }
    return missed.isEmpty
  }

  /// The number of rounds in which other libraries take part: their ratios are far from all bounds, and they are slow.
  private static let roundsOfPeers = 3

  private func times(of workload: Workload) throws -> Row {
    let contenders = [.raw, .store] + peers
    var times: [String: [Double]] = [:]
    for round in 0..<arguments.rounds {
      var expected: Int?
      for contender in contenders where !isPeer(contender) || round < Self.roundsOfPeers {
        let part = try Part(
          contender,
          workload,
          arguments,
          template: template(of: workload),
          // Other libraries take seconds where milliseconds of variation do not matter.
          repetitions: isPeer(contender) ? 1 : arguments.repetitions
        )
        guard part.check == expected ?? part.check else {
          throw Arguments.Misuse(
            description:
              "\(workload.rawValue): \(contender.name) found \(part.check) instead of \(expected ?? 0)"
          )
        }
        expected = part.check
        times[contender.name, default: []].append(part.milliseconds)
      }
    }
    let raw = times[ContenderProgram.raw.name] ?? []
    var row = Row(workload: workload, raw: raw.median)
    for contender in contenders.dropFirst() {
      let ratios = zip(times[contender.name] ?? [], raw).map { $0 / $1 }
      row.ratios[contender.name] = ratios.median
      if contender.name == ContenderProgram.store.name { row.range = ratios.rangeOfMedian }
    }
    return row
  }

  /// Measures the memory of a workload, in fresh processes; that of peers only where there is a bound.
  private func measureMemory(of row: inout Row) throws {
    for contender in [.raw, .store] + (row.workload.memoryBounds == nil ? [] : peers) {
      let part = try Part(
        contender,
        row.workload,
        arguments,
        template: template(of: row.workload),
        repetitions: 1,
        keepsHeap: false
      )
      row.memory[contender.name] = (Double(part.peak) / 1_024, Double(part.rest) / 1_024)
    }
  }

  private func isPeer(_ contender: ContenderProgram) -> Bool {
    peers.contains { $0.name == contender.name }
  }

  private func template(of workload: Workload) -> String { workload.startsEmpty ? empty : full }

  /// Creates an empty store, and one with all players.
  private func makeTemplates() throws {
    _ = try StoreContender.context(empty)
    let squad = Squad(teams: arguments.teams)
    _ = try StoreContender(squad: squad).insert(StoreContender.context(full))
  }
}

/// The lines that a report prints.
enum ReportText {
  static func head(_ peers: [ContenderProgram]) -> String {
    "workload".padded(to: 61) + "raw ms   store   probably    must    goal"
      + peers.map { $0.name.padded(before: 12) }.joined()
  }

  static func line(_ row: Report.Row, _ peers: [ContenderProgram]) -> String {
    let bounds =
      row.workload.bounds.map { number($0.must) + number($0.goal) } ?? "       –       –"
    return row.workload.rawValue.padded(to: 11) + row.workload.title.padded(to: 46)
      + String(format: "%10.1f", row.raw) + number(row.ratios["store"]) + range(row.range) + bounds
      + peers.map { number(row.ratios[$0.name], width: 12) }.joined()
      + (row.isMissed ? "  missed" : "")
  }

  static func memory(_ rows: [Report.Row], _ peers: [ContenderProgram]) -> String {
    let contenders = [ContenderProgram.raw, .store] + peers
    var lines = ["memory in MiB: the growth at the peak, and what is left of it at the end"]
    for row in rows {
      let bounds = row.workload.memoryBounds.map { bounds in
        String(format: "must %.0f, goal %.0f: ", bounds.must, bounds.goal)
      }
      let figures = contenders.compactMap { contender in
        row.memory[contender.name].map { memory in
          contender.name + String(format: " %.1f and %.1f", memory.peak, memory.rest)
        }
      }
      lines.append(
        row.workload.rawValue.padded(to: 11) + (bounds ?? "").padded(to: 19)
          + figures.joined(separator: ", ")
          + (row.needsTooMuchMemory || row.keepsMemory ? "  missed" : "")
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func range(_ range: ClosedRange<Double>?) -> String {
    let text = range.map { String(format: "%.2f–%.2f", $0.lowerBound, $0.upperBound) } ?? "–"
    return text.padded(before: 11)
  }

  private static func number(_ value: Double?, width: Int = 8) -> String {
    (value.map { String(format: "%.2f", $0) } ?? "–").padded(before: width)
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }

  fileprivate func padded(before length: Int) -> String {
    String(repeating: " ", count: max(0, length - count)) + self
  }
}
