import ManagedModel
import ModelShorthand
import Testing

@testable import SQLSchema

struct IndexLayoutTests {
  private func indexes(_ model: ResolvedModel, era: LayoutEra = .current) -> [String] {
    SQLiteSchema(model, era: era).modelTexts.filter { $0.contains("INDEX") }
  }

  @Test func `fetch indexes stand in the order of their declaration, with directions`() {
    let resolved = model(
      entity(
        "Car",
        indexes: [
          fetchIndex("byMakerAndPlate", "maker", "plate"),
          fetchIndex("newest", "builtAt", "plate", isAscending: false),
        ],
        unique: [["plate"], ["maker", "owner"]],
        attribute("maker"),
        attribute("plate"),
        attribute("builtAt", .date),
        toOne("owner", "Car")
      )
    )
    #expect(
      indexes(resolved) == [
        "CREATE INDEX ZCAR_ZOWNER_INDEX ON ZCAR (ZOWNER)",
        "CREATE INDEX Z_Car_byMakerAndPlate ON ZCAR (ZMAKER COLLATE BINARY ASC, "
          + "ZPLATE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Car_newest ON ZCAR (ZBUILTAT COLLATE BINARY DESC, "
          + "ZPLATE COLLATE BINARY DESC)",
        "CREATE UNIQUE INDEX Z_Car_UNIQUE_plate ON ZCAR (ZPLATE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Car_UNIQUE_maker_owner ON ZCAR (ZMAKER COLLATE BINARY ASC, "
          + "ZOWNER COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func `of two equal indexes with one name only the first is made`() {
    let resolved = model(
      entity(
        "A",
        indexes: [
          fetchIndex("x", "x"), fetchIndex("x", "x"), fetchIndex("x", "y"),
          fetchIndex("b_c", "y", "x"),
        ],
        unique: [["x"], ["x"]],
        attribute("x"),
        attribute("y")
      ),
      entity("A_b", indexes: [fetchIndex("c", "z", "z")], attribute("z"))
    )
    #expect(
      indexes(resolved, era: .ios11) == [
        "CREATE INDEX Z_A_x ON ZA (ZX COLLATE BINARY ASC)",
        "CREATE INDEX Z_A_x1 ON ZA (ZY COLLATE BINARY ASC)",
        "CREATE INDEX Z_A_b_c ON ZA (ZY COLLATE BINARY ASC, ZX COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_A_UNIQUE_x ON ZA (ZX COLLATE BINARY ASC)",
        "CREATE INDEX Z_A_b_c1 ON ZA_B (ZZ COLLATE BINARY ASC, ZZ COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func `a fetch index on one attribute repeats it under the attribute's name`() {
    let resolved = model(
      entity(
        "Mark",
        indexes: [
          fetchIndex("byURL", "url"), fetchIndex("again", "url"), fetchIndex("title", "title"),
        ],
        attribute("url"),
        attribute("title")
      )
    )
    #expect(
      indexes(resolved) == [
        "CREATE INDEX Z_Mark_url ON ZMARK (ZURL COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mark_byURL ON ZMARK (ZURL COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mark_again ON ZMARK (ZURL COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mark_title ON ZMARK (ZTITLE COLLATE BINARY ASC)",
      ]
    )
    #expect(
      indexes(resolved, era: .ios11) == [
        "CREATE INDEX Z_Mark_byURL ON ZMARK (ZURL COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mark_again ON ZMARK (ZURL COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mark_title ON ZMARK (ZTITLE COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func `old flags become fetch indexes before the others`() {
    let resolved = model(
      entity(
        "Mood",
        compound: [["date", "rating"], ["owner"]],
        attribute("rating", .integer16, isIndexed: true),
        attribute("date", .date, isIndexed: true),
        toOne("owner", "Mood")
      ),
    )
    #expect(
      indexes(resolved) == [
        "CREATE INDEX ZMOOD_ZOWNER_INDEX ON ZMOOD (ZOWNER)",
        "CREATE INDEX Z_Mood_date ON ZMOOD (ZDATE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mood_rating ON ZMOOD (ZRATING COLLATE BINARY ASC)",
        "CREATE INDEX Z_Mood_date_rating ON ZMOOD (ZDATE COLLATE BINARY ASC, "
          + "ZRATING COLLATE BINARY ASC)",
      ]
    )
    #expect(
      indexes(resolved, era: .ios9) == [
        "CREATE INDEX ZMOOD_ZRATING_INDEX ON ZMOOD (ZRATING)",
        "CREATE INDEX ZMOOD_ZDATE_INDEX ON ZMOOD (ZDATE)",
        "CREATE INDEX ZMOOD_ZOWNER_INDEX ON ZMOOD (ZOWNER)",
        "CREATE INDEX ZMOOD_ZDATE_ZRATING ON ZMOOD (ZDATE, ZRATING)",
        "CREATE INDEX ZMOOD_ZOWNER ON ZMOOD (ZOWNER)",
      ]
    )
  }

