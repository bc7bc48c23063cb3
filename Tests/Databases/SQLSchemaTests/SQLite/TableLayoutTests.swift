import ManagedModel
import ModelShorthand
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

struct TableLayoutTests {
  @Test func `players and teams are stored as Core Data stores them`() {
    let league = model(
      entity(
        "Player",
        attribute("firstName"),
        attribute("lastName"),
        attribute("email"),
        toOne("team", "Team", inverse: "players")
      ),
      entity(
        "Team",
        attribute("name"),
        attribute("uniformColor"),
        toMany("players", "Player", inverse: "team")
      )
    )
    #expect(
      SQLiteSchema(league).modelTexts == [
        "CREATE TABLE ZPLAYER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZTEAM INTEGER, ZEMAIL VARCHAR, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR )",
        "CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZNAME VARCHAR, ZUNIFORMCOLOR VARCHAR )",
        "CREATE INDEX ZPLAYER_ZTEAM_INDEX ON ZPLAYER (ZTEAM)",
      ]
    )
  }

  @Test func `columns are grouped by type, and sorted within each group`() {
    let schema = SQLiteSchema(
      model(
        entity(
          "Thing",
          attribute("zBlob", .binary),
          attribute("aText", .string),
          attribute("b16", .integer16),
          attribute("c32", .integer32),
          attribute("a64", .integer64),
          attribute("flag", .boolean),
          attribute("price", .decimal),
          attribute("when", .date),
          attribute("double", .double),
          attribute("float", .float),
          attribute("link", .uri),
          attribute("id", .uuid),
          attribute("colour", .transformable),
          attribute("any", .undefined, isTransient: true),
          attribute("soon", .string, isTransient: true)
        )
      )
    )
    expectColumns(
      schema,
      "ZTHING",
      "ZA64 INTEGER, ZB16 INTEGER, ZC32 INTEGER, ZFLAG INTEGER, ZDOUBLE FLOAT, ZFLOAT FLOAT, "
        + "ZWHEN TIMESTAMP, ZPRICE DECIMAL, ZATEXT VARCHAR, ZLINK VARCHAR, ZID BLOB, "
        + "ZCOLOUR BLOB, ZZBLOB BLOB"
    )
  }

  @Test func `names are sorted by code point, with upper case before lower case`() {
    let schema = SQLiteSchema(model(entity("A", attribute("b"), attribute("C"), attribute("_d"))))
    expectColumns(schema, "ZA", "ZC VARCHAR, Z_D VARCHAR, ZB VARCHAR")
  }

  @Test func `a tree of entities shares one table, entity by entity within each group`() {
    let schema = SQLiteSchema(
      model(
        entity("Root", isAbstract: true, attribute("n", .integer16), attribute("s")),
        entity("Second", parent: "Root", attribute("a"), attribute("b", .integer16)),
        entity("First", parent: "Root", attribute("z"), attribute("c", .integer16)),
        entity("Deep", parent: "First", attribute("y"), toOne("other", "Lone")),
        entity("Lone")
      )
    )
    expectColumns(
      schema,
      "ZROOT",
      "ZN INTEGER, ZC INTEGER, ZOTHER INTEGER, ZB INTEGER, "
        + "ZS VARCHAR, ZZ VARCHAR, ZY VARCHAR, ZA VARCHAR"
    )
    #expect(
      schema.primaryKeyRows == [
        PrimaryKeyRow(number: 1, name: "Lone", parentNumber: 0),
        PrimaryKeyRow(number: 2, name: "Root", parentNumber: 0),
        PrimaryKeyRow(number: 3, name: "First", parentNumber: 2),
        PrimaryKeyRow(number: 4, name: "Deep", parentNumber: 3),
        PrimaryKeyRow(number: 5, name: "Second", parentNumber: 2),
      ]
    )
  }

  @Test func `siblings with a property of one name have a column each`() {
    let schema = SQLiteSchema(
      model(
        entity("Base", isAbstract: true),
        entity("B", parent: "Base", attribute("account", .integer16)),
        entity("A", parent: "Base", attribute("account")),
        entity("C", parent: "Base", toOne("account", "Base"))
      )
    )
    expectColumns(
      schema,
      "ZBASE",
      "ZACCOUNT1 INTEGER, ZACCOUNT2 INTEGER, Z1_ACCOUNT INTEGER, ZACCOUNT VARCHAR"
    )
  }

  @Test func `a subentity that repeats an inherited property has no column for it`() {
    let resolved = model(
      entity("Book", attribute("title"), toOne("author", "Author")),
      entity("Novel", parent: "Book", attribute("title"), toOne("author", "Author")),
      entity("Author")
    )
    let schema = SQLiteSchema(resolved)
    expectColumns(schema, "ZBOOK", "ZAUTHOR INTEGER, ZTITLE VARCHAR")
    for property in 0..<2 {
      #expect(
        schema.mapping[PropertyLocation(entity: 0, property: property)]
          == schema.mapping[PropertyLocation(entity: 1, property: property)]
      )
    }
  }

  @Test func `names that collide with the columns of every table give way`() {
    let schema = SQLiteSchema(model(entity("A", attribute("_pk"), attribute("_OPT"))))
    expectColumns(schema, "ZA", "Z_OPT1 VARCHAR, Z_PK1 VARCHAR")
  }

  @Test func `tables give way to those of the system and to one another`() {
    let schema = SQLiteSchema(
      model(entity("_metadata"), entity("thing"), entity("Thing"), entity("THING"))
    )
    #expect(
      schema.mapping.tables.map(\.name) == ["Z_METADATA1", "ZTHING", "ZTHING1", "ZTHING2"]
    )
  }

  @Test func `characters outside ASCII are put into upper case`() {
    let schema = SQLiteSchema(model(entity("Straße", attribute("größe"), attribute("имя"))))
    expectColumns(schema, "ZSTRASSE", "ZGRÖSSE VARCHAR, ZИМЯ VARCHAR")
  }
}

