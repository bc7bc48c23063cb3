import CorpusFiles
import Foundation
import ManagedModel
import ModelComparison
import PropertyLists
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

@Suite struct StoreMigrationTests {
  private let old = StoredModel(RichVersions.old)
  private let new = StoredModel(RichVersions.new)

  @Test("A report names what was done, and metadata of others stay") func report() throws {
    let file = try StoreFile(of: old)
    var seen: [MigrationProgress] = []
    let migration = StoreMigration(to: new, losses: .all, verification: .everything)
    let report = try file.withConnection { try migration.run(on: $0) { seen.append($0) } }
    let counts = try #require(report).counts
    #expect(counts.map(\.entity) == ["Album", "Artist", "Band", "Tag"])
    #expect(counts.allSatisfy { $0.before == 3 && $0.after == 3 })
    #expect(seen.map(\.fraction) == seen.map(\.fraction).sorted())
    #expect(seen.last?.fraction == 1 && seen.last?.rowCount ?? 0 > 0)
    let metadata = try #require(try file.withConnection { try StoreMetadata.read($0) })
    #expect(metadata.versionHashes == new.identity.hashes)
    #expect(metadata.dictionary["mine"] == .string("stays"))
    #expect(metadata.dictionary.entries.map(\.key).prefix(2) == ["NSStoreType", "mine"])
    #expect(migration.isCurrent(metadata))
  }

