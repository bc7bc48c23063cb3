import Foundation
import Glibc
import PostgreSQLDriver
import SQLDriver

/// A node of the cluster: Patroni and its PostgreSQL server.
final class Node {
  let number: Int
  let port: Int
  let restPort: Int
  private let folder: String
  private var process: Process?

  init(_ number: Int, ports: Int, folder: String) {
    self.number = number
    self.folder = folder
    port = ports + number
    restPort = ports + 10 + number
  }

  var name: String { "n\(number)" }

  /// The process of Patroni.
  var patroni: pid_t? { process.flatMap { $0.isRunning ? $0.processIdentifier : nil } }

  func start() throws {
    process = try Unprivileged.start(
      ["patroni", "\(folder)/\(name).yml"],
      log: "\(folder)/\(name).log"
    )
  }

  /// Writes the configuration.
  func configure(etcd: [Int], isSynchronous: Bool, binaries: String) throws {
    let hosts = etcd.map { "'127.0.0.1:\($0)'" }.joined(separator: ", ")
    let text = """
      scope: torture
      name: \(name)
      restapi: {listen: '127.0.0.1:\(restPort)', connect_address: '127.0.0.1:\(restPort)'}
      etcd: {hosts: [\(hosts)]}
      bootstrap:
        dcs:
          ttl: 5
          loop_wait: 1
          retry_timeout: 3
          maximum_lag_on_failover: 1048576
          synchronous_mode: \(isSynchronous)
          synchronous_mode_strict: \(isSynchronous)
          postgresql:
            use_pg_rewind: true
            parameters: {wal_log_hints: 'on', max_connections: 80, wal_keep_size: 64MB, wal_retrieve_retry_interval: 250ms}
        initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
      postgresql:
        listen: 127.0.0.1:\(port)
        connect_address: 127.0.0.1:\(port)
        data_dir: \(folder)/\(name)
        bin_dir: \(binaries)
        pgpass: \(folder)/\(name).pgpass
        authentication:
          superuser: {username: postgres, password: s}
          replication: {username: repl, password: r}
          rewind: {username: rewinder, password: w}
        parameters: {unix_socket_directories: '\(folder)', shared_buffers: 32MB}
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
      """
    try text.write(toFile: "\(folder)/\(name).yml", atomically: true, encoding: .utf8)
  }

  // MARK: Processes

  /// The postmaster; empty if there is none.
  func postmaster() -> [pid_t] {
    let text = try? String(contentsOfFile: "\(folder)/\(name)/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { pid_t($0) }.map { [$0] } ?? []
  }

  /// Patroni, the postmaster and its children.
  func processes() -> [pid_t] {
    let roots = [patroni].compactMap { $0 } + postmaster()
    return roots + ProcessTable.descendants(of: Set(roots))
  }

  func kill(_ processes: [pid_t], _ signal: Int32) {
    for process in processes where process > 1 { _ = Glibc.kill(process, signal) }
  }

  /// Ends everything.
  func end() {
    kill(processes(), SIGCONT)
    kill(processes(), SIGKILL)
  }

  // MARK: Answers

  func execute(_ sql: String) throws { try connect().execute(sql) }

  func connect() throws -> PostgreSQLConnection {
    try PostgreSQLConnection(
      PostgreSQLOptions(
        connection: "host=127.0.0.1 port=\(port) user=postgres dbname=postgres",
        answerTimeoutMilliseconds: 5_000
      )
    )
  }

  /// The response of Patroni for a path, if there is one.
  func answer(_ path: String) -> Data? {
    LoopbackRequest(port: restPort, path: path).body()
  }
}
