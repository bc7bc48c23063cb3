import CorpusFiles
import Foundation
import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests of names that a migration keeps, because Core Data or others would not find their tables otherwise.
@Suite struct KeptNamesTests {
  private static func toMany(_ name: String, _ destination: String, _ inverse: String) -> Property {
    .relationship(
      Relationship(
        name: name,
        destinationName: destination,
        isToMany: true,
        isOptional: true,
        inverseName: inverse,
        inverseEntityName: destination
      )
    )
  }

  private static func client(_ more: [String] = []) -> Model {
    Model(entities: [
      Entity(
        name: "Client",
        properties: [
          .attribute(Attribute(name: "name", type: .string, isOptional: true)),
          toMany("trustedClients", "Client", "trustedByClients"),
          toMany("trustedByClients", "Client", "trustedClients"),
        ] + more.map { .attribute(Attribute(name: $0, type: .string, isOptional: true)) }
      )
    ])
  }

  /// Changes that do not affect the relationships: properties that change the order of the dictionary, and an entity
  /// that changes the numbers.
  private static let targets: [(String, Model, Int)] = [
    ("an attribute more", client(["label"]), 1),
    ("forty attributes more", client((0..<40).map { "label\($0)" }), 1),
    ("an entity before", Model(entities: client().entities + [Entity(name: "Account")]), 2),
  ]

