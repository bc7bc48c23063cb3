import Foundation

/// Three nodes under Patroni, with three members of etcd.
final class Cluster {
  let nodes: [Node]
  private let folder: String
  private let isSynchronous: Bool
  private var members: [Process] = []

  init(isSynchronous: Bool) throws {
    self.isSynchronous = isSynchronous
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    guard let version = versions.compactMap({ Int($0) }).max() else {
      throw TortureError("PostgreSQL is not installed (apt-get install postgresql-15)")
    }
    for (program, package) in [("patroni", "patroni"), ("etcd", "etcd-server")]
    where !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") {
      throw TortureError("\(program) is not installed (apt-get install \(package))")
    }
    let folder = try Unprivileged.makeFolder()
    self.folder = folder
    let ports = Int.random(in: 100..<550) * 100
    nodes = (1...3).map { Node($0, ports: ports, folder: folder) }
    let etcd = (1...3).map { ports + 20 + $0 }
    try startEtcd(etcd, peers: ports + 30)
    for node in nodes {
      try node.configure(
        etcd: etcd,
        isSynchronous: isSynchronous,
        binaries: "\(root)/\(version)/bin"
      )
      try node.start()
    }
  }

  private func startEtcd(_ ports: [Int], peers: Int) throws {
    let cluster = (1...3).map { "e\($0)=http://127.0.0.1:\(peers + $0)" }.joined(separator: ",")
    for (index, port) in ports.enumerated() {
      let (number, peer) = (index + 1, "http://127.0.0.1:\(peers + index + 1)")
      let client = "http://127.0.0.1:\(port)"
      members.append(
        try Unprivileged.start(
          [
            "etcd", "--name", "e\(number)", "--data-dir", "\(folder)/e\(number)",
            "--enable-v2=true", "--heartbeat-interval", "100", "--election-timeout", "500",
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", cluster, "--initial-cluster-state", "new",
          ],
          log: "\(folder)/etcd\(number).log"
        )
      )
    }
  }

  /// The URL of a store on the current primary.
  var url: String {
    let hosts = nodes.map { _ in "127.0.0.1" }.joined(separator: ",")
    let ports = nodes.map { "\($0.port)" }.joined(separator: ",")
    return "postgresql:///postgres?host=\(hosts)&port=\(ports)&user=postgres"
      + "&target_session_attrs=read-write&schema=torture"
  }

  // MARK: State

  /// The members according to Patroni: names, roles, states.
  private func table() -> [[String: Any]] {
    for node in nodes {
      guard let body = node.answer("/cluster"),
        let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
        let members = object["members"] as? [[String: Any]]
      else { continue }
      return members
    }
    return []
  }

  /// The primary according to Patroni.
  func leader() -> Node? {
    let name = table().first { $0["role"] as? String == "leader" }?["name"] as? String
    return nodes.first { $0.name == name }
  }

  private var isHealthy: Bool {
    let members = table()
    let running = members.count {
      ["running", "streaming"].contains($0["state"] as? String ?? "")
    }
    let roles = members.map { $0["role"] as? String ?? "" }
    return running == 3 && roles.count { $0 == "leader" } == 1
      && (!isSynchronous || roles.contains("sync_standby"))
  }

  /// Waits until all nodes are running in their roles.
  ///
  /// - Returns: The seconds that it took.
  @discardableResult
  func waitUntilHealthy(_ limit: TimeInterval = 120) throws -> TimeInterval {
    let start = Date()
    while !isHealthy {
      guard Date().timeIntervalSince(start) < limit else {
        throw TortureError("the cluster is not healthy: \(table()); see \(folder)")
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
    return Date().timeIntervalSince(start)
  }

  /// Ends all processes, by their IDs, and removes the folder.
  func end(keepingFolder: Bool) {
    for node in nodes { node.end() }
    for member in members where member.isRunning { kill(member.processIdentifier, SIGKILL) }
    Thread.sleep(forTimeInterval: 0.5)
    if keepingFolder {
      show("The logs are in \(folder).")
    } else {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
