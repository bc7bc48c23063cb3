import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// The new constraint or index for each old one that is kept; others are dropped.
  func counterparts(
    _ old: [PostgreSQLDefinitions.Part],
    _ new: [PostgreSQLDefinitions.Part]
  ) -> [PostgreSQLDefinitions.Part: PostgreSQLDefinitions.Part] {
    /// A part without its name.
    func anonymous(_ part: PostgreSQLDefinitions.Part) -> PostgreSQLDefinitions.Part {
      var part = part
      part.name = ""
      return part
    }
    var open = Dictionary(grouping: new, by: anonymous)
    var result: [PostgreSQLDefinitions.Part: PostgreSQLDefinitions.Part] = [:]
    var translation = PartTranslation(self)
    for part in old {
      guard let wanted = translation.translated(part).map(anonymous),
        let same = open[wanted], !same.isEmpty
      else { continue }
      let position = same.firstIndex { $0.name == part.name } ?? 0
      result[part] = open[wanted]?.remove(at: position)
    }
    return result
  }
}

/// Translates constraints and indexes of old tables to the new names.
private struct PartTranslation {
  private let migration: PostgreSQLMigration

  /// The new names of the kept tables, by their old ones.
  private let tables: [String: String]

  /// The new names of the columns of a table by their old ones, computed lazily.
  private var columns: [Int: [String: String]] = [:]

  init(_ migration: PostgreSQLMigration) {
    self.migration = migration
    tables = Dictionary(
      migration.old.tables.indices.compactMap { index in
        migration.heirs[index].map {
          (migration.old.tables[index].name, migration.new.tables[$0].name)
        }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private mutating func columns(of table: Int, in heir: Int) -> [String: String] {
    if let known = columns[table] { return known }
    var names: [String: String] = [:]
    for column in migration.new.tables[heir].columns.indices {
      let reference = ColumnReference(table: heir, column: column)
      guard let position = migration.ancestor(of: reference) else { continue }
      names[migration.old.tables[table].columns[position].name] = migration.new[reference].name
    }
    columns[table] = names
    return names
  }

  /// Returns a part with the new names; nil if its table or one of its columns is not kept.
  mutating func translated(_ part: PostgreSQLDefinitions.Part) -> PostgreSQLDefinitions.Part? {
    guard let table = migration.oldTables[part.table], let heir = migration.heirs[table] else {
      return nil
    }
    var columns = columns(of: table, in: heir)
    var isWhole = true
    func translated(_ text: String, _ names: [String: String]) -> String {
      DefinitionReader.renaming(text) { name in
        if names[name] == nil { isWhole = false }
        return names[name]
      }
    }
    // In a foreign key the name after REFERENCES is that of a table, and its key keeps its name.
    let words = part.definition.split(separator: "REFERENCES ", maxSplits: 1)
    var definition: String
    if part.definition.hasPrefix("FOREIGN KEY"), words.count == 2,
      let target = words[1].firstIndex(of: "(")
    {
      definition = translated(String(words[0]), columns) + "REFERENCES "
      definition += translated(String(words[1][..<target]), tables) + words[1][target...]
    } else {
      // The collation of an index is a quoted name too.
      columns["C"] = columns["C"] ?? "C"
      definition = translated(part.definition, columns)
    }
    guard isWhole else { return nil }
    var result = part
    result.table = migration.new.tables[heir].name
    result.definition = definition
    return result
  }
}
