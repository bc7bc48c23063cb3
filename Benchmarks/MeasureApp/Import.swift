import CSQLite
import CoreData
import Foundation
import League
import Measuring
import Ratios

/// The import of a file with a million lines in several ways, each in a separate process.
struct Import {
  enum Way: String, CaseIterable { case raw, batch, contexts }

  static let rows = 1_000_000
  static let rounds = 5

  let scratch: URL

  private var file: URL { scratch.appending(path: "players.csv") }
  private var template: URL { scratch.appending(path: "empty.sqlite") }

  /// Measures all ways in turn.
  @MainActor
  func compare(_ application: Application) throws {
    try makeFile()
    _ = try leagueContainer(template.path)
    var times: [Way: [Double]] = [:]
    for _ in 0..<Self.rounds {
      for way in Way.allCases { times[way, default: []].append(try time(way)) }
    }
    let raw = times[.raw] ?? []
    for (way, title, limit) in [
      (Way.batch, "import 1,000,000 rows by a batch request / the C interface", 1.2),
      (Way.contexts, "import 1,000,000 rows through contexts of 1,000 / the C interface", nil),
    ] as [(Way, String, Double?)] {
      let ours = times[way] ?? []
      application.show(
        title,
        "import:\(way.rawValue)",
        ours.median,
        raw.median,
        ratio: zip(ours, raw).map { $0 / $1 }.median,
        atMost: limit
      )
    }
  }

  private func makeFile() throws {
    var text = ""
    for (number, player) in Squad(teams: Self.rows / Squad.playersInTeam).players.enumerated() {
      text += "\(player.firstName),\(player.lastName),\(player.email),\(number % 99)\n"
    }
    try Data(text.utf8).write(to: file)
  }

  /// Imports in a child process, and returns the CPU time of the import in milliseconds.
  private func time(_ way: Way) throws -> Double {
    let store = scratch.appending(path: "import.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.path + suffix)
    }
    try FileManager.default.copyItem(at: template, to: store)
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--part", way.rawValue, file.path, store.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let milliseconds = Double(words[0]), Int(words[1]) == Self.rows else {
      throw Failure(description: "import \(way.rawValue) failed: \(text)")
    }
    return milliseconds
  }

  // MARK: In the process that measures

  /// Imports in one way, and prints the time and the number of rows.
  @MainActor
  static func measure(_ words: [String]) throws {
    guard words.count == 3, let way = Way(rawValue: words[0]) else {
      throw Failure(description: "--part raw|batch|contexts FILE STORE")
    }
    let start = processMilliseconds()
    switch way {
    case .raw: try raw(words[1], words[2])
    case .batch: try batch(words[1], words[2])
    case .contexts: try contexts(words[1], words[2])
    }
    let time = processMilliseconds() - start
    print(time, try count(words[2]))
  }

  private static func processMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  private static func batch(_ file: String, _ store: String) throws {
    var lines = try CSVLines(file)
    let context = try leagueContainer(store).newBackgroundContext()
    let request = NSBatchInsertRequest(
      entityName: "Player",
      managedObjectHandler: { object in
        guard let line = lines.next(), let player = object as? Player else { return true }
        line.fill(player)
        return false
      }
    )
    try context.performAndWait { _ = try context.execute(request) }
  }

  private static func contexts(_ file: String, _ store: String) throws {
    var lines = try CSVLines(file)
    let container = try leagueContainer(store)
    var isAtEnd = false
    while !isAtEnd {
      let context = container.newBackgroundContext()
      try context.performAndWait {
        for _ in 0..<1_000 {
          guard let line = lines.next() else {
            isAtEnd = true
            break
          }
          line.fill(Player(context: context))
        }
        try context.save()
      }
    }
  }

  private static func raw(_ file: String, _ store: String) throws {
    var lines = try CSVLines(file)
    let inserter = try RawInserter(store)
    while let line = lines.next() { try inserter.add(line) }
    try inserter.finish()
  }

  private static func count(_ path: String) throws -> Int {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, "SELECT COUNT(*) FROM ZPLAYER", -1, &statement, nil)
        == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { throw Failure(description: "cannot read \(path)") }
    return Int(sqlite3_column_int64(statement, 0))
  }
}
