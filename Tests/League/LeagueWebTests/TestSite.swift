import CoreData
import Foundation
import HTTPServer
import LeagueOperations
import LeagueWeb
import PostgreSQLServer
import RawHTTPClient

/// The web application over a store of its own, for one test.
final class TestSite: Sendable {
  let folder: URL
  let location: StoreLocation
  let store: LeagueStore
  let web: LeagueWeb

  init(
    _ kind: StoreKind = .sqlite,
    options: HTTPServerOptions = HTTPServerOptions(),
    showsMetrics: Bool? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "league-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    location =
      kind == .postgresql
      ? StoreLocation(kind, at: PostgreSQLServer.url())
      : StoreLocation(kind, at: folder.appending(path: "League.\(kind.rawValue)"))
    store = try LeagueStore(location, observesRemoteChanges: true)
    web = try LeagueWeb(store, options, showsMetrics: showsMetrics)
    isSecond = false
  }

  /// A second site over the store of another, as on another machine.
  convenience init(beside site: TestSite) throws { try self.init(after: site) }

  /// The site after a restart of the server, with the same store.
  private init(after site: TestSite) throws {
    folder = site.folder
    location = site.location
    store = try LeagueStore(location, observesRemoteChanges: true)
    web = try LeagueWeb(store, HTTPServerOptions())
    isSecond = true
  }

  /// Restarts the server; this site cannot be used afterwards, but must be retained for its folder.
  func restarted() async throws -> TestSite {
    await web.stop()
    return try TestSite(after: self)
  }

  private let isSecond: Bool

  deinit {
    if isSecond { return }
    try? FileManager.default.removeItem(at: folder)
    guard location.kind == .postgresql else { return }
    let identifier = store.container.persistentStoreCoordinator.persistentStores.first?.identifier
    let journal = NSPersistentContainer.defaultDirectoryURL()
      .appending(path: "League-\(identifier ?? "")-undo")
    try? FileManager.default.removeItem(at: journal)
  }

  /// Adds a team with players, given only their names.
  ///
  /// - Returns: The identifier of the team.
  @discardableResult
  func add(_ name: String, _ color: String = "Blue", players: [String] = []) throws -> String {
    try store.change("add \(name)") { league in
      let team = try league.addTeam(TeamForm(name: name, uniformColor: color))
      for player in players { try league.addPlayer(.named(player), to: team) }
      try league.context.obtainPermanentIDs(for: [team])
      return team.recordID
    }
  }

  /// Writes to the store like a program without Core Data.
  func write(_ sql: String) throws {
    try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["sqlite3", location.url.path, "BEGIN IMMEDIATE; \(sql) COMMIT;"]
    )
  }

  /// Runs the command-line program that was built with the tests.
  func league(_ words: String...) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try run(
      URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "league"),
      ["--store", location.url.path] + words
    )
  }

  private func run(_ program: URL, _ words: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  // MARK: Requests

  func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Reply {
    try await request("GET", path, headers)
  }

  /// Submits a form like a page of the site.
  ///
  /// - Parameters:
  ///   - path: The address.
  ///   - fields: The values. The token, and the version in the page, are added unless they are given.
  ///   - headers: Headers that differ from those of a browser; one without a value is omitted.
  /// - Returns: The response.
  /// - Throws: An error if there is none.
  func post(
    _ path: String,
    _ fields: [String: String] = [:],
    _ headers: [String: String] = [:]
  ) async throws -> Reply {
    var fields = fields
    // If there is no form, the token of another one is used.
    let form = try await get(path == "/undo" ? "/teams/new" : path).body
    for name in ["token", "version"] where fields[name] == nil {
      if let value = form.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]*)\"")) {
        fields[name] = value.output[1].substring.map(String.init)
      }
    }
    let body = fields.sorted { $0.key < $1.key }.map {
      "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))"
    }
    let standard = [
      "Origin": "http://127.0.0.1:\(web.port)", "Content-Type": "application/x-www-form-urlencoded",
    ]
    return try await request(
      "POST",
      path,
      standard.merging(headers) { $1 },
      body: body.joined(separator: "&")
    )
  }

  func request(
    _ method: String,
    _ path: String,
    _ headers: [String: String] = [:],
    body: String = ""
  ) async throws -> Reply {
    var all = [
      "Host": "127.0.0.1:\(web.port)", "Connection": "close",
      "Content-Length": "\(body.utf8.count)",
    ]
    all.merge(headers) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value)\r\n" }
    let text = try await RawClient(port: web.port)
      .exchange("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body)")
    return Reply(text)
  }
}

/// A parsed response.
struct Reply {
  let status: Int
  let headers: [String: String]
  let body: String

  init(_ text: String) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        let field = line.components(separatedBy: ": ")
        return field.count > 1
          ? (field[0].lowercased(), field.dropFirst().joined(separator: ": ")) : nil
      },
      uniquingKeysWith: { "\($0), \($1)" }
    )
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }

  /// The value of the first field with a name in the forms on the page.
  func field(_ name: String) -> String? {
    guard let start = body.range(of: "name=\"\(name)\" value=\"") else { return nil }
    return String(body[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The rows of the lists on the page, each as its text.
  var rows: [String] {
    body.matches(of: #/<li data-id="[^"]*">.*?<\/li>/#.dotMatchesNewlines()).map { row in
      String(row.output).replacing(#/(<[^>]*>)+/#, with: "|")
    }
  }
}

extension PlayerForm {
  /// A player with a first and a last name, and an address derived from the first.
  static func named(_ name: String) -> PlayerForm {
    let names = name.split(separator: " ").map(String.init)
    return PlayerForm(
      firstName: names[0],
      lastName: names.dropFirst().joined(separator: " "),
      email: "\(names[0].lowercased())@example.org"
    )
  }
}