struct EntityNumberingTests {
  @Test(arguments: [
    (["SyncFeatureEntity", "SyncableSettingsMetadata"], [1, 0]),
    (["SContact", "ScheduledMemberTag"], [1, 0]),
    (["b", "A", "c"], [1, 0, 2]),
    (["a", "A"], [1, 0]),
    (["A", "a"], [0, 1]),
    (["Ab", "A_"], [1, 0]),
    ([], []),
  ])
  func `roots are numbered by name without case`(names: [String], expected: [Int]) {
    let numbering = EntityNumbering(
      ResolvedModel(Model(entities: names.map { Entity(name: $0) }))
    )
    #expect(numbering.entities == expected)
  }

  @Test func `a family's numbers follow one another`() {
    let numbering = EntityNumbering(
      model(
        entity("Z"),
        entity("A"),
        entity("C", parent: "A"),
        entity("B", parent: "A"),
        entity("D", parent: "B")
      )
    )
    #expect(numbering.entities == [1, 3, 4, 2, 0])
    #expect(numbering.familyNumbers(of: 1) == 1...4)
    #expect(numbering.familyNumbers(of: 3) == 2...3)
    #expect(numbering.familyNumbers(of: 0) == 5...5)
  }

  @Test func `a cycle of parents is cut, and every entity has a number`() {
    let numbering = EntityNumbering(
      model(entity("A", parent: "B"), entity("B", parent: "A"), entity("C", parent: "C"))
    )
    #expect(numbering.entities == [0, 1, 2])
  }
}

struct SQLiteSchemaTests {
  @Test func `the script makes the same store as the statements`() throws {
    let schema = SQLiteSchema(
      model(
        entity("It's", attribute("a\"b"), derived),
        entity("Child", parent: "It's"),
        entity("Place", indexes: [fetchIndex("r", "x", type: .rTree)], attribute("x", .double))
      ),
      tracksHistory: true
    )
    let made = try SQLiteConnection.store(schema)
    defer { made.close() }
    let scripted = try SQLiteConnection(path: ":memory:")
    defer { scripted.close() }
    try scripted.execute(schema.script)
    #expect(try scripted.schemaRows() == made.schemaRows())
    #expect(
      try scripted.rows("SELECT * FROM Z_PRIMARYKEY ORDER BY 1") == [
        [1, .text("It's"), 0, 0], [2, .text("Child"), 1, 0], [3, .text("Place"), 0, 0],
        [16_001, .text("CHANGE"), 0, 0], [16_002, .text("TRANSACTION"), 0, 0],
        [16_003, .text("TRANSACTIONSTRING"), 0, 0],
      ]
    )
  }

  private let derived = attribute("now", .date, derivedBy: "now()")

  @Test func `every statement says which part of the model it belongs to`() {
    let schema = SQLiteSchema(
      model(
        entity("A", unique: [["x"]], attribute("x"), toMany("many", "B", inverse: "many")),
        entity(
          "B",
          attribute("now", .date, derivedBy: "now()"),
          toMany("many", "A", inverse: "many")
        )
      )
    )
    let many = PropertyLocation(entity: 0, property: 1)
    let now = PropertyLocation(entity: 1, property: 0)
    let expected: [(SchemaStatementKind, SchemaElement)] = [
      (.table, .entity(0)), (.joinTable, .property(many)), (.table, .entity(1)),
      (.index, .property(many)), (.uniqueIndex, .uniquenessConstraint(entity: 0, position: 0)),
      (.trigger, .property(now)), (.trigger, .property(now)), (.systemTable, .store),
      (.systemTable, .store), (.systemTable, .store),
    ]
    #expect(schema.statements.map(\.kind) == expected.map(\.0))
    #expect(schema.statements.map(\.element) == expected.map(\.1))
    #expect(schema.statements.allSatisfy { !$0.text.hasSuffix(";") })
  }
}