  @Test(
    "The name of a join table stays, whichever end it is of",
    arguments: [0, 1, 2],
    [("TRUSTEDCLIENTS", "TRUSTEDBYCLIENTS"), ("TRUSTEDBYCLIENTS", "TRUSTEDCLIENTS")]
  )
  func joinTables(_ target: Int, _ ends: (String, String)) throws {
    let (owner, inverse) = ends
    let (title, model, number) = Self.targets[target]
    let file = try StoreFile(of: StoredModel(Self.client()), isFilled: false)
    try file.withConnection { connection in
      for name in ["TRUSTEDCLIENTS", "TRUSTEDBYCLIENTS"] {
        try connection.execute("DROP TABLE IF EXISTS Z_1\(name)")
      }
      try connection.execute(
        "CREATE TABLE Z_1\(owner) ( Z_1\(inverse) INTEGER, Z_1\(owner) INTEGER, "
          + "PRIMARY KEY (Z_1\(inverse), Z_1\(owner)) )"
      )
      try connection.execute(
        "CREATE INDEX Z_1\(owner)_Z_1\(owner)_INDEX ON Z_1\(owner) (Z_1\(owner), Z_1\(inverse))"
      )
      try connection.execute("INSERT INTO ZCLIENT(Z_PK, Z_ENT, Z_OPT) VALUES(1, 1, 1), (2, 1, 1)")
      try connection.execute("INSERT INTO Z_1\(owner) VALUES(1, 2), (2, 2)")
      let migration = StoreMigration(to: StoredModel(model), verification: .everything)
      #expect(try migration.run(on: connection) != nil, "\(title)")
      let name = "Z_\(number)\(owner)"
      let texts = try connection.rows(
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC",
        .text(name)
      )
      let (key, other) = ("Z_\(number)\(owner)", "Z_\(number)\(inverse)")
      #expect(texts.count == 2)
      #expect(
        texts.last?.first
          == .text("CREATE INDEX \(name)_\(key)_INDEX ON \(name) (\(key), \(other))")
      )
      #expect(
        try connection.rows("SELECT \(other), \(key) FROM \(name) ORDER BY 1")
          == [[.integer(1), .integer(2)], [.integer(2), .integer(2)]]
      )
    }
  }

  @Test("The number behind the name of a column stays")
  func columns() throws {
    let polls = Model(entities: [
      Entity(
        name: "Member",
        properties: [
          Self.toMany("options", "Option", "votedBy"), Self.toMany("polls", "Poll", "votedBy"),
        ]
      ),
      Entity(name: "Option", properties: [Self.toMany("votedBy", "Member", "options")]),
      Entity(name: "Poll", properties: [Self.toMany("votedBy", "Member", "polls")]),
    ])
    var target = polls
    target.entities[0].properties.append(
      .attribute(Attribute(name: "name", type: .string, isOptional: true))
    )
    let file = try StoreFile(of: StoredModel(polls), isFilled: false)
    try file.withConnection { connection in
      // The numbers are swapped, compared to a new store.
      try connection.execute(
        "DROP TABLE Z_1OPTIONS; DROP TABLE Z_1POLLS;"
          + " CREATE TABLE Z_1OPTIONS ( Z_1VOTEDBY1 INTEGER, Z_2OPTIONS INTEGER,"
          + " PRIMARY KEY (Z_1VOTEDBY1, Z_2OPTIONS) );"
          + " CREATE TABLE Z_1POLLS ( Z_1VOTEDBY INTEGER, Z_3POLLS INTEGER,"
          + " PRIMARY KEY (Z_1VOTEDBY, Z_3POLLS) )"
      )
      let before = try connection.rows(Self.joins)
      #expect(try StoreMigration(to: StoredModel(target)).run(on: connection) != nil)
      #expect(try connection.rows(Self.joins) == before)
    }
  }

  private static let joins =
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_1%' ESCAPE '\\'"
    + " ORDER BY name"

  @Test("Foreign rows in Z_PRIMARYKEY stay, and mirrored records follow their entities")
  func mirroring() throws {
    let old = Model(entities: ["Beta", "Delta", "Gone"].map { Entity(name: $0) })
    let new = Model(entities: ["Alpha", "Beta", "Delta"].map { Entity(name: $0) })
    let file = try StoreFile(of: StoredModel(old), isFilled: false, tracksHistory: true)
    try file.withConnection { connection in
      try connection.execute(
        "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
          + " ZENTITYID INTEGER, ZENTITYPK INTEGER, ZCKRECORDNAME VARCHAR );"
          + " CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_ckRecordName ON ANSCKRECORDMETADATA"
          + " (ZCKRECORDNAME COLLATE BINARY ASC);"
          + " INSERT INTO ANSCKRECORDMETADATA VALUES(1, 16011, 1, 1, 7, 'a'), (2, 16011, 1, 2, 8, 'b'),"
          + " (3, 16011, 1, 3, 9, 'c');"
          + " INSERT INTO Z_PRIMARYKEY VALUES(16010, 'NSCKEvent', 0, 5),"
          + " (16011, 'NSCKRecordMetadata', 0, 3);"
          + " DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16003"
      )
      let numbers =
        "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT"
      let others = try connection.rows(numbers)
      #expect(others.count == 4)
      let migration = StoreMigration(to: StoredModel(new), verification: .everything)
      #expect(try migration.run(on: connection) != nil)
      #expect(try connection.rows(numbers) == others)
      #expect(
        try connection.rows("SELECT Z_PK, ZENTITYID, ZENTITYPK FROM ANSCKRECORDMETADATA ORDER BY 1")
          == [
            [.integer(1), .integer(2), .integer(7)], [.integer(2), .integer(3), .integer(8)],
          ]
      )
      let indexes = "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'Z_NSCK%'"
      #expect(try connection.value(indexes) == .integer(1))
      #expect(try StoreMigration(to: StoredModel(old)).run(on: connection) != nil)
      #expect(try connection.rows(numbers) == others)
    }
  }

  @Test(
    "A history of which a table is missing is repaired, and follows the entities",
    arguments: ["ATRANSACTION", "ATRANSACTIONSTRING"]
  )
  func partialHistory(missing: String) throws {
    let old = Model(entities: ["Beta", "Delta"].map { Entity(name: $0) })
    let new = Model(entities: ["Alpha", "Beta", "Delta"].map { Entity(name: $0) })
    let file = try StoreFile(of: StoredModel(old), isFilled: false, tracksHistory: true)
    try file.withConnection { connection in
      try connection.execute(
        "DROP TABLE \(missing); INSERT INTO ACHANGE(Z_PK, Z_ENT, ZENTITY, ZENTITYPK)"
          + " VALUES(1, 16001, 1, 7), (2, 16001, 2, 8)"
      )
      let migration = StoreMigration(to: StoredModel(new), verification: .everything)
      #expect(try migration.run(on: connection) != nil)
      #expect(
        try connection.rows("SELECT ZENTITY, ZENTITYPK FROM ACHANGE ORDER BY Z_PK")
          == [[.integer(2), .integer(7)], [.integer(3), .integer(8)]]
      )
      #expect(try connection.value("SELECT COUNT(*) FROM \(missing)") == .integer(0))
    }
  }

  @Test(
    "Join tables of all real stores keep their names when something else changes",
    .enabled(if: Corpus.isAvailable())
  )
  func realStores() throws {
    var joins = 0
    let stores = Corpus.files(below: "stores") {
      ["sqlite", "moody", "db", "storedata"].contains($0.pathExtension)
    }
    for store in stores {
      let file = try StoreFile()
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
        let data = try Data(contentsOf: URL(filePath: store.path + suffix))
        try data.write(to: URL(filePath: file.url.path + suffix))
      }
      guard var target = try? file.withConnection({ try StoreMetadata.cachedModel($0) }) else {
        continue
      }
      for entity in target.entities.indices {
        for number in 0..<30 {
          target.entities[entity].properties.append(
            .attribute(Attribute(name: "new\(number)", type: .string, isOptional: true))
          )
        }
      }
      try file.withConnection { connection in
        let tables =
          "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_%' ESCAPE '\\'"
          + " AND sql LIKE '%PRIMARY KEY (%' ORDER BY name"
        let before = try connection.rows(tables)
        let migration = StoreMigration(to: StoredModel(target))
        guard (try? migration.run(on: connection)) != nil else { return }
        #expect(try connection.rows(tables) == before, "\(Corpus.name(of: store))")
        joins += before.count
      }
    }
    #expect(joins >= 4)
  }
}
