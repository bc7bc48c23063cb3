/// The tables and columns whose names in a database differ from those of its model.
///
/// The name of the join table between objects of one entity depends on an order that is not fully known, so the two
/// parts of its name may be swapped.
package struct TableSurvey: Sendable {
  /// The names of tables, by their index in the mapping.
  package private(set) var tables: [Int: String] = [:]

  /// The names of columns, by their positions in the mapping.
  package private(set) var columns: [ColumnReference: String] = [:]

  /// The missing tables and columns, as `table` or `table.column`.
  package private(set) var missing: [String] = []

  package init() {}

  /// Looks up all tables and columns of a mapping in those of a database.
  package init(_ mapping: SchemaMapping, found: [String: [String]]) {
    let upper = Dictionary(
      found.map { ($0.key.uppercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var taken = Set(mapping.tables.map { $0.name.uppercased() }.filter { upper[$0] != nil })
    for (index, table) in mapping.tables.enumerated() {
      let names = table.columns.map { $0.name.uppercased() }
      let exact = upper[table.name.uppercased()]
      let match =
        exact
        ?? Self.joinTable(like: table, among: upper.filter { !taken.contains($0.key) })
      guard let match else {
        missing.append(table.name)
        continue
      }
      if exact == nil {
        tables[index] = match.key
        taken.insert(match.key.uppercased())
      }
      let present = Set(match.value.map { $0.uppercased() })
      for (column, name) in names.enumerated() where !present.contains(name) {
        let reference = ColumnReference(table: index, column: column)
        if let other = Self.column(like: name, among: match.value) {
          columns[reference] = other
        } else {
          missing.append("\(match.key).\(table.columns[column].name)")
        }
      }
    }
  }

  /// A join table that has the columns of another one, whatever its name.
  private static func joinTable(
    like table: TableMapping,
    among found: [String: (key: String, value: [String])]
  ) -> (key: String, value: [String])? {
    guard case .join = table.content else { return nil }
    let wanted = Set(table.columns.map { stem($0.name.uppercased()) })
    let matches = found.values.filter { other in
      other.key.uppercased().hasPrefix("Z_")
        && Set(other.value.map { stem($0.uppercased()) }) == wanted
    }
    return matches.count == 1 ? matches.first : nil
  }

  /// The column of the same name except for the number that distinguishes equal names.
  private static func column(like name: String, among columns: [String]) -> String? {
    let matches = columns.filter { stem($0.uppercased()) == stem(name) }
    return matches.count == 1 && stem(name).hasPrefix("Z_") ? matches.first : nil
  }

  private static func stem(_ name: String) -> String {
    var stem = Substring(name)
    while let last = stem.utf8.last, last >= 0x30, last <= 0x39 { stem.removeLast() }
    return String(stem)
  }
}

extension SchemaMapping {
  /// The same mapping with the names of the database.
  package func named(as survey: TableSurvey) -> Self {
    var result = self
    for (table, name) in survey.tables { result.tables[table].name = name }
    for (reference, name) in survey.columns {
      result.tables[reference.table].columns[reference.column].name = name
    }
    return result
  }
}
