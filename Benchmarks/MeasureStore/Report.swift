import Foundation
import Measuring

/// Measures workloads, and prints a line for each.
struct Report {
  let arguments: Arguments
  let scratch: Scratch

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    scratch = try Scratch(in: arguments.folder)
  }

  private var empty: String { scratch.path("empty.sqlite") }
  private var full: String { scratch.path("full.sqlite") }

  func run() throws {
    try makeTemplates()
    print(
      "workload                                                 raw ms  store ms  ratio  must  stretch"
    )
    var missed: [String] = []
    for workload in arguments.workloads {
      let template = workload.startsEmpty ? empty : full
      var raw: [Double] = []
      var store: [Double] = []
      for _ in 0..<arguments.rounds {
        let least = try part("raw", workload, template)
        let ours = try part("store", workload, template)
        guard least.check == ours.check else {
          throw Arguments.Misuse(
            description: "\(workload.rawValue): found \(ours.check) instead of \(least.check)"
          )
        }
        raw.append(least.milliseconds)
        store.append(ours.milliseconds)
      }
      let ratio = zip(store, raw).map { $0 / $1 }.median
      show(workload, raw.median, store.median, ratio)
      if let bounds = workload.bounds, ratio > bounds.must { missed.append(workload.rawValue) }
    }
    try showMemory()
    print(missed.isEmpty ? "No bound is missed." : "Missed: \(missed.joined(separator: ", "))")
  }

  private func part(_ contender: String, _ workload: Workload, _ template: String) throws -> Part {
    try Part(
      contender,
      workload,
      arguments,
      template: template,
      repetitions: arguments.repetitions
    )
  }

  private func show(_ workload: Workload, _ raw: Double, _ store: Double, _ ratio: Double) {
    let bounds =
      workload.bounds.map { String(format: "%5.2f  %5.2f", $0.must, $0.stretch) } ?? "    –      –"
    print(
      String(
        format: "%@ %@ %8.1f  %8.1f  %5.2f %@",
        workload.rawValue.padded(to: 10) as NSString,
        workload.title.padded(to: 45) as NSString,
        raw,
        store,
        ratio,
        bounds as NSString
      )
    )
  }

  /// The memory of fetched objects, in processes that have done nothing else.
  private func showMemory() throws {
    guard arguments.workloads.contains(.fetch) else { return }
    let players = arguments.teams * Squad.playersInTeam
    for contender in ["raw", "store"] {
      let part = try Part(
        contender,
        .fetch,
        arguments,
        template: full,
        repetitions: 1,
        keepsHeap: false
      )
      print(
        String(
          format:
            "memory of workload b, %@: %.1f MiB, %d B for each player (must 28, stretch 20 MiB)",
          contender as NSString,
          Double(part.kibibytes) / 1_024,
          part.kibibytes * 1_024 / players
        )
      )
    }
  }

  /// Makes an empty store, and one with all players.
  private func makeTemplates() throws {
    _ = try StoreContender.context(empty)
    let squad = Squad(teams: arguments.teams)
    _ = try StoreContender(squad: squad).insert(StoreContender.context(full))
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
