import ManagedModel
import ModelComparison

/// The SQL functions that a migration of a store calls besides those of ``StoreFunction``.
package enum MigrationFunction: String, Sendable, Hashable, CaseIterable {
  /// The contents of the external file that a value of a column names.
  case externalValue = "OpenCoreDataExternalValue"

  package var argumentCount: Int { 1 }
}

extension SQLiteMigration {
  /// Converts values between attributes with and without external storage: the former begin with a byte that says
  /// where the value is.
  mutating func moveExternalValues(of table: Int) {
    let change = transition.tables[table]
    for (position, column) in newTable(table).columns.enumerated() {
      guard case .attribute(let location) = column.origin, change.columns[position] != .none,
        let after = new.mapping.model.property(at: location).attribute, after.type == .binary
      else { continue }
      let numbers = change.entities.filter { entity in
        guard
          let before = source(of: location, in: entity.new), before.type == .binary
        else { return false }
        return before.allowsExternalBinaryDataStorage != after.allowsExternalBinaryDataStorage
      }.map(\.newNumber)
      guard !numbers.isEmpty else { continue }
      let isExternal = after.allowsExternalBinaryDataStorage
      add(
        .fill,
        "\(isExternal ? "allow" : "end") external storage of \(newTable(table).name).\(column.name)",
        "UPDATE \(quoted(newTable(table).name)) SET \(quoted(column.name)) = "
          + (isExternal ? marked(column) : unmarked(column))
          + " WHERE \(quoted(column.name)) IS NOT NULL AND \(isAmong(numbers))",
        work: .rows,
        of: table
      )
    }
  }

  /// The old attribute that a new one continues in the objects of an entity.
  private func source(of location: PropertyLocation, in entity: Int) -> Attribute? {
    let model = new.mapping.model
    return model.locate(model.property(at: location).name, in: model.entities[entity])
      .flatMap { transition.correspondence.source(of: $0, in: entity) }
      .flatMap { old.mapping.model.property(at: $0).attribute }
  }

  private func marked(_ column: ColumnMapping) -> String {
    "CAST(X'01' || \(quoted(column.name)) AS BLOB)"
  }

  private func unmarked(_ column: ColumnMapping) -> String {
    let name = quoted(column.name)
    let function = MigrationFunction.externalValue.rawValue
    let external = functions.contains(function) ? "\(function)(\(name))" : name
    return "CASE substr(\(name), 1, 1) WHEN X'01' THEN substr(\(name), 2) "
      + "WHEN X'02' THEN \(external) ELSE \(name) END"
  }
}
