import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Rows that a trigger of another program leaves out") struct LeftOutTests {
  private let library: Library
  private let tag: Reference
  private let book: Reference

  init() throws {
    library = try Library(keepsHistory: true)
    tag = try library.insert("Tag", ["label": "old"])
    book = try library.insert("Book", ["isbn": "1", "title": "old"])
  }

  enum Change: String, CaseIterable {
    case insertion, insertionOfMany, update, deletion, unseenDeletion
    case connection, disconnection, departure, order
    case batchInsertion, batchUpdate, computedUpdate, batchDeletion
  }

  @Test("A change that the database left out fails as a whole", arguments: Change.allCases)
  func change(_ change: Change) throws {
    let tags = try library.index("tags", of: "Book")
    let second = try library.insert("Tag")
    let members = [tag, second]
    if [.disconnection, .departure, .order].contains(change) {
      try library.update(book, members: [MemberChange(tags, added: members, order: members)])
    }
    try library.connection.execute(trigger(for: change))
    let before = try contents()
    let error = #expect(throws: StoreError.self) { try make(change, tags, members) }
    guard case .leftOut(let entity)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(["Tag", "Book"].contains(entity))
    #expect(!library.connection.isInTransaction)
    #expect(try contents() == before)
  }

  private func trigger(for change: Change) throws -> String {
    guard
      case .join(let join) = try library.layout("Book").fields[library.index("tags", of: "Book")]
    else { return "" }
    let event =
      switch change {
      case .insertion, .insertionOfMany, .batchInsertion: "INSERT ON ZTAG"
      case .update, .batchUpdate, .computedUpdate: "UPDATE ON ZTAG"
      case .deletion, .unseenDeletion, .batchDeletion: "DELETE ON ZTAG"
      case .connection: "INSERT ON \(join.table)"
      case .disconnection, .departure: "DELETE ON \(join.table)"
      case .order: "UPDATE ON \(join.table)"
      }
    return "CREATE TRIGGER theirs BEFORE \(event) BEGIN SELECT RAISE(IGNORE); END"
  }

  private func make(_ change: Change, _ tags: Int, _ members: [Reference]) throws {
    switch change {
    case .insertion: try library.insert("Tag")
    case .insertionOfMany: try library.insert(Array(repeating: ("Tag", [:]), count: 100))
    case .update: try library.update(tag, ["label": "new"])
    case .deletion: try library.delete(tag)
    case .unseenDeletion: try library.save { changes, _ in changes.deleted = [.init(tag, nil)] }
    case .connection:
      try library.update(book, members: [MemberChange(tags, added: [tag], order: [tag])])
    case .disconnection:
      try library.update(
        book,
        members: [MemberChange(tags, added: [], removed: [tag], order: [members[1]])]
      )
    case .departure: try library.delete(book)
    case .order:
      try library.update(book, members: [MemberChange(tags, added: [], order: members.reversed())])
    case .batchInsertion: try insertInBatch()
    case .batchUpdate: try update(.constant(library.row("Tag", ["label": "new"])))
    case .computedUpdate: try update(.computed { _ in try library.row("Tag", ["label": "new"]) })
    case .batchDeletion:
      _ = try BatchDeletion(in: library.engine).run({ [tag] }, by: HistoryAuthor())
    }
  }

  private func insertInBatch() throws {
    var rows = [try library.row("Tag", ["label": "new"])][...]
    _ = try BatchInsertion(library.entity("Tag"), resolution: .refuse, in: library.engine)
      .run({ rows.popFirst().map { ($0, PropertySet()) } }, by: HistoryAuthor())
  }

  private func update(_ values: BatchUpdate.Values) throws {
    let label = try library.index("label", of: "Tag")
    _ = try BatchUpdate(library.entity("Tag"), [label], values, in: library.engine)
      .run({ [tag] }, by: HistoryAuthor())
  }

  /// All rows of the changed tables, and of the history.
  private func contents() throws -> [[[SQLValue]]] {
    guard
      case .join(let join) = try library.layout("Book").fields[library.index("tags", of: "Book")]
    else { return [] }
    return try ["ZTAG", "ZBOOK", join.table, "ATRANSACTION", "Z_PRIMARYKEY"].map {
      try library.query("SELECT * FROM \($0)")
    }
  }
}