  @Test("If the model in a store is not its own, a candidate is used") func staleModel() throws {
    let file = try StoreFile(of: old)
    try file.withConnection {
      _ = try $0.run("UPDATE Z_MODELCACHE SET Z_CONTENT = ?", .blob(new.archive()))
    }
    #expect(throws: StoreMigrationError.self) {
      try file.withConnection { try StoreMigration(to: new, losses: .all).run(on: $0) }
    }
    let migration = StoreMigration(
      to: new,
      candidates: { _ in [StoredModel(Model()), new, old] },
      losses: .all
    )
    #expect(try file.withConnection { try migration.run(on: $0) } != nil)
  }

  @Test("Renaming identifiers are those of the version, which the model in a store lacks")
  func renamingIdentifiers() throws {
    func version(_ name: String, _ identifier: String?) -> Model {
      var attribute = Attribute(name: name, type: .string, isOptional: true)
      attribute.renamingIdentifier = identifier
      return Model(entities: [Entity(name: "Book", properties: [.attribute(attribute)])])
    }
    let second = StoredModel(version("title", "name"))
    let third = StoredModel(version("caption", "name"))
    let file = try StoreFile(of: second)
    let count = "SELECT count(ZTITLE) FROM ZBOOK"
    let before = try file.withConnection { try $0.value(count) }
    #expect(before != .integer(0))
    try file.withConnection {
      let kept = try StoredModel(version("title", nil)).archive()
      _ = try $0.run("UPDATE Z_MODELCACHE SET Z_CONTENT = ?", .blob(kept))
    }
    let migration = StoreMigration(to: third, candidates: { _ in [second, third] })
    _ = try file.withConnection { try migration.run(on: $0) }
    let after = try file.withConnection { try $0.value("SELECT count(ZCAPTION) FROM ZBOOK") }
    #expect(after == before)
  }

  @Test(
    "Files that are not stores are refused",
    arguments: [
      "", "CREATE TABLE a (b)", "CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST)",
      "CREATE TABLE Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST); INSERT INTO Z_METADATA VALUES(1, 2, X'00')",
    ]
  )
  func noStores(sql: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    defer { connection.close() }
    try connection.execute(sql)
    #expect(throws: StoreMigrationError.self) {
      try StoreMigration(to: new, losses: .all).run(on: connection)
    }
    #expect(!connection.isInTransaction)
  }

  @Test(
    "Tables that are not those of the model are refused",
    arguments: [
      "DROP TABLE ZTAG", "ALTER TABLE ZTAG DROP COLUMN ZNAME",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 77 WHERE Z_ENT = 2",
    ]
  )
  func otherTables(sql: String) throws {
    let file = try StoreFile(of: old)
    try file.withConnection { try $0.execute(sql) }
    let before = try file.contents()
    #expect(throws: StoreMigrationError.self) {
      try file.withConnection { try StoreMigration(to: new, losses: .all).run(on: $0) }
    }
    #expect(try file.contents() == before)
  }

  @Test(
    "Remains of other versions of Core Data are removed",
    arguments: [
      "CREATE INDEX ZTAG_ZNAME_INDEX ON ZTAG (ZNAME)", "DROP INDEX ZALBUM_ZARTIST_INDEX",
      "ALTER TABLE ZTAG ADD COLUMN ZGONE VARCHAR",
      "ALTER TABLE Z_1TAGS RENAME TO Z_5ALBUMS",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Old' WHERE Z_ENT = 5",
      "CREATE TRIGGER Z_DA_x AFTER INSERT ON ZTAG BEGIN SELECT not_there(); END",
    ]
  )
  func leftovers(sql: String) throws {
    let file = try StoreFile(of: old)
    try file.withConnection { try $0.execute(sql) }
    try file.withConnection { _ = try StoreMigration(to: new, losses: .all).run(on: $0) }
    let fresh = try StoreFile(of: new, isFilled: false)
    let expected = try fresh.withConnection { try $0.signature() }
    #expect(try file.withConnection { try $0.signature() } == expected)
  }

  @Test("Values that cannot be converted are dropped only on request") func conversion()
    throws
  {
    var model = RichVersions.old
    model.entities[3].properties = [
      .attribute(Attribute(name: "note", type: .date, isOptional: true))
    ]
    let target = StoredModel(model)
    let file = try StoreFile(of: old)
    #expect(throws: StoreMigrationError.self) {
      try file.withConnection { try StoreMigration(to: target, losses: .all).run(on: $0) }
    }
    let migration = StoreMigration(to: target, losses: .all, leavesUnconvertibleValues: true)
    #expect(try file.withConnection { try migration.run(on: $0) } != nil)
    #expect(
      try file.withConnection { try $0.value("SELECT count(ZNOTE) FROM ZDRAFT") } == .integer(0)
    )
  }

  @Test(
    "Folders of external data",
    arguments: [
      ("/a/b.sqlite", "/a/.b_SUPPORT/_EXTERNAL_DATA"), ("b", ".b_SUPPORT/_EXTERNAL_DATA"),
      ("/a.b/c", "/a.b/.c_SUPPORT/_EXTERNAL_DATA"), ("/.x", "/..x_SUPPORT/_EXTERNAL_DATA"),
      ("/a/b.c.d", "/a/.b.c_SUPPORT/_EXTERNAL_DATA"),
    ]
  )
  func folders(path: String, folder: String) {
    #expect(ExternalDataFolder(ofStoreAt: path).path == folder)
  }

  @Test(
    "A name of an external file is a UUID and nothing else",
    arguments: [
      ("\u{2}6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11\0", true),
      ("\u{2}../../../../../../../../../../etc/passwd", false),
      ("\u{1}6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11\0", false), ("\u{2}", false), ("", false),
    ]
  )
  func names(text: String, isName: Bool) {
    #expect((ExternalDataFolder.fileName(in: Array(text.utf8)) != nil) == isName)
  }

  @Test(
    "Real stores of Core Data go to versions with more, and back",
    .enabled(if: Corpus.isAvailable())
  )
  func realStores() throws {
    var count = 0
    let stores = Corpus.files(below: "stores") {
      ["sqlite", "moody", "db", "storedata"].contains($0.pathExtension)
    }
    for store in stores {
      let file = try StoreFile()
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
        let data = try Data(contentsOf: URL(filePath: store.path + suffix))
        try data.write(to: URL(filePath: file.url.path + suffix))
      }
      let model = try? file.withConnection { try StoreMetadata.cachedModel($0) }
      guard var target = model ?? nil, !target.entities.isEmpty else { continue }
      target.entities[0].properties.append(
        .attribute(Attribute(name: "somethingNew", type: .string, isOptional: true))
      )
      target.entities.append(Entity(name: "AAAddition"))
      do {
        let migration = StoreMigration(
          to: StoredModel(target),
          losses: .all,
          verification: .everything
        )
        let report = try file.withConnection { try migration.run(on: $0) }
        #expect(report?.counts.allSatisfy { $0.before == $0.after } == true)
        let fresh = try StoreFile(of: StoredModel(target), isFilled: false)
        func schema(_ file: StoreFile) throws -> Set<String> {
          try file.withConnection { try $0.signature() }.filter {
            $0.hasPrefix("table Z") || $0.hasPrefix("entity [SQLDriver.SQLValue.integer")
              || $0.hasPrefix("[SQLDriver.SQLValue.text(\"index")
          }.filter {
            !$0.contains("\"A") && !$0.contains("1600") && !$0.contains("sqlite_autoindex")
          }
        }
        #expect(try schema(file) == schema(fresh), "\(Corpus.name(of: store))")
        count += 1
      } catch let error as StoreMigrationError {
        if case .noSourceModel = error { continue }
        Issue.record("\(Corpus.name(of: store)): \(error)")
      }
    }
    #expect(count >= 8)
  }
}
