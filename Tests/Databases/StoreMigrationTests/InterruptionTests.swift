import CorpusFiles
import Foundation
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests that an interrupted migration leaves either the old store or the new one.
@Suite("Interrupted migrations", .timeLimit(.minutes(30))) struct InterruptionTests {
  private static let variable = "MIGRATION_TEST_STORE"

  private static let functions = Set(StoreFunction.allCases.map(\.rawValue))

  private static func migration(_ verification: VerificationDepth = .touched) -> StoreMigration {
    StoreMigration(
      to: StoredModel(RichVersions.new),
      losses: .all,
      functions: functions,
      verification: verification
    )
  }

  private struct Stopped: Error {}

  /// The number of statements of a store's migration.
  private func statementCount(_ file: StoreFile, _ migration: StoreMigration) throws -> Int {
    let outline = try file.withConnection { try migration.outline(of: $0) }
    return (outline?.plan.steps.reduce(0) { $0 + $1.statements.count } ?? 0) + 2
  }

  @Test(
    "An observer that throws stops the migration at any statement, and nothing has changed",
    arguments: ["WAL", "DELETE"]
  )
  func stopped(journal: String) throws {
    let file = try StoreFile(of: StoredModel(RichVersions.old), journal: journal)
    let bytes = try file.bytes()
    let count = try statementCount(file, Self.migration())
    #expect(count > 15)
    for stop in 0..<count {
      var calls = 0
      #expect(throws: Stopped.self) {
        try file.withConnection { connection in
          try Self.migration().run(on: connection) { _ in
            if calls == stop { throw Stopped() }
            calls += 1
          }
        }
      }
      #expect(try file.bytes() == bytes, "statement \(stop)")
    }
    #expect(try file.withConnection { try Self.migration(.everything).run(on: $0) } != nil)
  }

  /// The files as left when the process exits at a statement.
  @Test(
    "The files at every statement are those of the old store",
    arguments: ["WAL", "DELETE"]
  )
  func copied(journal: String) throws {
    let file = try StoreFile(of: StoredModel(RichVersions.old), journal: journal)
    let before = try file.contents()
    try requireIntegrity(of: file, before, Self.migration())
    #expect(try file.contents() != before)
  }

  @Test("The same for the versions in the corpus", .enabled(if: Corpus.isAvailable()))
  func corpus() throws {
    for (_, versions) in try CorpusVersions.all() {
      for (old, new) in zip(versions, versions.dropFirst()).prefix(3) {
        let file = try StoreFile(of: StoredModel(old.model))
        let migration = StoreMigration(
          to: StoredModel(new.model),
          losses: .all,
          functions: Self.functions
        )
        try requireIntegrity(of: file, try file.contents(), migration, every: 7)
      }
    }
  }

  /// Copies the files of a store during its migration, and opens the copies.
  private func requireIntegrity(
    of file: StoreFile,
    _ before: String,
    _ migration: StoreMigration,
    every distance: Int = 1
  ) throws {
    var calls = 0
    try file.withConnection { connection in
      // The page cache is so small that changes reach the disk before the end.
      try connection.execute("PRAGMA cache_size=4")
      _ = try migration.run(on: connection) { progress in
        calls += 1
        guard calls % distance == 0 else { return }
        let copy = try StoreFile()
        for suffix in ["", "-wal", "-journal"] {
          let source = URL(filePath: file.url.path + suffix)
          guard FileManager.default.fileExists(atPath: source.path) else { continue }
          try FileManager.default.copyItem(at: source, to: URL(filePath: copy.url.path + suffix))
        }
        #expect(try copy.contents() == before, "\(progress.title)")
      }
    }
  }

  @Test(
    "The process that is killed",
    .enabled(if: ProcessInfo.processInfo.environment[variable] != nil)
  )
  func work() throws {
    let text = try #require(ProcessInfo.processInfo.environment[Self.variable])
    let parts = text.split(separator: ":", maxSplits: 1)
    let last = try #require(parts.first.flatMap { Int($0) })
    let connection = try SQLiteConnection(path: String(try #require(parts.last)))
    var calls = 0
    try Self.migration().run(on: connection) { _ in
      if calls == last { kill(getpid(), SIGKILL) }
      calls += 1
    }
  }

  @Test(
    "A process that is killed leaves the old store",
    .enabled(if: ProcessInfo.processInfo.environment[variable] == nil),
    arguments: ["WAL", "DELETE"]
  )
  func killed(journal: String) throws {
    let file = try StoreFile(of: StoredModel(RichVersions.old), journal: journal)
    let before = try file.contents()
    let count = try statementCount(file, Self.migration())
    for last in [0, 1, count / 4, count / 2, count - 2, count - 1] {
      let process = try start("\(last):\(file.url.path)")
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(try file.contents() == before)
    }
    #expect(try file.withConnection { try Self.migration(.everything).run(on: $0) } != nil)
  }

  private func start(_ work: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter", "InterruptionTests/work",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging([Self.variable: work]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("A full disk leaves the old store, at whichever byte it is full") func full() throws {
    let file = try StoreFile(of: StoredModel(RichVersions.old))
    let before = try file.contents()
    let bytes = try file.bytes()
    var failures = 0
    for room in 0..<200 {
      do {
        try file.withConnection { connection in
          let pages = try connection.value("PRAGMA page_count")
          guard case .integer(let count) = pages else { return }
          try connection.execute("PRAGMA max_page_count=\(count + Int64(room))")
          _ = try Self.migration().run(on: connection)
        }
        break
      } catch let error as SQLError {
        #expect(error.kind == .full)
        failures += 1
        #expect(try file.contents() == before)
        #expect(try file.bytes() == bytes)
      }
    }
    #expect(failures > 1)
    #expect(try file.contents() != before)
  }

  @Test("Another process in the middle of writing is waited for") func busy() throws {
    let file = try StoreFile(of: StoredModel(RichVersions.old))
    let other = try file.open()
    defer { other.close() }
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SQLError.self) {
      let connection = try file.open(timeout: 100)
      defer { connection.close() }
      try Self.migration().run(on: connection)
    }
    #expect(error?.kind == .busy)
    try other.execute("ROLLBACK")
    #expect(try file.withConnection { try Self.migration().run(on: $0) } != nil)
    // The process that has waited finds the migration done.
    #expect(try file.withConnection { try Self.migration().run(on: $0) } == nil)
  }
}
