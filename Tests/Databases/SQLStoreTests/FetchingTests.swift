import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Fetching") struct FetchingTests {
  private let library: Library
  private let people: [Reference]

  init() throws {
    library = try Library()
    people = try library.insert([
      ("Author", ["name": "Ada", "penName": "A. L.", "born": .date(Self.date(1))]),
      ("Reader", ["name": "Bob", "visits": 3]),
      ("Person", ["name": "Cid"]),
      ("Author", ["name": "Dea", "penName": "D", "born": .date(Self.date(3))]),
    ])
    let books = try library.insert([
      ("Book", ["title": "Emma", "isbn": "1", "pages": 300, "author": .reference(people[0])]),
      ("Book", ["title": "emma 2", "isbn": "2", "pages": 100, "author": .reference(people[0])]),
      ("Book", ["title": "Faust", "isbn": "3", "editor": .reference(people[1])]),
      (
        "Book", ["title": "50% \"off\"", "isbn": "4", "pages": -1, "author": .reference(people[3])]
      ),
    ])
    let tags = try library.insert([("Tag", ["label": "old"]), ("Tag", ["label": "new"])])
    let index = try library.index("tags", of: "Book")
    try library.update(books[0], members: [MemberChange(index, added: tags, order: tags)])
    try library.update(books[2], members: [MemberChange(index, added: [tags[0]], order: [tags[0]])])
  }

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  // MARK: Conditions

  static let table: [(condition: String, arguments: [FetchValue], found: [Int64])] = [
    ("TRUEPREDICATE", [], [1, 2, 3, 4]), ("FALSEPREDICATE", [], []),
    ("title == 'Emma'", [], [1]), ("title == %@", [.value("Emma")], [1]),
    ("%@ == title", [.value("Emma")], [1]), ("title != 'Emma'", [], [2, 3, 4]),
    ("title ==[c] 'EMMA'", [], [1]), ("title !=[c] 'EMMA'", [], [2, 3, 4]),
    ("pages > 100", [], [1]), ("pages >= 100", [], [1, 2]), ("pages < 100", [], [4]),
    ("pages <= 100", [], [2, 4]), ("100 < pages", [], [1]),
    ("pages == nil", [], [3]), ("pages != nil", [], [1, 2, 4]), ("nil == pages", [], [3]),
    ("pages != 100", [], [1, 4]), ("NOT pages == 100", [], [1, 4]),
    ("pages BETWEEN {0, 300}", [], [1, 2]),
    ("pages BETWEEN %@", [.list([.value(-1), .value(100)])], [2, 4]),
    ("pages IN {300, -1}", [], [1, 4]), ("pages IN %@", [.list([])], []),
    ("pages IN %@", [.list([.value(100), .value(7)])], [2]),
    ("title IN[c] {'EMMA', 'faust'}", [], [1, 3]), ("title IN[c] %@", [.list([])], []),
    ("title BEGINSWITH 'Em'", [], [1]), ("title BEGINSWITH[c] 'Em'", [], [1, 2]),
    ("title ENDSWITH 't'", [], [3]), ("title CONTAINS '%'", [], [4]),
    ("title CONTAINS[c] 'MM'", [], [1, 2]), ("title CONTAINS '\"'", [], [4]),
    ("title LIKE 'Em*'", [], [1]),
    ("'Emma 12' BEGINSWITH title", [], [1]),
    ("title == 'Emma' OR pages == -1", [], [1, 4]), ("title == 'Emma' AND pages == -1", [], []),
    ("NOT (title == 'Emma' OR pages == -1)", [], [2]),
    ("pages + 1 == 101", [], [2]), ("pages * 2 > pages + 150", [], [1]),
    ("-pages == 1", [], [4]), ("uppercase:(title) == 'FAUST'", [], [3]),
    ("TERNARY(pages > 100, 1, 2) == 1", [], [1]), ("sortTitle == 'emma'", [], [1]),
    ("author.name == 'Ada'", [], [1, 2]), ("author.name != 'Ada'", [], [4]),
    ("author.born > %@", [.value(.real(2))], [4]), ("author == nil", [], [3]),
    ("author != nil", [], [1, 2, 4]), ("author.name == nil", [], [3]),
    ("author.name == 'Ada' AND author.penName BEGINSWITH 'A'", [], [1, 2]),
    ("editor.name == 'Bob'", [], [3]), ("ANY tags.label == 'new'", [], [1]),
    ("ANY tags.label == 'old'", [], [1, 3]), ("ALL tags.label == 'old'", [], [2, 3, 4]),
    ("NONE tags.label == 'old'", [], [2, 4]), ("tags.@count == 2", [], [1]),
    ("tags.@count > 0", [], [1, 3]), ("SUBQUERY(tags, $t, $t.label == 'new').@count == 1", [], [1]),
    ("'new' IN tags.label", [], [1]), ("ANY author.books.pages == 100", [], [1, 2]),
    ("author.books.@sum.pages == 400", [], [1, 2]),
    ("author.books.@max.pages == 300", [], [1, 2]),
    ("ANY tags.books.title == 'Faust'", [], [1, 3]),
    ("SELF == %@", [.object(key: 2, entity: 0)], []),
    ("entity == %@", [.value(0)], []), ("objectID == nil", [], []),
  ]

  @Test("A condition finds its objects", arguments: table)
  func conditions(
    _ each: (condition: String, arguments: [FetchValue], found: [Int64])
  ) throws {
    let question = try library.question("Book", each.condition)
    let constants = library.constants(each.arguments)
    let rows = try library.engine.rows(of: question, constants)
    #expect(rows.references.map(\.number).sorted() == each.found)
    #expect(rows.rows?.count == each.found.count)
    #expect(
      try library.engine.references(of: question, constants).map(\.number).sorted() == each.found
    )
    #expect(try library.engine.count(of: question, constants) == each.found.count)
    // Again, with the prepared statements.
    #expect(try library.engine.rows(of: question, constants).references == rows.references)
    #expect(try library.engine.count(of: question, constants) == each.found.count)
  }

  @Test("Conditions about objects compare their keys, and distinguish trees of entities")
  func objects() throws {
    let book = try library.reference("Book", 2)
    let tag = try library.reference("Tag", 1)
    func found(_ condition: String, _ arguments: FetchValue...) throws -> [Int64] {
      try library.numbers("Book", condition, arguments).sorted()
    }
    let (first, second) = (library.argument(people[0]), library.argument(people[3]))
    #expect(try found("SELF == %@", library.argument(book)) == [2])
    #expect(try found("SELF != %@", library.argument(book)) == [1, 3, 4])
    #expect(try found("SELF == %@", library.argument(tag)).isEmpty)
    #expect(try found("SELF != %@", library.argument(tag)) == [1, 2, 3, 4])
    #expect(try found("SELF == %@", .foreignObject).isEmpty)
    #expect(try found("author == %@", first) == [1, 2])
    #expect(try found("author IN %@", .list([first, second, .foreignObject])) == [1, 2, 4])
    #expect(try found("author IN %@", .list([library.argument(tag)])).isEmpty)
    #expect(try found("tags CONTAINS %@", library.argument(tag)) == [1, 3])
    #expect(try found("%@ IN tags", library.argument(tag)) == [1, 3])
    #expect(try found("ANY tags == %@", library.argument(tag)) == [1, 3])
    #expect(
      try found("author.entity == %@", .value(.integer(layoutNumber("Author")))) == [1, 2, 4]
    )
    #expect(try found("editor.entity == %@", .value(.integer(layoutNumber("Reader")))) == [3])
  }

  private func layoutNumber(_ name: String) throws -> Int64 {
    Int64(try library.layout(name).number)
  }

  @Test("Lists of many values are one parameter, or an error", arguments: [3, 501, 20_000])
  func longLists(count: Int) throws {
    let numbers = FetchValue.list((0..<count).map { .value(.integer(Int64($0 + 98))) })
    let expected: [Int64] = count > 202 ? [1, 2] : [2]
    #expect(try library.numbers("Book", "pages IN %@", [numbers]).sorted() == expected)
    let texts = (0..<(count - 2)).map { FetchValue.value(.text("\($0)\"\\\u{1}\u{1F600}")) }
    let wanted: [FetchValue] = [.value("Faust"), .value("50% \"off\"")]
    #expect(try library.numbers("Book", "title IN %@", [.list(wanted + texts)]).sorted() == [3, 4])
  }

  @Test("Texts with U+0000 are found in lists of any length", arguments: [2, 600])
  func listsWithNUL(count: Int) throws {
    try library.insert([("Tag", ["label": "a"]), ("Tag", ["label": "a\0b"])])
    let texts = (1..<count).map { FetchValue.value(.text("x\($0)")) }
    #expect(try library.numbers("Tag", "label IN %@", [.list(texts + [.value("a\0b")])]) == [4])
  }

  @Test("Values of several types in a list are parameters, as many as the database takes")
  func mixedLists() throws {
    let some = (0..<600).map { FetchValue.value($0 % 2 == 0 ? .real(0.5) : "x") }
    #expect(try library.numbers("Book", "pages IN %@", [.list(some + [.value(100)])]) == [2])
    let many = (0..<20_000).map { FetchValue.value($0 % 2 == 0 ? .real(0.5) : "x") }
    #expect(throws: FetchTranslationError.self) {
      try library.numbers("Book", "pages IN %@", [.list(many)])
    }
  }

  @Test(
    "Conditions of one form have statements of their own for each combination of kinds of values"
  )
  func kindsOfValues() throws {
    for count in [1, 4, 5, 9] {
      let condition = Array(repeating: "title == %@", count: count).joined(separator: " AND ")
      for place in 0..<count {
        for odd in [FetchValue.value("Emma"), .value(5), .value(.null)] {
          var arguments = Array(repeating: FetchValue.value("Emma"), count: count)
          arguments[place] = odd
          let found = try library.numbers("Book", condition, arguments)
          let expected = odd == .value("Emma") ? try library.numbers("Book", "title == 'Emma'") : []
          #expect(found == expected, "\(odd) at \(place) of \(count)")
        }
      }
    }
  }

  @Test("Nested conditions of any length are translated, up to a depth")
  func deepConditions() throws {
    func question(_ predicate: PredicateFormat.Predicate) throws -> ObjectQuery {
      var question = try library.question("Book")
      question.predicate = predicate
      return question
    }
    let isEmma = try PredicateFormat.Predicate(parsing: "title == 'Emma'")
    let wide = try question(.or(Array(repeating: isEmma, count: 3_000)))
    #expect(try library.engine.count(of: wide, library.constants()) == 1)
    var (negated, chain, deep) = (isEmma, isEmma, isEmma)
    for round in 0..<500 {
      negated = .not(negated)
      chain = .or([chain, isEmma])
      deep = round % 2 == 0 ? .and([deep, isEmma]) : .or([deep, isEmma])
    }
    for same in [negated, chain, .not(.not(.and([chain, negated])))] {
      #expect(try library.engine.count(of: question(same), library.constants()) == 1)
    }
    #expect(try library.engine.count(of: question(.not(negated)), library.constants()) == 3)
    #expect(throws: FetchTranslationError.self) {
      try library.engine.count(of: question(deep), library.constants())
    }
    #expect(try library.engine.count(of: question(.and([])), library.constants()) == 4)
    #expect(try library.engine.count(of: question(.or([])), library.constants()) == 0)
    let empty = try question(.and([.and([]), .and([isEmma, .or([.or([])])])]))
    #expect(try library.engine.count(of: empty, library.constants()) == 0)
  }

  @Test(
    "A condition without a counterpart in SQL is an error with its reason",
    arguments: [
      ("nothing == 1", "keypath nothing not found in entity Book"),
      ("author.nothing == 1", "keypath nothing not found in entity Author"),
      ("cover == %@", "Book.cover"), ("title == $x", "$x"), ("title == %@", "argument"),
      ("tags == 1", "to-many"), ("tags.label == 'x'", "to-many"), ("title.length == 1", "title"),
      ("ANY title == 'x'", "ANY"), ("pages BETWEEN {1}", "BETWEEN"),
      ("tags.@stddev.label == 1", "@stddev"),
      ("title.@count == 1", "title"), ("ANYKEY == 1", "ANYKEY"),
      ("FUNCTION(title, 'frobnicate') == 1", "frobnicate"), ("tags[FIRST] == 1", "element"),
      ("CAST(title, 'NSString') == 'x'", "CAST"), ("tags UNION tags == 1", "UNION"),
    ]
  )
  func untranslatable(condition: String, word: String) throws {
    let arguments: [FetchValue] = condition.hasPrefix("cover") ? [.value(.blob([1]))] : []
    let question = try library.question("Book", condition)
    let error = #expect(throws: FetchTranslationError.self) {
      try library.engine.rows(of: question, library.constants(arguments))
    }
    #expect(error?.description.contains(word) == true, "\(String(describing: error))")
  }

  @Test(
    "Values that no database supports are errors",
    arguments: [FetchValue.unsupported("a colour"), .list([.unsupported("a colour")])]
  )
  func unsupportedValues(value: FetchValue) throws {
    let relation = if case .list = value { "IN" } else { "==" }
    #expect(throws: FetchTranslationError.self) {
      try library.numbers("Book", "pages \(relation) %@", [value])
    }
  }

  @Test("Attributes whose values cannot be compared can be missing")
  func opaqueValues() throws {
    #expect(try library.numbers("Book", "cover == nil").count == 4)
    #expect(try library.numbers("Book", "cover != nil").isEmpty)
    try library.insert("Sample", ["thing": .box("x"), "place": Place(label: "a", x: 2).boxed])
    #expect(try library.numbers("Sample", "thing != nil") == [1])
    #expect(try library.numbers("Sample", "place.at.x == 2") == [1])
    #expect(try library.numbers("Sample", "place.label == 'b'").isEmpty)
    for condition in ["thing == 'x'", "place == 1", "place.at == 1", "scratch == 'blank'"] {
      #expect(throws: FetchTranslationError.self) { try library.numbers("Sample", condition) }
    }
  }

  // MARK: Order and window

  @Test(
    "Objects come in the requested order; equal ones in the order of their keys",
    arguments: [
      ([], [1, 2, 3, 4]), ([.by("pages")], [3, 4, 2, 1]), ([.by("pages", false)], [1, 2, 4, 3]),
      ([.by("title")], [4, 1, 3, 2]), ([.by("author.name")], [3, 1, 2, 4]),
      ([.by("author.name"), .by("pages")], [3, 2, 1, 4]), ([.by("self", false)], [4, 3, 2, 1]),
      ([.by("tags.@count", false), .by("isbn", false)], [1, 3, 4, 2]),
      (
        [FetchOrder(.path(PropertyPath(keys: "title")), isAscending: true, collation: .localized)],
        [4, 1, 2, 3]
      ),
    ] as [([FetchOrder], [Int64])]
  )
  func order(by order: [FetchOrder], expected: [Int64]) throws {
    let question = try library.question("Book", by: order)
    let found = try library.engine.rows(of: question, library.constants()).references
    #expect(found.map(\.number) == expected)
    #expect(try library.engine.references(of: question, library.constants()) == found)
  }

  @Test(
    "A window begins at an offset and ends at a limit",
    arguments: [
      (0, 0, [1, 2, 3, 4]), (0, 2, [1, 2]), (1, 2, [2, 3]), (3, 5, [4]), (2, 0, [3, 4]),
      (9, 0, []), (9, 1, []), (0, 1, [1]), (0, .max, [1, 2, 3, 4]), (.max, .max, []),
    ] as [(Int, Int, [Int64])]
  )
  func window(offset: Int, limit: Int, expected: [Int64]) throws {
    for _ in 1...2 {
      let question = try library.question("Book", by: [.by("isbn")], offset: offset, limit: limit)
      let constants = library.constants()
      let found = try library.engine.rows(of: question, constants).references.map(\.number)
      #expect(found == expected)
      #expect(try library.engine.count(of: question, constants) == expected.count)
    }
  }

  @Test("An impossible order is an error", arguments: ["nothing", "tags", "cover"])
  func impossibleOrder(path: String) throws {
    let question = try library.question("Book", by: [.by(path)])
    #expect(throws: FetchTranslationError.self) {
      try library.engine.references(of: question, library.constants())
    }
  }

  // MARK: Entities

  @Test(
    "Objects of an entity come with those of its subentities, or without",
    arguments: [
      ("Person", true, [1, 2, 3, 4]), ("Person", false, [3]), ("Author", true, [1, 4]),
      ("Author", false, [1, 4]), ("Reader", true, [2]), ("Jacket", true, []),
    ] as [(String, Bool, [Int64])]
  )
  func subentities(name: String, includesThem: Bool, expected: [Int64]) throws {
    let question = try library.question(name, includesSubentities: includesThem)
    let found = try library.engine.rows(of: question, library.constants())
    #expect(found.references.map(\.number) == expected)
    #expect(try library.engine.count(of: question, library.constants()) == expected.count)
    for (reference, row) in zip(found.references, found.rows ?? RowList()) {
      let entity = try #require(library.engine.entities.entity(of: reference))
      #expect(row?.layout === entity.layout)
    }
  }

  @Test("The rows of subentities have their own values")
  func valuesOfSubentities() throws {
    let question = try library.question("Person", by: [.by("name")])
    library.engine.cache.removeAll()
    let found = try library.engine.rows(of: question, library.constants())
    let rows = try #require(found.rows)
    #expect(rows[0]?.value(at: try library.index("penName", of: "Author")) == "A. L.")
    #expect(rows[1]?.value(at: try library.index("visits", of: "Reader")) == 3)
    #expect(rows[2]?.value(at: try library.index("name", of: "Person")) == "Cid")
  }

  @Test("Rows of entities that do not belong to a table are no objects")
  func strayRows() throws {
    let people = try library.numbers("Person")
    for number in [0, 99, try layoutNumber("Tag")] {
      try library.connection.run(
        "INSERT INTO ZPERSON(Z_ENT, Z_OPT) VALUES(?, 1)",
        .integer(number)
      )
    }
    try library.connection.execute("INSERT INTO ZPERSON(Z_OPT) VALUES(1)")
    try library.engine.searchForStrays(beside: library.layout("Person").number)
    #expect(library.engine.cache.hasStrays)
    #expect(try library.numbers("Person") == people)
    let question = try library.question("Person")
    #expect(try library.engine.references(of: question, library.constants()).count == people.count)
  }

  @Test("All rows of a table with objects of one entity are of that entity")
  func rowsOfOneEntity() throws {
    for number in ["0", "99", "NULL"] {
      try library.connection.execute("INSERT INTO ZBOOK(Z_ENT, Z_OPT) VALUES(\(number), 1)")
    }
    #expect(try library.numbers("Book") == [1, 2, 3, 4, 5, 6, 7])
    let question = try library.question("Book")
    let references = try library.engine.references(of: question, library.constants())
    #expect(references.map(\.number).sorted() == [1, 2, 3, 4, 5, 6, 7])
    #expect(try references.allSatisfy { try library.engine.row(for: $0) != nil })
    try library.engine.searchForStrays(beside: library.layout("Book").number)
    #expect(!library.engine.cache.hasStrays)
  }

  @Test("A row with a key that no object has is an error for every reader", arguments: [0, -1])
  func impossibleKeys(key: Int) throws {
    let number = try layoutNumber("Book")
    try library.connection.execute(
      "INSERT INTO ZBOOK(Z_PK, Z_ENT, Z_OPT) VALUES(\(key), \(number), 1)"
    )
    let question = try library.question("Book")
    for body in [
      { _ = try library.engine.rows(of: question, library.constants()) },
      { _ = try library.engine.references(of: question, library.constants()) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self) { try body() }
      guard case .corrupt? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  // MARK: Plans

  @Test("Questions of one shape are translated and prepared once, whatever values they have")
  func plans() throws {
    func sql(_ condition: String, _ arguments: [FetchValue], limit: Int = 0) throws -> String? {
      let question = try library.question("Book", condition, limit: limit)
      return try library.trace {
        _ = try library.engine.rows(of: question, library.constants(arguments))
      }.first?.expandedSQL
    }
    let first = try sql("pages > %@ AND title == %@", [.value(1), .value("Emma")])
    let second = try sql("pages > %@ AND title == %@", [.value(77), .value("x'y")])
    #expect(first?.contains("> 1") == true && second?.contains("> 77") == true)
    #expect(second?.contains("'x''y'") == true)
    #expect(try sql("pages > 5", [], limit: 3)?.contains("LIMIT 3") == true)
    #expect(try sql("pages > 6", [], limit: 4)?.contains("LIMIT 4") == true)
  }

  @Test("Questions of the same form with other kinds of values find what each asks for")
  func shapes() throws {
    for (argument, expected) in [
      (FetchValue.value(100), [2]), (.value(.real(100)), [2]), (.value("100"), [2]),
      (.value(.null), [3]), (.value(300), [1]), (.value(.null), [3]),
    ] as [(FetchValue, [Int64])] {
      #expect(try library.numbers("Book", "pages == %@", [argument]) == expected)
    }
    for (argument, expected) in [
      (library.argument(people[0]), [1, 2]), (library.argument(people[3]), [4]),
      (.foreignObject, []), (.object(key: 1, entity: Int(try layoutNumber("Tag"))), []),
      (library.argument(people[0]), [1, 2]),
    ] as [(FetchValue, [Int64])] {
      #expect(try library.numbers("Book", "author == %@", [argument]).sorted() == expected)
    }
  }

  @Test("More shapes than are kept are answered, too")
  func manyShapes() throws {
    let part = try PredicateFormat.Predicate(parsing: "pages > 100")
    for number in 0..<300 {
      var question = try library.question("Book")
      question.predicate = .and(Array(repeating: part, count: number % 150 + 1))
      #expect(try library.engine.count(of: question, library.constants()) == 1)
    }
  }

  @Test("A query that is executed while its rows are read has rows of its own")
  func nestedQuestions() throws {
    let question = try library.question("Book", "pages > 0", by: [.by("isbn")])
    let table = try FetchTranslator(library.engine.layout, constant: library.constants())
      .table(ValueQuery(question, columns: [.path(PropertyPath(keys: "title"))]))
    var titles: [String] = []
    try library.engine.forEachRow(of: table) { statement in
      titles.append(statement.text(at: 0))
      #expect(try library.engine.count(of: question, library.constants()) == 2)
      try library.engine.forEachRow(of: table) { _ in }
    }
    #expect(titles == ["Emma", "emma 2"])
  }
}