  @Test func `indexes of relationships alone and of what is not stored are left out`() {
    let resolved = model(
      entity(
        "A",
        indexes: [
          fetchIndex("one", "one"), fetchIndex("many", "name", "many"), fetchIndex("empty"),
          fetchIndex("soon", "soon"), fetchIndex("gone", "gone"), fetchIndex("both", "one", "name"),
        ],
        unique: [["many"]],
        attribute("name"),
        attribute("soon", isTransient: true),
        toOne("one", "A"),
        toMany("many", "A", inverse: "many")
      )
    )
    #expect(
      indexes(resolved).filter { $0.contains(" Z_A_") } == [
        "CREATE INDEX Z_A_both ON ZA (ZONE COLLATE BINARY ASC, ZNAME COLLATE BINARY ASC)"
      ]
    )
    #expect(
      CoreDataLayout.mapping(of: resolved).issues.map(\.message) == [
        "a fetch index of entity 'A' is left out: 'many' is not stored in a column of the entity's "
          + "table",
        "a fetch index of entity 'A' is left out: 'soon' is not stored in a column of the entity's "
          + "table",
        "a fetch index of entity 'A' is left out: 'gone' is not stored in a column of the entity's "
          + "table",
        "a uniqueness constraint of entity 'A' is left out: 'many' is not stored in a column of the "
          + "entity's table",
      ]
    )
  }

  @Test func `each entity of a table has its own indexes, behind that of the entity number`() {
    let resolved = model(
      entity("Base", unique: [["id"]], attribute("id", .uuid)),
      entity("Child", parent: "Base", indexes: [fetchIndex("both", "id", "x")], attribute("x"))
    )
    #expect(
      indexes(resolved) == [
        "CREATE INDEX ZBASE_Z_ENT_INDEX ON ZBASE (Z_ENT)",
        "CREATE UNIQUE INDEX Z_Base_UNIQUE_id ON ZBASE (ZID COLLATE BINARY ASC)",
        "CREATE INDEX Z_Child_both ON ZBASE (ZID COLLATE BINARY ASC, ZX COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func `a constraint stands in the table where that was the way`() {
    let resolved = model(
      entity(
        "Country",
        unique: [["code", "dummy"], ["name"]],
        attribute("code", .integer16),
        attribute("dummy", .integer16),
        attribute("name")
      )
    )
    let table =
      "CREATE TABLE ZCOUNTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZCODE INTEGER, ZDUMMY INTEGER, ZNAME VARCHAR"
    #expect(
      SQLiteSchema(resolved, era: .ios9).modelTexts == [
        table + ", CONSTRAINT ZCODE_ZDUMMY UNIQUE (ZCODE, ZDUMMY), CONSTRAINT ZNAME UNIQUE (ZNAME))"
      ]
    )
    let old = SQLiteSchema(resolved, era: .ios7)
    #expect(old.modelTexts == [table + " )"])
    #expect(
      old.mapping.issues.map(\.rule.rawValue)
        == Array(repeating: "constraint-in-old-layout", count: 2)
    )
  }

  @Test func `every index says why it is there`() {
    let resolved = model(
      entity(
        "A",
        indexes: [fetchIndex("byX", "x", "y")],
        compound: [["x", "y"]],
        unique: [["x"]],
        attribute("x", isIndexed: true),
        attribute("y"),
        toOne("one", "A", inverse: "many"),
        toMany("many", "A", inverse: "one"),
        toMany("left", "A", inverse: "right"),
        toMany("right", "A", inverse: "left")
      ),
      entity("B", parent: "A")
    )
    #expect(
      CoreDataLayout.mapping(of: resolved).indexes.map { $0.reason.explanation(in: resolved) } == [
        "objects by relationship A.one",
        "pairs by relationship A.right",
        "objects by entity, as A shares its table with subentities",
        "indexed attribute A.x",
        "compound index 1 of A",
        "fetch index A.byX",
        "uniqueness constraint 1 of A",
      ]
    )
  }

  @Test func `names of indexes that meet are told apart`() {
    let resolved = model(
      entity("A_B", indexes: [fetchIndex("c", "x", "y")], attribute("x"), attribute("y")),
      entity("A", indexes: [fetchIndex("B_c", "x", "y")], attribute("x"), attribute("y"))
    )
    #expect(CoreDataLayout.mapping(of: resolved).indexes.map(\.name) == ["Z_A_B_c", "Z_A_B_c1"])
  }

  @Test func `a condition and an expression are reported`() {
    var index = fetchIndex("some", "a", "b")
    index.partialPredicateText = "a > 1"
    let computed = FetchIndex(
      name: "computed",
      elements: [FetchIndexElement(expressionText: "a + b")]
    )
    let resolved = model(
      entity("A", indexes: [index, computed], attribute("a", .double), attribute("b"))
    )
    #expect(indexes(resolved).count == 1)
    #expect(
      CoreDataLayout.mapping(of: resolved).issues.map(\.rule.rawValue)
        == ["partial-index", "unindexable-member"]
    )
  }
}

