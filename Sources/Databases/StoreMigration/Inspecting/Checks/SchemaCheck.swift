import ManagedModel
import SQLDriver
import SQLSchema

/// Compares the tables, indexes and triggers of a store with those of its model.
///
/// Indexes are compared by their columns: Core Data of other years gave them other names.
struct SchemaCheck {
  let store: CheckedStore

  /// The existing indexes.
  let indexes: [FoundIndex]

  /// The names of the triggers that derive attributes.
  let triggers: [String]

  /// Creates the check for a store in SQLite.
  init(store: CheckedStore) throws {
    let wanted = SQLiteSchema(store.mapping).statements.filter { statement in
      // Triggers of spatial indexes belong to their table.
      statement.kind == .trigger && statement.name.hasPrefix("Z_DA_")
    }
    self.init(
      store: store,
      indexes: try FoundIndex.all(in: store.connection),
      triggers: wanted.map(\.name)
    )
  }

  init(store: CheckedStore, indexes: [FoundIndex], triggers: [String]) {
    self.store = store
    self.indexes = indexes
    self.triggers = triggers
  }

  func problems() -> [StoreProblem] { missingParts() + indexProblems() + triggerProblems() }

  private func missingParts() -> [StoreProblem] {
    store.missing.map { name in
      guard let dot = name.firstIndex(of: ".") else {
        return StoreProblem(.missingTable, "there is no table \(name)")
      }
      return StoreProblem(
        .missingColumn,
        "the table \(name[..<dot]) has no column \(name[name.index(after: dot)...])"
      )
    }
  }

  // MARK: Indexes

  /// The table and the columns of an index, in their order.
  private struct Subject: Hashable {
    var table: String
    var columns: [String]

    init(_ table: String, _ columns: [String]) {
      self.table = table.uppercased()
      self.columns = columns.map { $0.uppercased() }
    }
  }

  private func indexProblems() -> [StoreProblem] {
    let mapping = store.mapping
    let found = Dictionary(
      indexes.map { (Subject($0.table, $0.columns), [$0.isUnique]) },
      uniquingKeysWith: +
    )
    return mapping.indexes.compactMap { index -> StoreProblem? in
      let references = index.elements.map { ColumnReference(table: index.table, column: $0.column) }
      guard index.kind == .binary, references.allSatisfy(store.has) else { return nil }
      let subject = Subject(
        mapping.tables[index.table].name,
        references.map { mapping[$0].name }
      )
      let reason = index.reason.explanation(in: mapping.model)
      if index.isUnique {
        guard !(found[subject] ?? []).contains(true) else { return nil }
        return StoreProblem(.missingConstraint, "no index of the database enforces the \(reason)")
      }
      guard found[subject] == nil else { return nil }
      return StoreProblem(.missingIndex, "there is no index for \(reason)")
    }
  }

  // MARK: Triggers

  private func triggerProblems() -> [StoreProblem] {
    triggers.filter { !store.triggers.contains($0) }.sortedByCodePoint().map {
      StoreProblem(.missingTrigger, "there is no trigger \($0), which derives an attribute")
    }
  }
}

/// An index of a database.
struct FoundIndex {
  var table: String

  /// Its columns in their order, without those that are expressions.
  var columns: [String] = []
  var isUnique: Bool

  /// The indexes of an SQLite database.
  fileprivate static func all(in connection: any SQLConnection) throws -> [Self] {
    try all(
      connection.rows(
        "SELECT m.name, l.name, l.\"unique\", i.name FROM sqlite_master m, pragma_index_list(m.name) l, "
          + "pragma_index_info(l.name) i WHERE m.type = 'table' ORDER BY m.name, l.name, i.seqno"
      )
    )
  }

  /// - Parameter rows: For each column of each index its table, the index, whether it is unique, and the column.
  /// - Returns: The indexes.
  static func all(_ rows: [[SQLValue]]) -> [Self] {
    var indexes: [String: Self] = [:]
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1],
        case .integer(let isUnique) = row[2]
      else { continue }
      var index = indexes[name] ?? Self(table: table, isUnique: isUnique == 1)
      if case .text(let column) = row[3] { index.columns.append(column) }
      indexes[name] = index
    }
    return Array(indexes.values)
  }
}
