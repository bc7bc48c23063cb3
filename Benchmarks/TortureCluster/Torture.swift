import Foundation
import PostgreSQLDriver
import SQLDriver

/// Causes faults one after the other, while clients save and read.
struct Torture {
  let options: TortureOptions

  init(_ options: TortureOptions) { self.options = options }

  private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1_000) }

  /// - Returns: Whether nothing was lost or duplicated.
  func run() throws -> Bool {
    let cluster = try Cluster(isSynchronous: options.isSynchronous)
    var isSound = false
    defer { cluster.end(keepingFolder: !isSound && options.isSynchronous) }
    show(String(format: "The cluster was healthy after %.1f s.", try cluster.waitUntilHealthy()))
    let clients = try start(at: cluster.url)
    defer { for client in clients where client.isRunning { try? client.end() } }
    var longest = 0
    for number in 0..<options.faults {
      let fault = options.kinds[number % options.kinds.count]
      longest = max(longest, try happen(fault, number + 1, cluster, clients))
    }
    Thread.sleep(forTimeInterval: 2)
    for client in clients { try client.end() }
    isSound = try judge(cluster, clients, longestGap: longest)
    return isSound || !options.isSynchronous
  }

  /// Starts four clients, and waits until all save.
  private func start(at url: String) throws -> [Ledger] {
    let clients = try (1...4).map { try Ledger($0, url: url) }
    let deadline = Date(timeIntervalSinceNow: 30)
    while !clients.allSatisfy(\.isReady) {
      guard Date() < deadline, clients.allSatisfy(\.isRunning) else {
        throw TortureError("the clients do not start")
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    Thread.sleep(forTimeInterval: 2)
    return clients
  }

  /// Causes a fault of the primary, and waits until the cluster has recovered.
  ///
  /// - Returns: The longest time in milliseconds in which a client could not save.
  private func happen(
    _ fault: Fault,
    _ number: Int,
    _ cluster: Cluster,
    _ clients: [Ledger]
  ) throws -> Int {
    try cluster.waitUntilHealthy()
    guard let node = cluster.leader() else { throw TortureError("there is no leader") }
    let start = Self.milliseconds
    try fault.happen(to: node)
    let healed = try cluster.waitUntilHealthy()
    Thread.sleep(forTimeInterval: 3)
    let end = Self.milliseconds
    let gaps = clients.map { $0.longestGap(since: start, until: end) }
    for client in clients where !client.isRunning {
      throw TortureError("client \(client.number) has crashed")
    }
    show(
      String(
        format:
          "%2d. %@ of %@: longest time without a save %.1f s (%@); leader %@; healthy %.1f s later",
        number,
        fault.rawValue,
        node.name,
        Double(gaps.max() ?? 0) / 1_000,
        gaps.map { String(format: "%.1f", Double($0) / 1_000) }.joined(separator: ", "),
        cluster.leader()?.name ?? "?",
        healed
      )
    )
    return gaps.max() ?? 0
  }

  private func judge(_ cluster: Cluster, _ clients: [Ledger], longestGap: Int) throws -> Bool {
    try cluster.waitUntilHealthy()
    guard let node = cluster.leader() else { throw TortureError("there is no leader") }
    let connection = try node.connect()
    defer { connection.close() }
    let all = try clients.map { try $0.verdict(connection) }.reduce(Ledger.Verdict(), +)
    for client in clients where !client.report.isEmpty { show(client.report) }
    show(
      """
      acknowledged saves            \(all.acknowledged)
      of these missing              \(all.missing)
      saves applied twice           \(all.twice)
      counters that are wrong       \(all.counterIsWrong)
      "nothing written" that was    \(all.writtenAllTheSame)   (of \(all.refused))
      settled wrongly               \(all.wronglySettled)
      reads older than own saves    \(all.staleReads)   (of \(all.reads))
      reads that failed             \(all.failedReads)
      uncertain saves, all settled  \(all.uncertain)
      longest time without a save   \(String(format: "%.1f", Double(longestGap) / 1_000)) s
      """
    )
    return all.missing + all.twice + all.writtenAllTheSame + all.staleReads + all.wronglySettled
      + all.counterIsWrong == 0
  }
}
