import ManagedModel
import ModelShorthand
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

/// Tests of derived attributes: the parsing of expressions, and the effect of triggers.
struct DerivationTriggerTests {
  private let library = model(
    entity(
      "Book",
      attribute("name"),
      attribute("pages", .integer64, derivedBy: "leaves.@count"),
      attribute("words", .integer64, derivedBy: "leaves.@sum.words"),
      attribute("plain", derivedBy: "canonical:(name)"),
      attribute("copy", derivedBy: "name"),
      attribute("writer", derivedBy: "author.name"),
      attribute("loud", derivedBy: "uppercase:(author.name)"),
      attribute("changed", .date, derivedBy: "now()"),
      attribute("shops", .integer64, derivedBy: "count:(sellers)"),
      attribute("stock", .integer64, derivedBy: "sellers.stock.@sum"),
      toMany("leaves", "Leaf", inverse: "book"),
      toOne("author", "Author"),
      toMany("sellers", "Shop", inverse: "books")
    ),
    entity("Leaf", attribute("words", .integer64), toOne("book", "Book", inverse: "leaves")),
    entity("Author", attribute("name")),
    entity("Shop", attribute("stock", .integer64), toMany("books", "Book", inverse: "sellers"))
  )

  @Test func `the expressions are understood in both spellings`() {
    let mapping = CoreDataLayout.mapping(of: library)
    #expect(mapping.issues.isEmpty)
    var found: [String: Derivation] = [:]
    for derived in mapping.derivations {
      found[library.property(at: derived.attribute).name] = derived.derivation
    }
    func location(_ entity: Int, _ property: Int) -> PropertyLocation {
      PropertyLocation(entity: entity, property: property)
    }
    let author = DerivationSource(relationship: location(0, 11), attribute: location(2, 0))
    #expect(
      found == [
        "pages": .count(relationship: location(0, 10)),
        "words": .sum(relationship: location(0, 10), attribute: location(1, 0)),
        "plain": .text(.canonical, DerivationSource(attribute: location(0, 0))),
        "copy": .copy(DerivationSource(attribute: location(0, 0))),
        "writer": .copy(author),
        "loud": .text(.uppercase, author),
        "changed": .now,
        "shops": .count(relationship: location(0, 12)),
        "stock": .sum(relationship: location(0, 12), attribute: location(3, 0)),
      ]
    )
  }

  @Test(arguments: [
    "", "later()", "leaves", "leaves.count", "author.@count", "leaves.@sum", "leaves.@sum.name",
    "leaves.@max.words", "author.name.length", "reverse:(name)", "canonical:name", "self.",
    "@count",
    "canonical:()", "a.b.c.d", ":()",
  ])
  func `other expressions are reported`(expression: String) {
    var entities = library.model.entities
    entities[0].properties.append(attribute("odd", derivedBy: expression))
    let mapping = CoreDataLayout.mapping(of: ResolvedModel(Model(entities: entities)))
    #expect(
      mapping.issues.map(\.message) == [
        "attribute 'Book.odd' is derived by '\(expression)', which the database cannot keep up to "
          + "date"
      ]
    )
    #expect(mapping.derivations.count == 9)
  }

  @Test(arguments: [LayoutEra.ios11, .ios14, .current])
  func `triggers of inherited attributes once named the entities`(era: LayoutEra) {
    let schema = SQLiteSchema(
      model(
        entity(
          "Book",
          attribute("pages", .integer64, derivedBy: "leaves.@count"),
          attribute("changed", .date, derivedBy: "now()"),
          toMany("leaves", "Leaf", inverse: "book")
        ),
        entity("Comic", parent: "Book", attribute("copy", derivedBy: "title"), attribute("title")),
        entity("Leaf", toOne("book", "Book", inverse: "leaves"))
      ),
      era: era
    )
    let conditions = schema.statements.filter { $0.kind == .trigger }.map { statement in
      let text = statement.text.split(separator: " BEGIN ")[0]
      let condition = text.firstRange(of: " WHEN ").map { text[$0.upperBound...] } ?? "-"
      return "\(statement.name): \(condition)"
    }
    let isOwn = era == .ios14 ? "1 <= NEW.Z_ENT AND NEW.Z_ENT <= 2" : "-"
    #expect(
      Set(conditions) == [
        "Z_DA_ZLEAF_Book_pages_PARAMETER_INSERT: (NEW.ZBOOK NOT NULL)",
        "Z_DA_ZLEAF_Book_pages_PARAMETER_UPDATE_INCREMENT: (NEW.ZBOOK NOT NULL)",
        "Z_DA_ZLEAF_Book_pages_PARAMETER_UPDATE_DECREMENT: (OLD.ZBOOK NOT NULL)",
        "Z_DA_ZLEAF_Book_pages_PARAMETER_DELETE: (OLD.ZBOOK NOT NULL)",
        "Z_DA_ZBOOK_Book_pages_SOURCE_INSERT: \(isOwn)",
        "Z_DA_ZBOOK_Book_changed_INSERT: \(isOwn)", "Z_DA_ZBOOK_Book_changed_UPDATE: \(isOwn)",
        "Z_DA_ZBOOK_Comic_copy_INSERT: -", "Z_DA_ZBOOK_Comic_copy_UPDATE: -",
      ]
    )
  }

  @Test func `a value at the end of a relationship has Core Data's triggers`() {
    let schema = SQLiteSchema(
      model(
        entity(
          "ManagedEventBase",
          attribute("chatId", derivedBy: "chat.serverId"),
          toOne("chat", "ManagedChat")
        ),
        entity("ManagedChat", attribute("serverId"))
      )
    )
    let notice =
      "'ZMANAGEDEVENTBASE', Z_ENT, Z_PK, 'chatId', ZCHATID) FROM ZMANAGEDEVENTBASE WHERE"
    let insert = "SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue(\(notice)"
    let update = "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(\(notice)"
    let source =
      "FOR EACH ROW BEGIN UPDATE ZMANAGEDEVENTBASE SET ZCHATID = (SELECT ZSERVERID FROM "
      + "ZMANAGEDCHAT WHERE Z_PK = NEW.ZCHAT) WHERE Z_PK = NEW.Z_PK;"
    let parameter =
      "FOR EACH ROW BEGIN UPDATE ZMANAGEDEVENTBASE SET ZCHATID = NEW.ZSERVERID "
      + "WHERE ZCHAT = NEW.Z_PK;"
    #expect(
      schema.modelTexts.filter { $0.contains("TRIGGER") } == [
        "CREATE TRIGGER Z_DA_ZMANAGEDEVENTBASE_ManagedEventBase_chatId_SOURCE_INSERT AFTER INSERT "
          + "ON ZMANAGEDEVENTBASE \(source) \(insert) Z_PK = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZMANAGEDEVENTBASE_ManagedEventBase_chatId_SOURCE_UPDATE AFTER UPDATE "
          + "OF ZCHAT ON ZMANAGEDEVENTBASE \(source) \(update) Z_PK = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZMANAGEDCHAT_ManagedEventBase_chatId_PARAMETER_INSERT AFTER INSERT "
          + "ON ZMANAGEDCHAT \(parameter) \(insert) ZCHAT = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZMANAGEDCHAT_ManagedEventBase_chatId_PARAMETER_UPDATE AFTER UPDATE "
          + "OF ZSERVERID ON ZMANAGEDCHAT \(parameter) \(update) ZCHAT = NEW.Z_PK; END",
      ]
    )
  }

  @Test func `the time of an update has Core Data's trigger`() {
    let schema = SQLiteSchema(
      model(entity("Item", attribute("update", .date, derivedBy: "now()")))
    )
    #expect(
      schema.modelTexts.last == """
        CREATE TRIGGER Z_DA_ZITEM_Item_update_UPDATE AFTER UPDATE OF Z_OPT ON ZITEM FOR EACH \
        ROW BEGIN UPDATE ZITEM SET ZUPDATE = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT \
        NSCoreDataDATriggerUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'update', ZUPDATE) \
        FROM ZITEM WHERE Z_PK = NEW.Z_PK; END
        """
    )
  }

  @Test func `the triggers keep every value right`() throws {
    let database = try SQLiteConnection(path: ":memory:")
    defer { database.close() }
    for statement in SQLiteSchema(library).statements {
      try database.execute(withOrdinaryFunctions(statement.text))
    }
    func book() throws -> [SQLValue] {
      try #require(
        try database.rows(
          "SELECT ZPAGES, ZWORDS, ZPLAIN, ZCOPY, ZWRITER, ZLOUD, ZCHANGED, ZSHOPS, ZSTOCK FROM ZBOOK"
        ).first
      )
    }
    try database.execute(
      """
      INSERT INTO ZAUTHOR (Z_PK, ZNAME) VALUES (1, 'Ann'), (2, 'Bob');
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAUTHOR) VALUES (1, 2, 1, 'Tea', 1);
      """
    )
    #expect(
      try book() == [
        0, 0, .text("tea"), .text("Tea"), .text("Ann"), .text("ANN"), 42.5, 0, 0,
      ]
    )
    try database.execute(
      """
      INSERT INTO ZLEAF (Z_PK, ZBOOK, ZWORDS) VALUES (1, 1, 10), (2, 1, 5), (3, NULL, 7);
      INSERT INTO ZSHOP (Z_PK, ZSTOCK) VALUES (1, 3), (2, 4);
      INSERT INTO Z_2SELLERS (Z_2BOOKS, Z_4SELLERS) VALUES (1, 1), (1, 2);
      UPDATE ZBOOK SET ZNAME = 'Oil', ZAUTHOR = 2;
      UPDATE ZAUTHOR SET ZNAME = 'Rob' WHERE Z_PK = 2;
      UPDATE ZSHOP SET ZSTOCK = 8 WHERE Z_PK = 2;
      """
    )
    #expect(
      try book() == [
        2, 15, .text("oil"), .text("Oil"), .text("Rob"), .text("ROB"), 42.5, 2, 11,
      ]
    )
    try database.execute(
      """
      UPDATE ZLEAF SET ZBOOK = 1 WHERE Z_PK = 3; UPDATE ZLEAF SET ZBOOK = NULL WHERE Z_PK = 1;
      UPDATE ZLEAF SET ZWORDS = 50 WHERE Z_PK = 2; DELETE FROM ZLEAF WHERE Z_PK = 3;
      DELETE FROM Z_2SELLERS WHERE Z_4SELLERS = 2; UPDATE ZBOOK SET Z_OPT = 2;
      """
    )
    #expect(try book().prefix(2) == [1, 50])
    #expect(try book().suffix(2) == [1, 3])
  }

  /// The statement with SQLite's built-in functions instead of those that a store registers.
  private func withOrdinaryFunctions(_ text: String) -> String {
    var text = text
    for function in StoreFunction.allCases {
      let replacement =
        switch function {
        case .derivedOnInsertion, .derivedOnUpdate: "printf"
        case .now: "abs(-42.5) + length"
        case .canonical, .lowercase: "lower"
        case .uppercase: "upper"
        }
      text = text.replacing(function.rawValue, with: replacement)
    }
    return text.replacing("abs(-42.5) + length()", with: "42.5")
  }
}
