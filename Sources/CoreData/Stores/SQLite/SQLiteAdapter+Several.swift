import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

// Reading about many objects with one statement.
extension SQLiteAdapter {
  func readRows(of references: [Reference]) throws {
    try translatingErrors {
      var byTable: [Int: [Int64]] = [:]
      for reference in references where cache[reference] == nil {
        guard let layout = layout[entityNumber(of: reference)] else { continue }
        byTable[layout.root, default: []].append(reference.number)
      }
      for root in byTable.keys.sorted() {
        guard let layout = layout[root], let keys = byTable[root] else { continue }
        try readRows(keys, layout)
      }
    }
  }

  private func readRows(_ keys: [Int64], _ root: ObjectLayout) throws {
    let others = root.family.dropFirst().compactMap { layout[$0] }
    let selection = RowSelection(root, including: others)
    let statement = try connection.cached(layout.rows(of: root, columns: selection.text()))
    try statement.bind(text: Self.list(of: keys), at: 0)
    defer { statement.reset() }
    var rows = RowSequence(self, statement, selection)
    while try rows.next() != nil {}
  }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: [Reference]]? {
    try translatingErrors {
      let owner = try objectLayout(shape)
      guard let sql = layout.relatedObjects(ofSeveral: owner, at: index) else { return nil }
      var owners: [Int64: Reference] = [:]
      for reference in references { owners[reference.number] = reference }
      let statement = try connection.cached(sql)
      try statement.bind(text: Self.list(of: references.map(\.number)), at: 0)
      defer { statement.reset() }
      var found: [Reference: [Reference]] = [:]
      while try statement.step() {
        guard let owner = owners[statement.integer(at: 0)] else { continue }
        let entity = Int(truncatingIfNeeded: statement.integer(at: 2))
        let reference = self.reference(statement.integer(at: 1), entity: entity)
        if !reference.isNone { found[owner, default: []].append(reference) }
      }
      return found
    }
  }

  /// Keys as the JSON array that statements about several objects take.
  private static func list(of keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }
}

/// The rows that a statement gives, which may be of several entities; each is kept in memory.
struct RowSequence {
  private let adapter: SQLiteAdapter
  private let statement: SQLStatement
  private let selection: RowSelection
  private var readers: [Int: StatementReader] = [:]

  init(_ adapter: SQLiteAdapter, _ statement: SQLStatement, _ selection: RowSelection) {
    self.adapter = adapter
    self.statement = statement
    self.selection = selection
  }

  /// The object of the next row; nil at the end.
  mutating func next() throws -> Reference? {
    while try statement.step() {
      let (key, entity) = StatementReader.identity(in: statement)
      let reference = adapter.reference(key, entity: entity)
      guard !reference.isNone, let reader = reader(ofEntity: entity) else { continue }
      let row = reader.row()
      // A row that is still the same is shared by those who have it already.
      if adapter.cache[reference]?.version != row.version { adapter.cache.set(row, for: reference) }
      return reference
    }
    return nil
  }

  private mutating func reader(ofEntity entity: Int) -> StatementReader? {
    if let known = readers[entity] { return known }
    guard let shape = adapter.shape(ofEntity: entity), let layout = adapter.layout[entity] else {
      return nil
    }
    let made = adapter.makeReader(statement, selection, shape, layout)
    readers[entity] = made
    return made
  }
}
