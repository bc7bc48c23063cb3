import ManagedModel
import SQLDriver
import SQLSchema

/// Compares the tables, indexes and triggers of a store with those that its model asks for.
///
/// Indexes are compared by what they index: Core Data of other years gave them other names.
struct SchemaCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    try missingParts() + indexProblems() + triggerProblems()
  }

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

  /// What an index is about: its table and the columns in their order.
  private struct Subject: Hashable {
    var table: String
    var columns: [String]

    init(_ table: String, _ columns: [String]) {
      self.table = table.uppercased()
      self.columns = columns.map { $0.uppercased() }
    }
  }

  private func indexProblems() throws -> [StoreProblem] {
    let mapping = store.mapping
    let found = try foundIndexes()
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

  /// The indexes that there are, and whether they are unique.
  private func foundIndexes() throws -> [Subject: [Bool]] {
    var columns: [String: [String]] = [:]
    var indexes: [String: (table: String, isUnique: Bool)] = [:]
    let rows = try store.connection.rows(
      "SELECT m.name, l.name, l.\"unique\", i.name FROM sqlite_master m, pragma_index_list(m.name) l, "
        + "pragma_index_info(l.name) i WHERE m.type = 'table' ORDER BY m.name, l.name, i.seqno"
    )
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1],
        case .integer(let isUnique) = row[2]
      else { continue }
      indexes[name] = (table, isUnique == 1)
      guard case .text(let column) = row[3] else { continue }
      columns[name, default: []].append(column)
    }
    var result: [Subject: [Bool]] = [:]
    for (name, index) in indexes {
      result[Subject(index.table, columns[name] ?? []), default: []].append(index.isUnique)
    }
    return result
  }

  // MARK: Triggers

  private func triggerProblems() -> [StoreProblem] {
    let found = Set(store.schema.statements.filter { $0.kind == .trigger }.map(\.name))
    let wanted = SQLiteSchema(store.mapping).statements.filter { statement in
      // Triggers of spatial indexes go with their table.
      statement.kind == .trigger && statement.name.hasPrefix("Z_DA_")
    }
    return wanted.map(\.name).filter { !found.contains($0) }.sortedByCodePoint().map {
      StoreProblem(.missingTrigger, "there is no trigger \($0), which derives an attribute")
    }
  }
}