struct LayoutEraTests {
  @Test(arguments: [
    (241, LayoutEra.ios3), (320, .ios3), (386, .ios5), (419, .ios5), (479, .ios7), (526, .ios7),
    (637, .ios9), (754, .ios9), (847, .ios11), (977, .ios11), (1_044, .ios14), (1_239, .ios14),
    (1_251, .current),
    (1_345, .current), (.max, .current), (0, .ios3),
  ])
  func `a framework's version tells the era`(version: Int, era: LayoutEra) {
    #expect(LayoutEra(frameworkVersion: version) == era)
  }

  @Test(arguments: LayoutEra.allCases)
  func `the versions that people read are those of the era`(era: LayoutEra) {
    let versions = era.frameworkVersions.split(separator: " ").compactMap { Int($0) }
    #expect(!versions.isEmpty)
    #expect(versions.allSatisfy { LayoutEra(frameworkVersion: $0) == era })
  }

  private let shop = model(
    entity("Shop", toMany("goods", "Thing", inverse: "shops"), toOne("owner", "Thing")),
    entity("Thing", toMany("shops", "Shop", inverse: "goods"), toOne("next", "Thing"))
  )

  @Test func `indexes once stood right behind their tables`() {
    #expect(
      SQLiteSchema(shop, era: .ios5).statements.map(\.name) == [
        "ZSHOP", "ZSHOP_ZOWNER_INDEX", "Z_1GOODS", "Z_1GOODS_Z_2GOODS_INDEX", "ZTHING",
        "ZTHING_ZNEXT_INDEX", "Z_PRIMARYKEY", "Z_METADATA",
      ]
    )
  }

  @Test(arguments: [LayoutEra.ios7, .ios9, .ios11, .ios14, .current])
  func `indexes stand behind all tables`(era: LayoutEra) {
    #expect(
      SQLiteSchema(shop, era: era).statements.map(\.name) == [
        "ZSHOP", "Z_1GOODS", "ZTHING", "ZSHOP_ZOWNER_INDEX", "Z_1GOODS_Z_2GOODS_INDEX",
        "ZTHING_ZNEXT_INDEX", "Z_PRIMARYKEY", "Z_METADATA",
      ] + (era == .ios7 ? [] : ["Z_MODELCACHE"])
    )
  }

  @Test func `the settings are those of the age`() {
    #expect(
      SQLiteSchema(shop, era: .ios3).settings.map(\.text)
        == ["PRAGMA page_size=2048", "PRAGMA auto_vacuum=2"]
    )
    #expect(
      SQLiteSchema(shop).settings.map(\.text)
        == ["PRAGMA page_size=4096", "PRAGMA auto_vacuum=2", "PRAGMA journal_mode=WAL"]
    )
  }

  @Test func `eras are called by their names`() {
    #expect(
      LayoutEra.allCases.map(\.rawValue) == [
        "ios3", "ios5", "ios7", "ios9", "ios11", "ios14", "current",
      ]
    )
  }
}
