import Foundation
import ManagedModel
import SQLDriver
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests that each kind of damage is found and correctly reported.
@Suite struct StoreProblemTests {
  struct Damage: CustomTestStringConvertible {
    var sql: String
    var problems: [String]
    var testDescription: String { sql }

    init(_ sql: String, _ problems: String...) {
      self.sql = sql
      self.problems = problems
    }
  }

  @Test func aSoundStoreHasNoProblems() throws {
    #expect(try LibraryStore.make().inspection().problems == [])
    #expect(
      try LibraryStore.make(tracksHistory: true, journal: "DELETE").inspection().problems == []
    )
  }

  static let damages = [
    Damage(
      "UPDATE ZBOOK SET ZAUTHOR = 9 WHERE Z_PK = 1",
      "dangling-reference Book.author: 1 object of Book leads by 'author' to objects that do not exist "
        + "(key 1)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZAUTHOR = 2",
      "wrong-destination Book.author: 2 objects of Book lead by 'author' to objects that are not of Author "
        + "(keys 1, 2)"
    ),
    Damage(
      "UPDATE ZBOOK SET Z2_EDITOR = 3 WHERE Z_PK = 1",
      "wrong-destination Book.editor: 1 object of Book names the wrong entity for 'editor' "
        + "(key 1)"
    ),
    Damage(
      "INSERT INTO Z_1TAGS(Z_1BOOKS, Z_4TAGS) VALUES(1, 7)",
      "dangling-pair Book.tags: 1 pair of Book.tags lacks one of the two objects (key 1)"
    ),
    Damage(
      "UPDATE ZTAG SET Z_ENT = 9; DELETE FROM Z_1TAGS",
      "unknown-entity Tag: 1 row of ZTAG has an entity number that does not belong there (Z_ENT 9)"
    ),
    Damage(
      "UPDATE ZPERSON SET Z_ENT = NULL WHERE Z_PK = 2; UPDATE ZBOOK SET ZEDITOR = NULL",
      "unknown-entity Person: 1 row of ZPERSON has an entity number that does not belong there (Z_ENT none)"
    ),
    Damage(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 4",
      "keys-behind Tag: ZTAG has an object with key 1, but the highest key in Z_PRIMARYKEY is 0"
    ),
    Damage(
      "UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2",
      "missing-value Book.title: 1 object of Book lacks a value for 'title', which is mandatory (key 2)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZAUTHOR = NULL",
      "missing-value Book.author: 2 objects of Book lack a value for 'author', which is mandatory "
        + "(keys 1, 2)"
    ),
    Damage(
      "DROP INDEX Z_Book_UNIQUE_isbn; UPDATE ZBOOK SET ZISBN = 'same'",
      "missing-constraint: no index of the database enforces the uniqueness constraint 1 of Book",
      "not-unique Book: 1 value of isbn belongs to more than one object of Book (key 1)"
    ),
    Damage(
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tag' WHERE Z_ENT = 3",
      "entity-table Author: number 3 is Tag in Z_PRIMARYKEY, and Author in the model"
    ),
    Damage(
      "UPDATE ZBOOK SET Z_OPT = 'zz' WHERE Z_PK = 2",
      "wrong-type: 1 row of ZBOOK has a value in Z_OPT that is not an integer (key 2)"
    ),
    Damage(
      "UPDATE ZTAG SET Z_PK = -1; DELETE FROM Z_1TAGS",
      "wrong-type: 1 row of ZTAG has a value in Z_PK that is not a key of an object (key -1)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZTITLE = X'00'",
      "wrong-type Book.title: 2 rows of ZBOOK have a value in ZTITLE that is not a text (keys 1, 2)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZCOVER = 'text' WHERE Z_PK = 1",
      "wrong-type Book.cover: 1 row of ZBOOK has a value in ZCOVER that is not data (key 1)"
    ),
    Damage(
      "UPDATE ZPERSON SET ZBOOKCOUNT = 'many' WHERE Z_PK = 1",
      "wrong-type Author.bookCount: 1 row of ZPERSON has a value in ZBOOKCOUNT that is not an integer "
        + "(key 1)"
    ),
    Damage(
      "UPDATE ZBOOK SET Z_OPT = NULL WHERE Z_PK = 1; UPDATE ZBOOK SET Z_OPT = -3 WHERE Z_PK = 2",
      "missing-version: 2 rows of ZBOOK have no version, or a negative one (keys 1, 2)"
    ),
    Damage(
      "UPDATE Z_METADATA SET Z_UUID = NULL",
      "missing-identifier: Z_METADATA has no UUID of the store (Z_UUID)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZTITLE = CAST(X'4142ff43' AS TEXT) WHERE Z_PK = 2; "
        + "UPDATE ZBOOK SET ZTITLE = 'Ärger' WHERE Z_PK = 1",
      "damaged-text Book.title: 1 row of ZBOOK has a text in ZTITLE that is not valid UTF-8 (key 2)"
    ),
    Damage(
      "UPDATE ZBOOK SET ZTITLE = CAST(X'414200ff43' AS TEXT) WHERE Z_PK = 2; "
        + "UPDATE ZBOOK SET ZTITLE = 'a' || char(0) || 'ä' WHERE Z_PK = 1",
      "damaged-text Book.title: 1 row of ZBOOK has a text in ZTITLE that is not valid UTF-8 (key 2)"
    ),
    Damage("DROP TABLE Z_1TAGS", "missing-table: there is no table Z_1TAGS"),
    Damage(
      "ALTER TABLE ZTAG DROP COLUMN ZNAME",
      "missing-column: the table ZTAG has no column ZNAME"
    ),
    Damage(
      "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 4",
      "entity-table Tag: Z_PRIMARYKEY lacks number 4, which is Tag"
    ),
    Damage(
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1 WHERE Z_ENT = 4; DELETE FROM ZTAG; DELETE FROM Z_1TAGS",
      "entity-table Tag: the parent of Tag has number 1 in Z_PRIMARYKEY, and 0 in the model"
    ),
    Damage(
      "DROP INDEX ZBOOK_ZAUTHOR_INDEX",
      "missing-index: there is no index for objects by relationship Book.author"
    ),
    Damage(
      "UPDATE ZBOOK SET ZCOVER = CAST(X'02' || '6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11' AS BLOB) "
        + "WHERE Z_PK = 1",
      "missing-file Book.cover: the file '6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11' of a value is missing"
    ),
    Damage(
      "DELETE FROM Z_MODELCACHE",
      "no-model: the model of the store is unknown, so its rows are not checked"
    ),
    Damage(
      "DROP TABLE Z_MODELCACHE",
      "no-model: the model of the store is unknown, so its rows are not checked"
    ),
    Damage(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = X'00'",
      "damaged-model-cache: the model in the store is damaged",
      "no-model: the model of the store is unknown, so its rows are not checked"
    ),
  ]

  @Test(arguments: damages)
  func damage(damage: Damage) throws {
    let file = try LibraryStore.make()
    try file.withConnection { try $0.execute(damage.sql) }
    #expect(try file.inspection().problems.map(\.line) == damage.problems)
  }

  /// The type of an attribute, with valid and invalid values.
  static let types: [(type: String, noun: String, good: [String], bad: [String])] = [
    ("Integer 16", "an integer of 16 bits", ["-32768", "NULL"], ["32768", "1.5", "'a'", "X'00'"]),
    ("Integer 32", "an integer of 32 bits", ["2147483647"], ["2147483648", "'a'"]),
    ("Integer 64", "an integer", ["9223372036854775807"], ["1e300", "'a'", "X'00'"]),
    ("Boolean", "an integer", ["0", "1"], ["'YES'", "0.5"]),
    ("Double", "a number", ["1", "1.5"], ["'a'", "X'00'"]),
    ("Float", "a number", ["1", "1.5"], ["'a'"]),
    ("Date", "a number", ["700000000", "0.5"], ["'2024-01-01'", "X'00'"]),
    ("Decimal", "a number", ["1", "1.5", "'12345678901234567890.123'"], ["'a'", "''", "X'00'"]),
    ("String", "a text", ["''", "'a'", "1"], ["X'00'"]),
    ("URI", "a text", ["'a:b'"], ["X'00'"]),
    ("Binary", "data", ["X''", "X'00'"], ["'a'", "1", "1.5"]),
    ("Transformable", "data", ["X'00'"], ["'a'", "1"]),
    ("UUID", "a UUID", ["randomblob(16)"], ["X'00'", "'a'"]),
  ]

  @Test(arguments: types.indices)
  func wrongTypes(_ index: Int) throws {
    let (type, noun, good, bad) = Self.types[index]
    let model = try LibraryStore.model(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="A">
          <attribute name="x" optional="YES" attributeType="\(type)"/>
        </entity>
      </model>
      """
    )
    for (value, isBad) in good.map({ ($0, false) }) + bad.map({ ($0, true) }) {
      let file = try StoreFile(of: StoredModel(model), isFilled: false)
      try file.withConnection {
        try $0.execute(
          "INSERT INTO ZA(Z_PK, Z_ENT, Z_OPT, ZX) VALUES(1, 1, 1, \(value));"
            + " UPDATE Z_PRIMARYKEY SET Z_MAX = 1"
        )
      }
      let line = "wrong-type A.x: 1 row of ZA has a value in ZX that is not \(noun) (key 1)"
      #expect(
        try file.inspection().problems.map(\.line) == (isBad ? [line] : []),
        "\(type) \(value)"
      )
    }
  }

  @Test func missingNumbersOfHistoryAreFound() throws {
    let file = try LibraryStore.make(tracksHistory: true)
    try file.withConnection { try $0.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") }
    // Core Data leaves it like this until the first transaction.
    #expect(try file.inspection().problems == [])
    try file.withConnection {
      try $0.execute(
        "INSERT INTO ATRANSACTION(Z_PK, Z_ENT) VALUES(3, 16002);"
          + " INSERT INTO ACHANGE(Z_PK, Z_ENT, ZTRANSACTIONID) VALUES(4, 16001, 3);"
          + " INSERT INTO Z_PRIMARYKEY VALUES(16001, 'CHANGE', 0, 1)"
      )
    }
    #expect(
      try file.inspection().problems.map(\.line) == [
        "keys-behind CHANGE: ACHANGE has a row with key 4, but the highest key in Z_PRIMARYKEY is 1",
        "entity-table TRANSACTION: Z_PRIMARYKEY lacks number 16002, which is TRANSACTION",
      ]
    )
  }

  @Test(arguments: [
    (
      "DROP TABLE ATRANSACTIONSTRING",
      "missing-table TRANSACTIONSTRING: there is no table ATRANSACTIONSTRING, but other tables of the history exist"
    ),
    (
      "UPDATE ACHANGE SET ZENTITYPK = 'zz'",
      "wrong-type CHANGE: 2 rows of ACHANGE have a value in ZENTITYPK that is not an integer (the first has key 1)"
    ),
    (
      "UPDATE ACHANGE SET ZCOLUMNS = 'zz' WHERE Z_PK = 2",
      "wrong-type CHANGE: 1 row of ACHANGE has a value in ZCOLUMNS that is not data (key 2)"
    ),
    (
      "UPDATE ATRANSACTION SET ZTIMESTAMP = 'zz'",
      "wrong-type TRANSACTION: 1 row of ATRANSACTION has a value in ZTIMESTAMP that is not a number (key 1)"
    ),
    ("UPDATE ATRANSACTION SET ZTIMESTAMP = 1", nil),
    (
      "UPDATE ACHANGE SET ZCHANGETYPE = Z_PK + 1",
      "wrong-type CHANGE: 1 row of ACHANGE has a value in ZCHANGETYPE that is not a kind of change (key 2)"
    ),
    ("UPDATE ACHANGE SET ZCHANGETYPE = Z_PK - 1", nil),
    (
      "DELETE FROM ATRANSACTION",
      "dangling-reference CHANGE: 2 rows of ACHANGE refer by ZTRANSACTIONID to a missing row of ATRANSACTION (the first has key 1)"
    ),
    (
      "UPDATE ACHANGE SET ZTRANSACTIONID = NULL WHERE Z_PK = 2",
      "dangling-reference CHANGE: 1 row of ACHANGE refers by ZTRANSACTIONID to a missing row of ATRANSACTION (key 2)"
    ),
    (
      "UPDATE ATRANSACTION SET ZAUTHORTS = 7",
      "dangling-reference TRANSACTION: 1 row of ATRANSACTION refers by ZAUTHORTS to a missing row of ATRANSACTIONSTRING (key 1)"
    ),
  ])
  func damagedHistoryIsFound(damage: String, line: String?) throws {
    let file = try LibraryStore.make(tracksHistory: true)
    try file.withConnection {
      try $0.execute(
        "INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZTIMESTAMP) VALUES(1, 16002, 1.5);"
          + " INSERT INTO ACHANGE(Z_PK, Z_ENT, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
          + " VALUES(1, 16001, 1, 1, 1, NULL), (2, 16001, 1, 2, 1, x'01');"
          + " UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT > 16000; \(damage)"
      )
    }
    #expect(try file.inspection().problems.map(\.line) == [line].compactMap { $0 })
  }

  @Test func aModelWithoutEntitiesIsAModel() throws {
    let file = try StoreFile(of: StoredModel(Model()), isFilled: false)
    #expect(try file.inspection().problems == [])
    let candidate = ModelCandidate(title: "Empty", model: Model())
    #expect(try file.inspection(candidates: [candidate]).problems == [])
    let library = ModelCandidate(title: "Library", model: try LibraryStore.model())
    #expect(try file.inspection(candidates: [library]).problems.map(\.rule) == [.otherModel])
  }

  /// Core Data's own migration leaves the old name of a renamed entity.
  @Test func theModelNamesEntities() throws {
    let file = try LibraryStore.make()
    try file.withConnection {
      try $0.execute("UPDATE Z_PRIMARYKEY SET Z_NAME = 'Human' WHERE Z_ENT = 2")
    }
    let inspection = try file.inspection()
    #expect(inspection.problems == [])
    #expect(inspection.entities.map(\.name) == ["Book", "Person", "Author", "Tag"])
    #expect(inspection.entities.allSatisfy { $0.table != nil && $0.hash != nil })
  }

  @Test func aMissingTriggerIsFound() throws {
    let file = try LibraryStore.make()
    try file.withConnection { connection in
      let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      #expect(!names.isEmpty)
      for case .text(let name) in names.map({ $0[0] }) {
        try connection.execute("DROP TRIGGER \(connection.dialect.identifier(name))")
      }
      let problems = try file.inspection().problems
      #expect(problems.count == names.count)
      #expect(problems.allSatisfy { $0.rule == .missingTrigger })
    }
  }

  /// An explicit model replaces a missing model cache.
  @Test func theNamedModelIsUsed() throws {
    let file = try LibraryStore.make()
    try file.withConnection {
      try $0.execute("DELETE FROM Z_MODELCACHE; UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2")
    }
    let candidate = ModelCandidate(title: "Library", model: try LibraryStore.model())
    let inspection = try file.inspection(candidates: [candidate])
    #expect(inspection.model.version == "Library")
    #expect(inspection.problems.map(\.rule) == [.missingValue])
  }

  @Test func anotherModelIsNamedForItsEntities() throws {
    let file = try LibraryStore.make()
    var model = try LibraryStore.model()
    let tag = try #require(model.entities.firstIndex { $0.name == "Tag" })
    model.entities[tag].versionHashModifier = "2"
    var added = Entity(name: "Zone")
    added.isAbstract = true
    model.entities.append(added)
    let inspection = try file.inspection(candidates: [ModelCandidate(title: "New", model: model)])
    #expect(
      inspection.problems.map(\.line) == [
        "other-model: the store does not match any version of the model; it differs from 'New' in "
          + "Tag (changed), Zone (only in the model)"
      ]
    )
  }

  @Test func unusedFilesAreFound() throws {
    let file = try LibraryStore.make()
    let folder = file.folder.appending(path: ".store_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: folder.appending(path: "stray"))
    let inspection = try file.inspection()
    #expect(inspection.externalData.bytes == 3)
    #expect(inspection.externalData.unused.map(\.name) == ["stray"])
    #expect(inspection.problems.map(\.rule) == [.unusedFile])
  }

  @Test(
    "A value whose file cannot be read is reported",
    arguments: ["folder", "link to nothing", "pipe", "damaged name"]
  )
  func unreadableFiles(_ damage: String) throws {
    let file = try LibraryStore.make()
    let name = UUID().uuidString
    let folder = file.folder.appending(path: ".store_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let value = folder.appending(path: name)
    var message = "the file '\(name)' of a value is missing"
    var reference = name
    switch damage {
    case "folder":
      try FileManager.default.createDirectory(at: value, withIntermediateDirectories: false)
    case "link to nothing":
      try FileManager.default.createSymbolicLink(
        atPath: value.path,
        withDestinationPath: "nowhere"
      )
    case "pipe": #expect(mkfifo(value.path, 0o600) == 0)
    default:
      message = "the name of the file of a value is damaged"
      reference = "../../precious"
    }
    try file.withConnection {
      try $0.execute(
        "UPDATE ZBOOK SET ZCOVER = CAST(X'02' || '\(reference)' || X'00' AS BLOB) WHERE Z_PK = 1"
      )
    }
    let problems = try file.inspection().problems
    #expect(problems.map(\.line) == ["missing-file Book.cover: \(message)"])
  }

  @Test("A file that another program removes with its value meanwhile is not missing")
  func replacedMeanwhile() throws {
    let file = try LibraryStore.make()
    let name = UUID().uuidString
    try file.withConnection {
      try $0.execute(
        "UPDATE ZBOOK SET ZCOVER = CAST(X'02' || '\(name)' || X'00' AS BLOB) WHERE Z_PK = 1"
      )
    }
    try OpenedStore.withStore(at: file.url.path) { store in
      // The transaction of the inspection has begun, and has the value from before this change.
      try file.withConnection { try $0.execute("UPDATE ZBOOK SET ZCOVER = NULL") }
      let inspection = try StoreInspector(depth: .everything).inspection(of: store)
      #expect(inspection.problems.map(\.line) == [])
    }
  }

  @Test func aSurveyLooksAtNoValues() throws {
    let file = try LibraryStore.make()
    try file.withConnection { try $0.execute("UPDATE ZBOOK SET ZTITLE = NULL") }
    #expect(try file.inspection(depth: .survey).problems == [])
  }
}

extension StoreProblem {
  fileprivate var line: String {
    "\(rule.rawValue)\(element.map { " " + $0 } ?? ""): \(message)"
  }
}
