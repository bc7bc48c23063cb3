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
    let rows = RowSequence(self, statement, selection)
    rows.begin()
    try statement.bind(text: Self.list(of: keys), at: 0)
    defer { statement.reset() }
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
  static func list(of keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }
}
