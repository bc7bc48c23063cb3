import ObjectRows
import SQLDriver
import SQLiteDriver
import StoreSamples
import Testing

@testable import SQLStore

@Suite("Relationships that rows alone do not store") struct RelationshipTests {
  private let library: Library
  private let book: Reference
  private let tags: [Reference]
  private let notes: [Reference]

  init() throws {
    library = try Library()
    book = try library.insert("Book")
    tags = try library.insert((1...6).map { ("Tag", ["label": .string("\($0)")]) })
    notes = try library.insert((1...6).map { ("Note", ["text": .string("\($0)")]) })
  }

  private func change(
    _ key: String,
    _ entity: String = "Book",
    add: [Reference] = [],
    remove: [Reference] = [],
    order: [Reference]? = nil,
    hasAll: Bool = true
  ) throws -> MemberChange {
    MemberChange(
      try library.index(key, of: entity),
      added: add,
      removed: remove,
      order: order,
      hasAllMembers: hasAll
    )
  }

  private func joinTable() throws -> String {
    let index = try library.index("tags", of: "Book")
    guard case .join(let join) = try library.layout("Book").fields[index] else { return "none" }
    return join.table
  }

  private func pairs() throws -> Int {
    try library.query("SELECT * FROM \(joinTable())").count
  }

  @Test("Members of a join table are added and removed, once each", arguments: ["tags", "notes"])
  func members(key: String) throws {
    let all = key == "tags" ? tags : notes
    try library.update(book, members: [change(key, add: Array(all[...2]), order: [])])
    #expect(try library.members(key, of: book) == [1, 2, 3])
    try library.update(
      book,
      members: [change(key, add: [all[2], all[3]], remove: [all[0], all[5]], order: [])]
    )
    #expect(try library.members(key, of: book) == [2, 3, 4])
    try library.update(book, members: [change(key, remove: Array(all[...3]))])
    #expect(try library.members(key, of: book).isEmpty)
  }

  @Test("A join table is seen from both ends")
  func bothEnds() throws {
    let other = try library.insert("Book")
    try library.update(book, members: [change("tags", add: [tags[0]])])
    try library.update(tags[0], members: [change("books", "Tag", add: [book, other])])
    #expect(try library.members("books", of: tags[0]) == [1, 2])
    #expect(try library.members("tags", of: other) == [1])
    #expect(try pairs() == 2)
  }

  /// The second end writes a pair that already exists, which must not be mistaken for a row that a trigger skipped.
  @Test("A save of both ends asks the database no question for a pair", arguments: [2, 40])
  func questionsForPairs(count: Int) throws {
    let (books, others) = try (
      library.insert(Array(repeating: ("Book", [:]), count: count)),
      library.insert(Array(repeating: ("Tag", [:]), count: count))
    )
    let statements = try library.statements {
      try library.save { changes, _ in
        changes.updated =
          try books.map { try library.change($0, [:], members: [change("tags", add: others)]) }
          + others.map {
            try library.change($0, [:], members: [change("books", "Tag", add: books)])
          }
      }
    }
    #expect(try pairs() == count * count)
    let table = try joinTable()
    let questions = statements.filter { $0.hasPrefix("SELECT") && $0.contains(table) }
    #expect(questions.isEmpty, "\(questions)")
  }

  @Test("A relationship that is its own inverse has a pair for each end")
  func reflexive() throws {
    let people = try library.insert([("Person", [:]), ("Author", [:]), ("Reader", [:])])
    try library.save { changes, _ in
      changes.updated = [
        try library.change(
          people[0],
          [:],
          members: [change("friends", "Person", add: [people[1], people[0]])]
        ),
        try library.change(
          people[1],
          [:],
          members: [change("friends", "Author", add: [people[0], people[2]])]
        ),
      ]
    }
    #expect(try library.members("friends", of: people[0]) == [1, 2])
    #expect(try library.members("friends", of: people[1]) == [1, 3])
    // The other end is written too, although it is not among the changes.
    #expect(try library.members("friends", of: people[2]) == [2])
    // A deleted object is removed from both ends.
    try library.delete(people[1])
    #expect(try library.members("friends", of: people[0]) == [1])
    try library.delete(people[0])
    guard
      case .join(let join) = try library.layout("Person").fields[
        try library.index("friends", of: "Person")
      ]
    else {
      Issue.record("There is no join table.")
      return
    }
    #expect(try library.query("SELECT * FROM \(join.table)").isEmpty)
  }

