import ManagedModel
import ObjectRows
import SQLDriver
import SQLSchema
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Opening a store") struct OpeningTests {
  @Test("A store that lacks an entity names it, and has the others")
  func unknownEntities() throws {
    let stranger = StoreEntity(
      name: "Stranger",
      number: 99,
      layout: .of([.string]),
      properties: [StoreProperty("name", .attribute)]
    )
    let library = try Library(
      SQLiteConnection(path: ":memory:"),
      entities: ModelEntities(LibraryModel.model).all + [stranger]
    )
    let book = try library.insert("Book", ["title": "a"])
    #expect(try library.stored(book, "title") == ["a"])
    #expect(library.engine.entities[99] == nil)
    #expect(throws: StoreError.self) { try library.engine.objectLayout(stranger) }
    let foreign = Reference(number: 1, entity: 99, store: 3)
    for body in [
      { _ = try library.engine.row(for: foreign) },
      { _ = try library.engine.reserveReferences(ofEntities: [99]) },
      { _ = try library.engine.related(to: foreign, at: 0) },
      { _ = try library.engine.writtenMembers(of: stranger) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self) { try body() }
      guard case .unknownEntity("Stranger")? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: StoreError.self) {
      _ = try library.engine.row(for: Reference(number: 1, entity: 1_000, store: 3))
    }
  }

  @Test(
    "Relationships to an entity that the store lacks are empty",
    arguments: [
      ("tags.@count == 0", [1, 2]), ("ANY tags.label == 'x'", []), ("jacket == nil", [1, 2]),
      ("jacket.colour == nil", [1, 2]), ("jacket.colour == 'red'", []), ("title == 'a'", [1]),
    ] as [(String, [Int64])]
  )
  func absentEntities(condition: String, found: [Int64]) throws {
    let whole = LibraryModel.model
    let part = whole.model.entities.filter { !["Tag", "Jacket"].contains($0.name) }
    let library = try Library(
      SQLiteConnection(path: ":memory:"),
      model: ResolvedModel(Model(entities: part, composites: whole.model.composites)),
      partOf: whole,
      entities: ModelEntities(whole).all
    )
    try library.insert([("Book", ["title": "a"]), ("Book", ["title": "b"])])
    #expect(try library.numbers("Book", condition) == found)
  }

  @Test("An entity that the program's model lacks has no objects")
  func entitiesWithoutDescription() throws {
    let library = try Library(SQLiteConnection(path: ":memory:"))
    try library.insert([("Author", ["name": "a"]), ("Person", ["name": "b"])])
    let known = ModelEntities(LibraryModel.model).all.filter { $0.name != "Author" }
    let other = try Library(library.connection, entities: known)
    #expect(try other.numbers("Person") == [2])
    #expect(
      try other.engine.references(of: other.question("Person"), other.constants()).map(\.number)
        == [2]
    )
  }

  @Test("Tables and columns that a database has under other names are found by them")
  func renamedTables() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let plain = try Library(connection)
    let mapping = plain.engine.layout.mapping
    let join = try #require(
      mapping.tables.first { table in
        guard case .join = table.content else { return false }
        return table.columns.contains { $0.name.hasSuffix("TAGS") }
      }
    )
    let column = try #require(
      join.columns.first { $0.name.hasSuffix("TAGS") && !$0.name.contains("FOK") }
    ).name
    try connection.execute("ALTER TABLE \(join.name) RENAME TO Z_77SWAPPED")
    try connection.execute("ALTER TABLE Z_77SWAPPED RENAME COLUMN \(column) TO \(column)1")
    let library = try Library(
      connection,
      named: { mapping in
        let survey = TableSurvey(mapping, found: try Self.tables(connection))
        #expect(survey.missing.isEmpty)
        return mapping.named(as: survey)
      }
    )
    let tags = try library.insert([("Tag", ["label": "x"]), ("Tag", ["label": "y"])])
    let book = try library.insert(
      "Book",
      members: [
        MemberChange(
          try library.index("tags", of: "Book"),
          added: tags,
          order: [tags[1], tags[0]]
        )
      ]
    )
    #expect(try library.members("tags", of: book) == [2, 1])
    #expect(try library.numbers("Book", "ANY tags.label == 'x'") == [1])
  }

  private static func tables(_ connection: SQLiteConnection) throws -> [String: [String]] {
    var tables: [String: [String]] = [:]
    for case .text(let name)? in try connection.rows(SQLDialect.sqlite.tableNames).map(\.first) {
      tables[name] = try connection.rows("SELECT name FROM pragma_table_info('\(name)')")
        .compactMap { if case .text(let column)? = $0.first { column } else { nil } }
    }
    return tables
  }

  @Test("A survey names missing tables and columns")
  func missingTables() throws {
    let library = try Library()
    try library.connection.execute("DROP TABLE ZTAG")
    try library.connection.execute("ALTER TABLE ZNOTE DROP COLUMN ZTEXT")
    let survey = TableSurvey(
      library.engine.layout.mapping,
      found: try Self.tables(library.connection)
    )
    #expect(survey.missing.sorted() == ["ZNOTE.ZTEXT", "ZTAG"])
  }

  @Test("A statement about a table that is gone is an error, and changes nothing")
  func lackingTable() throws {
    let library = try Library()
    try library.connection.execute("DROP TABLE ZTAG")
    #expect(throws: SQLError.self) { try library.insert("Tag", ["label": "x"]) }
    #expect(!library.connection.isInTransaction)
    #expect(throws: SQLError.self) { try library.numbers("Tag") }
    #expect(try library.insert("Book").number == 1)
  }

  @Test(
    "Names of tables and columns are quoted, whatever they are",
    arguments: ["a b", "x\"y", "x'; DROP TABLE ZBOOK; --", "select", "é\u{1F600}", "?", "a?b"]
  )
  func hostileNames(name: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    _ = try Library(connection)
    let quoted = try SQLDialect.sqlite.identifier(name)
    try connection.execute("ALTER TABLE ZTAG RENAME TO \(quoted)")
    let other = try Library(
      connection,
      named: { $0.renaming("ZTAG", to: name) }
    )
    let tag = try other.insert("Tag", ["label": "x"])
    try other.update(tag, ["label": "y"])
    #expect(try other.numbers("Tag", "label == %@", [.value("y")]) == [1])
    #expect(try other.stored(tag, "label") == ["y"])
    try other.delete(tag)
    #expect(try other.numbers("Tag").isEmpty)
  }

  @Test("A name that no database takes is an error at opening")
  func impossibleName() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    #expect(throws: SQLQuotingError.nulInIdentifier) {
      try Library(connection, named: { $0.renaming("ZTAG", to: "a\0b") })
    }
  }

  @Test("Entities have the numbers of the store in rows, and those of the program in references")
  func numbers() throws {
    let library = try Library()
    for name in ["Author", "Book", "Person", "Sample"] {
      let reference = try library.insert(name)
      let stored = library.engine.entities.storedNumber(of: reference.entity)
      #expect(stored == (try library.layout(name)).number && stored != reference.entity)
      #expect(library.engine.entities.reference(reference.number, stored) == reference)
      #expect(reference.store == 3)
    }
    #expect(library.engine.entities.reference(1, -1) == .none)
    #expect(library.engine.entities.reference(1, 500) == .none)
    #expect(library.engine.entities.reference(0, 1) == .none)
    #expect(library.engine.entities.storedNumber(of: -4) == 0)
  }
}
