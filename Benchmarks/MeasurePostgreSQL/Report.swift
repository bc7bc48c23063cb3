import CoreData
import Foundation
import League
import Measuring
import PostgreSQLServer
import Ratios

/// Runs both contenders in turns, and prints the ratios of their times.
struct Report {
  private let arguments: Arguments
  private let squad: Squad

  /// A measured workload, and the share of libpq's time that it may take.
  private enum Workload: String, CaseIterable {
    case insertion = "insert teams and players: the save"
    case objects = "the same, with the making of the objects"
    case update = "change one value of each player: the save"
    case fetch = "fetch all players, read 3 strings of each"

    var bound: Double? {
      switch self {
      case .insertion, .update: 2
      case .objects: nil
      case .fetch: 1.6
      }
    }
  }

  init(_ arguments: Arguments) {
    self.arguments = arguments
    squad = Squad(teams: arguments.teams)
  }

  func run() throws {
    let url = PostgreSQLServer.url(schema: "league")
    let raw = try RawServer(connection: PostgreSQLServer.shared.get().connectionString)
    // Creates the tables.
    try ServerContender(url).close()
    try raw.execute("SET search_path = league")
    try raw.execute("ALTER TABLE player SET (autovacuum_enabled = false)")
    var times: [Workload: [(store: Double, raw: Double)]] = [:]
    for round in 0...arguments.rounds {
      let measured = try self.round(url, raw)
      // The first round warms up.
      guard round > 0 else { continue }
      for (workload, time) in measured { times[workload, default: []].append(time) }
    }
    print("\(squad.players.count) players, \(arguments.rounds) rounds; milliseconds, medians")
    print("   ratio  bound     store     libpq  workload")
    for workload in Workload.allCases {
      guard let times = times[workload] else { continue }
      let ratio = times.map { $0.store / $0.raw }.median
      let bound = workload.bound.map { String(format: "%6.1f", $0) } ?? "     –"
      let numbers = String(
        format: "%9.1f %9.1f",
        times.map(\.store).median,
        times.map(\.raw).median
      )
      RatioLog.record(workload.rawValue, ratio)
      print(String(format: "%8.2f", ratio), bound, numbers, "", workload.rawValue)
    }
    try measureMemory(url)
  }

  private func round(
    _ url: URL,
    _ raw: RawServer
  ) throws -> [Workload: (store: Double, raw: Double)] {
    var times: [Workload: (store: Double, raw: Double)] = [:]
    try empty(raw)
    let rawInsertion = try milliseconds { try raw.insert(squad) }
    try raw.execute("VACUUM ANALYZE player")
    let rawUpdate = try raw.update()
    try empty(raw)
    let writer = try ServerContender(url)
    let making = milliseconds { writer.make(squad) }
    let saving = try milliseconds { try writer.context.save() }
    try writer.close()
    try raw.execute("VACUUM ANALYZE player")
    times[.insertion] = (saving, rawInsertion)
    times[.objects] = (making + saving, rawInsertion)
    times[.fetch] = (try fetch(url), try raw.fetch())
    let updater = try ServerContender(url)
    times[.update] = (try updater.update(), rawUpdate)
    try updater.close()
    return times
  }

  private func empty(_ raw: RawServer) throws {
    try raw.execute("TRUNCATE player, team; UPDATE coredata_entity SET last_key = 0; CHECKPOINT")
  }

  private func fetch(_ url: URL) throws -> Double {
    // Another program, whose cache has no rows.
    let reader = try ServerContender(url)
    defer { try? reader.close() }
    return try reader.fetch()
  }

  /// Shows the peak of a fetch and the memory that remains, in a fresh process.
  private func measureMemory(_ url: URL) throws {
    fflush(nil)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--memory", url.absoluteString]
    try process.run()
    process.waitUntilExit()
  }
}
