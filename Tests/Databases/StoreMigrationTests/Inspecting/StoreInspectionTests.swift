import CorpusFiles
import Diagnostics
import Files
import Foundation
import ModelFiles
import SQLDriver
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests that inspecting counts the contents of a store and writes nothing.
@Suite struct StoreInspectionTests {
  @Test func entitiesAndObjects() throws {
    let inspection = try LibraryStore.make(tracksHistory: true).inspection()
    #expect(inspection.entities.map(\.name) == ["Book", "Person", "Author", "Tag"])
    #expect(inspection.entities.map(\.objectCount) == [2, 1, 1, 1])
    #expect(inspection.entities.map(\.depth) == [0, 0, 1, 0])
    #expect(inspection.entities.map(\.parent) == [nil, nil, "Person", nil])
    #expect(inspection.entities.map(\.table) == ["ZBOOK", "ZPERSON", "ZPERSON", "ZTAG"])
    #expect(inspection.entities.allSatisfy { $0.hash?.count == 32 })
    #expect(inspection.objectCount == 5)
    #expect(inspection.metadata.frameworkVersion == 1_345)
    #expect(inspection.model.cache == .current)
    #expect(inspection.tables.first { $0.name == "Z_1TAGS" }?.rowCount == 1)
    #expect(inspection.history?.changeCount == 0)
    #expect(inspection.sizes.journal == "wal")
    #expect(inspection.tables.allSatisfy { ($0.bytes ?? 0) >= 0 })
  }

  @Test(arguments: ["WAL", "DELETE"])
  func nothingIsWritten(journal: String) throws {
    let file = try LibraryStore.make(journal: journal)
    let before = try file.surroundings()
    #expect(before.keys.contains("store.sqlite"))
    _ = try file.inspection()
    #expect(try file.surroundings() == before)
  }

  @Test func contentsOfTheLogCount() throws {
    let file = try LibraryStore.make()
    let writer = try file.open()
    defer { writer.close() }
    try writer.execute("INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES(2, 4, 1)")
    let inspection = try file.inspection()
    #expect(inspection.entities.last?.objectCount == 2)
    #expect(inspection.sizes.log > 0)
  }

  @Test func aLinkFindsTheLogToo() throws {
    let file = try LibraryStore.make()
    let writer = try file.open()
    defer { writer.close() }
    try writer.execute("INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES(2, 4, 1)")
    let folder = file.folder.appending(path: "links")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let link = folder.appending(path: "link.sqlite").path
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "../store.sqlite"
    )
    let inspection = try OpenedStore.withStore(at: link) { try StoreInspector().inspection(of: $0) }
    #expect(inspection.entities.last?.objectCount == 2)
    #expect(inspection.sizes.log > 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["link.sqlite"])
  }

  @Test func anEmptyFileKeepsItsLog() throws {
    let file = try LibraryStore.make()
    let writer = try file.open()
    try writer.execute("INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES(2, 4, 1)")
    let log = try Data(contentsOf: URL(fileURLWithPath: file.url.path + "-wal"))
    writer.close()
    try Data().write(to: file.url)
    try log.write(to: URL(fileURLWithPath: file.url.path + "-wal"))
    let before = try file.surroundings()
    let error = #expect(throws: StoreMigrationError.self) { try file.inspection() }
    #expect(error?.description == "the database is empty")
    #expect(OpenedStore.damage(at: file.url.path).isEmpty)
    #expect(try file.surroundings() == before && !log.isEmpty)
  }

  @Test func aPathWithSignsOfURIs() throws {
    let file = try LibraryStore.make()
    let other = file.folder.appending(path: "100%25 a?b#c.sqlite").path
    try FileManager.default.moveItem(atPath: file.url.path, toPath: other)
    let count = try OpenedStore.withStore(at: other) {
      try StoreInspector().inspection(of: $0).objectCount
    }
    #expect(count == 5)
  }

  @Test(arguments: [
    ("", "the database is empty"),
    ("CREATE TABLE other (x)", "the database is not a store"),
    ("CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)", "the store has no metadata"),
    (
      "CREATE TABLE Z_METADATA (Z_UUID, Z_PLIST); INSERT INTO Z_METADATA VALUES('', X'0102')",
      "the metadata of the store are damaged"
    ),
  ])
  func foreignFilesAreRefused(sql: String, message: String) throws {
    let file = try StoreFile()
    try file.withConnection { try $0.execute(sql) }
    let error = #expect(throws: StoreMigrationError.self) { try file.inspection() }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func aStoreWithoutItsListOfEntities() throws {
    let file = try LibraryStore.make()
    try file.withConnection { try $0.execute("DROP TABLE Z_PRIMARYKEY") }
    #expect(throws: StoreMigrationError.self) { try file.inspection() }
  }

  @Test func otherFilesAreRefused() throws {
    let file = try StoreFile()
    #expect(throws: FileProblem.self) { try file.inspection() }
    try Data(repeating: 7, count: 5_000).write(to: file.url)
    let error = #expect(throws: SQLError.self) { try file.inspection() }
    #expect(error?.kind == .corrupt)
    #expect(throws: FileProblem.self) {
      try OpenedStore.withStore(at: file.folder.path) { _ in }
    }
  }

  @Test func aLockedStoreIsBusy() throws {
    let file = try LibraryStore.make(journal: "DELETE")
    let other = try file.open()
    defer { other.close() }
    try other.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: SQLError.self) { try file.inspection() }
    #expect(error?.kind == .busy)
  }

  /// Inspecting terminates for arbitrary bytes.
  @Test func damagedPagesAreSurvived() throws {
    let file = try LibraryStore.make(journal: "DELETE")
    let whole = try file.bytes()
    for position in stride(from: 100, to: whole.count, by: 911) {
      var bytes = whole
      for offset in 0..<16 where position + offset < bytes.count {
        bytes[position + offset] ^= 0x5A
      }
      try bytes.write(to: file.url)
      do {
        _ = try file.inspection()
      } catch {
        #expect(error is SQLError || error is StoreMigrationError, "\(error)")
      }
    }
  }

  @Test("Stores of the corpus are read", .enabled(if: Corpus.isAvailable()))
  func corpus() throws {
    let stores = Corpus.files(below: "stores") { $0.pathExtension == "sqlite" }
    #expect(stores.count >= 10)
    for store in stores {
      let copy = try StoreFile()
      for ending in ["", "-wal"] {
        let source = store.path + ending
        guard FileManager.default.fileExists(atPath: source) else { continue }
        try FileManager.default.copyItem(atPath: source, toPath: copy.url.path + ending)
      }
      let inspection = try copy.inspection()
      let name = Corpus.name(of: store)
      #expect(!inspection.entities.isEmpty, "\(name)")
      #expect(inspection.entities.allSatisfy { $0.table != nil || $0.depth > 0 }, "\(name)")
      let errors = inspection.problems.filter { $0.rule.severity != .note }
      for problem in errors { print("\(name): \(problem.rule.rawValue): \(problem.message)") }
    }
  }
}