  @Test("A deleted object leaves join tables, and objects that it owns have no owner")
  func deletion() throws {
    try library.update(
      book,
      members: [change("tags", add: tags, order: tags), change("notes", add: notes, order: notes)]
    )
    try library.delete(tags[1])
    #expect(try library.members("tags", of: book) == [1, 3, 4, 5, 6])
    try library.delete(book)
    #expect(try pairs() == 0)
    guard
      case .toMany(let storage) = try library.layout("Book").fields[
        try library.index("notes", of: "Book")
      ], let place = storage.ordering
    else {
      Issue.record("There is no owner.")
      return
    }
    let rows = try library.query("SELECT \(storage.key), \(place) FROM \(storage.table)")
    #expect(rows == Array(repeating: [.null, .null], count: 6))
  }

  @Test("A member that another owner has taken meanwhile stays with it")
  func takenMember() throws {
    let other = try library.insert("Book")
    try library.update(book, members: [change("notes", add: [notes[0]], order: [notes[0]])])
    try library.update(other, members: [change("notes", add: [notes[0]], order: [notes[0]])])
    try library.update(book, members: [change("notes", remove: [notes[0]], order: [])])
    #expect(try library.members("notes", of: other) == [1])
    #expect(try library.members("notes", of: book).isEmpty)
  }

  @Test("A to-many relationship with an inverse is stored by the other end alone")
  func ownedByInverse() throws {
    let author = try library.insert("Author")
    try library.update(author, members: [change("books", "Author", add: [book], order: [book])])
    #expect(try library.members("books", of: author).isEmpty)
    try library.update(book, ["author": .reference(author)])
    #expect(try library.members("books", of: author) == [1])
  }

  // MARK: Order

  private func order(_ key: String, _ members: [Reference], hasAll: Bool = true) throws {
    try library.update(book, members: [change(key, add: members, order: members, hasAll: hasAll)])
  }

  @Test("Any order can be saved", arguments: ["tags", "notes"])
  func anyOrder(key: String) throws {
    var members = key == "tags" ? tags : notes
    var dice = SeededRandom(7)
    for round in 0..<30 {
      if round % 3 == 0 { members.reverse() } else { members.shuffle(using: &dice) }
      try order(key, members)
      #expect(try library.members(key, of: book) == members.map(\.number))
    }
  }

  @Test("The order of some members follows the others that the store has")
  func partialOrder() throws {
    try order("tags", [tags[3], tags[1], tags[0], tags[2]])
    try order("tags", [tags[5], tags[1]], hasAll: false)
    #expect(try library.members("tags", of: book) == [4, 1, 3, 6, 2])
  }

  @Test("Members without a place keep their position when others get places")
  func membersWithoutPlace() throws {
    try order("notes", [notes[3], notes[4]])
    try library.update(book, members: [change("notes", add: [notes[0], notes[1]])])
    let before = try library.members("notes", of: book)
    try order("notes", [notes[2]], hasAll: false)
    #expect(try library.members("notes", of: book) == before + [3])
  }

  @Test("Members that are not in the store have no place there")
  func strangeMembers() throws {
    try library.update(
      book,
      members: [change("tags", add: [tags[0]], order: [tags[4], tags[0], tags[5]])]
    )
    #expect(try library.members("tags", of: book) == [1])
  }

  @Test("A member that moves is the only one whose place is written")
  func movedMember() throws {
    try order("tags", tags)
    var moved = tags
    moved.insert(moved.removeLast(), at: 2)
    let index = try library.index("tags", of: "Book")
    let statements = try library.statements {
      try library.update(book, members: [MemberChange(index, added: [], order: moved)])
    }
    #expect(statements.count { $0.contains("Z_FOK") && $0.hasPrefix("UPDATE") } == 1)
    #expect(try library.members("tags", of: book) == moved.map(\.number))
  }
}
