import Foundation
import ObjectRows
import SQLDriver
import SQLSchema
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Values of attributes in a store") struct ValueTests {
  /// A value of an attribute, and the value in its column.
  struct Case: CustomTestStringConvertible {
    let key: String
    let value: Value
    let stored: SQLValue

    /// The value that is read back, if it differs.
    var read: Value?

    var testDescription: String { "\(key) \(stored)".prefix(60).description }

    init(_ key: String, _ value: Value, _ stored: SQLValue, read: Value? = nil) {
      self.key = key
      self.value = value
      self.stored = stored
      self.read = read
    }
  }

  private static let huge = String(repeating: "ab\0\u{1F600}é", count: 100_000)
  private static let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
  private static let id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()
  private static let idBytes = (0..<16).map { UInt8($0) * 0x11 }
  private static let digits = Decimal(string: "12345678901234567890123456789012345678") ?? 0

  static let numbers: [Case] = [
    Case("flag", .bool(true), 1), Case("flag", .bool(false), 0),
    Case("small", .integer(Int64(Int16.min)), -32_768),
    Case("small", .integer(Int64(Int16.max)), 32_767),
    Case("medium", .integer(Int64(Int32.min)), -2_147_483_648),
    Case("medium", .integer(Int64(Int32.max)), 2_147_483_647),
    Case("large", .integer(.min), .integer(.min)), Case("large", .integer(.max), .integer(.max)),
    Case("large", 0, 0),
    Case("real", .double(.infinity), .real(.infinity)),
    Case("real", .double(-.infinity), .real(-.infinity)),
    Case("real", .double(.greatestFiniteMagnitude), .real(.greatestFiniteMagnitude)),
    Case("real", .double(.leastNonzeroMagnitude), .real(.leastNonzeroMagnitude)),
    Case("real", .double(-0.0), .real(-0.0)),
    Case("single", .float(1.1), .real(Double(Float(1.1)))),
    Case("single", .float(.greatestFiniteMagnitude), .real(Double(Float.greatestFiniteMagnitude))),
    Case("single", .float(-.infinity), .real(-.infinity)),
    Case("exact", .decimal(Decimal(12.5)), .real(12.5)),
    Case("exact", .decimal(Decimal(-7)), -7),
    Case("exact", .decimal(.nan), .text("NaN")),
    // The column's affinity converts it to the nearest number.
    Case(
      "exact",
      .decimal(digits),
      .real(1.2345678901234568e37),
      read: .decimal(Decimal(string: "12345678901234568000000000000000000000") ?? 0)
    ),
  ]

  static let others: [Case] = [
    Case("text", "", ""), Case("text", "\0", "\0"), Case("text", "a\0b", "a\0b"),
    Case(
      "text",
      "\u{1F469}\u{200D}\u{1F680} e\u{301} \u{10FFFF}",
      "\u{1F469}\u{200D}\u{1F680} e\u{301} \u{10FFFF}"
    ),
    Case("text", "it's \"?\" -- /*", "it's \"?\" -- /*"),
    Case("text", .string(huge), .text(huge)),
    Case("moment", .date(.distantPast), -63_114_076_800),
    Case("moment", .date(.distantFuture), 63_113_904_000),
    Case("moment", .date(Date(timeIntervalSinceReferenceDate: 0.25)), .real(0.25)),
    Case("bytes", .data(Data()), .blob([])),
    Case("bytes", .data(Data([0, 255])), .blob([0, 255])),
    Case("bytes", .data(large), .blob(Array(large))),
    Case("picture", .data(Data()), .blob([1])),
    Case("picture", .data(Data([2, 0])), .blob([1, 2, 0])),
    // An in-memory store has no folder for files.
    Case("picture", .data(large), .blob([1] + large)),
    Case("id", .uuid(id), .blob(idBytes)),
    Case(
      "link",
      .url(URL(string: "https://a.example/b%20c?d=%C3%A9#e") ?? URL(filePath: "/")),
      "https://a.example/b%20c?d=%C3%A9#e"
    ),
    Case("thing", .box("abc"), .blob(Array("cba".utf8))),
    Case("thing", .box("none"), .null, read: Value.none),
    Case("thing", .box(""), .blob([])),
  ]

  @Test("A value that is inserted is read again", arguments: numbers + others)
  func insertion(_ each: Case) throws {
    let library = try Library()
    let sample = try library.insert("Sample", [each.key: each.value])
    let column = "Z" + each.key.uppercased()
    let stored = try library.connection.value("SELECT \(column) FROM ZSAMPLE")
    #expect(stored == each.stored)
    #expect(try library.stored(sample, each.key) == [each.read ?? each.value])
    let fetched = try library.engine.rows(of: library.question("Sample"), library.constants())
    let row = try #require(fetched.rows?.first ?? nil)
    #expect(
      row.value(at: try library.index(each.key, of: "Sample")) == each.read ?? each.value
    )
  }

  @Test(
    "A value that is not a number is refused, as SQLite would store none",
    arguments: [("real", Value.double(.nan)), ("single", .float(.nan))]
  )
  func notANumber(_ key: String, _ value: Value) throws {
    let library = try Library()
    let sample = try library.insert("Sample", [key: .none])
    #expect(throws: StoreError.self) { try library.insert("Sample", [key: value]) }
    #expect(throws: StoreError.self) { try library.update(sample, [key: value]) }
    #expect(try library.stored(sample, key) == [Value.none])
  }

  @Test("A value replaces nil and another value, and nil replaces it", arguments: numbers + others)
  func update(_ each: Case) throws {
    let library = try Library()
    let sample = try library.insert("Sample", ["text": "x"])
    try library.update(sample, [each.key: each.value])
    #expect(try library.stored(sample, each.key) == [each.read ?? each.value])
    try library.update(sample, [each.key: .none])
    #expect(try library.stored(sample, each.key) == [Value.none])
    #expect(try library.query("SELECT Z_OPT FROM ZSAMPLE") == [[3]])
  }

  @Test("A row without values has nulls in all columns, and is read without values")
  func nothing() throws {
    let library = try Library()
    let sample = try library.insert("Sample")
    let row = try #require(try library.query("SELECT * FROM ZSAMPLE").first)
    #expect(row.filter { $0 != .null }.count == 3)
    let read = try #require(try library.engine.storedRow(for: sample))
    let scratch = try library.index("scratch", of: "Sample")
    for index in 0..<read.fields.count where index != scratch {
      #expect(!read.hasValue(at: index))
    }
  }

  @Test(
    "A composite has a column for each member, even if some are missing",
    arguments: [
      Place(label: "a", x: 1, y: 2, thing: "abc"), Place(label: "a"), Place(y: -1),
      Place(thing: "abc"),
    ]
  )
  func composites(place: Place) throws {
    let library = try Library()
    let sample = try library.insert("Sample", ["place": place.boxed, "text": "after"])
    #expect(try library.stored(sample, "place", "text") == [place.boxed, "after"])
    let other = Place(label: "other")
    try library.update(sample, ["place": other.boxed])
    #expect(try library.stored(sample, "place", "text") == [other.boxed, "after"])
    try library.update(sample, ["place": .none])
    #expect(try library.stored(sample, "place", "text") == [Value.none, "after"])
  }

  @Test("A value that its coding refuses fails the save, which changes nothing")
  func refusedValue() throws {
    let library = try Library()
    #expect(throws: ReversedText.Refusal.self) {
      try library.insert([
        ("Sample", ["text": "x"]), ("Sample", ["thing": .object(BoxedValue(1))]),
      ])
    }
    #expect(!library.connection.isInTransaction)
    #expect(try library.query("SELECT * FROM ZSAMPLE").isEmpty)
  }

  @Test("Properties of composite type without a coding are stored as none, and shift no others")
  func compositesWithoutCoding() throws {
    let entities = ModelEntities(LibraryModel.model).all.map { entity in
      guard entity.name == "Sample" else { return entity }
      return StoreEntity(
        name: entity.name,
        number: entity.number,
        layout: entity.layout,
        properties: entity.properties.map { property in
          var property = property
          property.coding = nil
          return property
        }
      )
    }
    let library = try Library(SQLiteConnection(path: ":memory:"), entities: entities)
    let sample = try library.insert("Sample", ["place": Place(label: "a").boxed, "text": "x"])
    try library.update(sample, ["place": Place(label: "b").boxed, "text": "y", "small": 4])
    #expect(try library.stored(sample, "text", "small", "place") == ["y", 4, Value.none])
  }

  @Test(
    "A value of another type is read as nil, or as the number that it contains",
    arguments: [
      ("text", "X'0102'", "\u{1}\u{2}"), ("text", "12", "12"), ("large", "'abc'", Value.none),
      ("large", "2.5", Value.none), ("large", "3.0", 3), ("real", "7", .double(7)),
      ("id", "X'01'", Value.none), ("id", "'text'", Value.none), ("exact", "'abc'", Value.none),
      ("exact", "X'01'", Value.none), ("exact", "9e999", .decimal(.nan)),
      ("moment", "'x'", Value.none), ("flag", "2", .bool(true)), ("picture", "X''", Value.none),
      ("picture", "X'0209'", Value.none), ("picture", "X'0908'", .data(Data([9, 8]))),
      ("link", "''", Value.none), ("thing", "X'FF'", Value.none),
    ] as [(String, String, Value)]
  )
  func foreignValues(key: String, literal: String, expected: Value) throws {
    let library = try Library()
    let sample = try library.insert("Sample")
    try library.connection.execute("UPDATE ZSAMPLE SET Z\(key.uppercased()) = \(literal)")
    #expect(try library.stored(sample, key) == [expected])
  }

  @Test("Transient properties are not stored, and have their defaults in rows that others share")
  func transientProperties() throws {
    let library = try Library()
    let sample = try library.insert("Sample", ["scratch": "mine", "text": "x"])
    let index = try library.index("scratch", of: "Sample")
    let cached = try #require(library.engine.cache[sample])
    #expect(cached.value(at: index) == "blank")
    #expect(try library.stored(sample, "scratch", "text") == ["blank", "x"])
    let change = try library.change(sample, ["scratch": "mine", "text": "y"])
    try library.save { changes, _ in changes.updated = [change] }
    #expect(change.row?.value(at: index) == "mine")
    #expect(try #require(library.engine.cache[sample]).value(at: index) == "blank")
  }

  @Test("Derived values are those that the database has computed, also in the row that was saved")
  func derivedValues() throws {
    let library = try Library()
    let book = try library.insert("Book", ["title": "Abc", "sortTitle": "of the program"])
    let cached = try #require(library.engine.cache[book])
    #expect(cached.value(at: try library.index("sortTitle", of: "Book")) == "abc")
    try library.update(book, ["title": "XYZ"])
    #expect(try library.stored(book, "sortTitle") == ["xyz"])
    #expect(
      try #require(library.engine.cache[book]).value(at: library.index("sortTitle", of: "Book"))
        == "xyz"
    )
  }

  @Test("To-one relationships have a key, and the entity of the object if that can differ")
  func toOne() throws {
    let library = try Library()
    let people = try library.insert([("Author", [:]), ("Reader", [:]), ("Person", [:])])
    for person in people {
      let book = try library.insert("Book", ["editor": .reference(person)])
      #expect(try library.stored(book, "editor") == [.reference(person)])
      try library.update(book, ["editor": .none])
      #expect(try library.stored(book, "editor") == [Value.none])
    }
    let book = try library.insert("Book", ["author": .reference(people[0])])
    let layout = try library.layout("Book")
    let columns = try ["author", "editor"]
      .map { layout.fields[try library.index($0, of: "Book")].columns.count }
    #expect(columns == [1, 2])
    #expect(try library.stored(book, "author") == [.reference(people[0])])
  }

  @Test(
    "A row with a key that no object can have has no destination",
    arguments: [(0, 1), (-3, 1), (1, 99), (1, 0)]
  )
  func strayKeys(key: Int, entity: Int) throws {
    let library = try Library()
    let book = try library.insert("Book")
    let index = try library.index("editor", of: "Book")
    let columns = try library.layout("Book").fields[index].columns
    try library.connection.execute(
      "UPDATE ZBOOK SET \(columns[0]) = \(key), \(columns[1]) = \(entity)"
    )
    let expected = try key > 0 && entity == 0 ? library.reference("Person", 1) : .none
    #expect(try library.stored(book, "editor") == [.reference(expected)])
  }
}
