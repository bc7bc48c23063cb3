import Diagnostics
import ManagedModel

/// The limits of SQLite.
enum SQLiteLimits {
  /// `SQLITE_MAX_COLUMN`, as SQLite is usually built.
  private static let columnLimit = 2_000

  static func issues(of tables: [TableMapping], in model: ResolvedModel) -> [SchemaIssue] {
    tables.compactMap { columnIssue(of: $0, in: model) } + nameIssues(in: model)
  }

  private static func columnIssue(of table: TableMapping, in model: ResolvedModel) -> SchemaIssue? {
    guard case .objects(let root) = table.content, table.columns.count > columnLimit else {
      return nil
    }
    return SchemaIssue(
      .error,
      rule: .tooManyColumns,
      "entity '\(model.entities[root].name)' and its subentities need \(table.columns.count) columns "
        + "in one table; SQLite allows \(columnLimit)",
      at: .entity(root)
    )
  }

  /// The issues of names with a null character, at which a statement ends for SQLite.
  private static func nameIssues(in model: ResolvedModel) -> [SchemaIssue] {
    var result: [SchemaIssue] = []
    func check(_ name: String, _ kind: String, _ element: SchemaElement) {
      guard name.utf8.contains(0) else { return }
      result.append(
        SchemaIssue(
          .error,
          rule: .nullCharacterInName,
          "the name of \(kind) '\(SQLiteText.storable(name))' contains a null character",
          at: element
        )
      )
    }
    for entity in model.entities {
      check(entity.name, "entity", .entity(entity.index))
      for (position, property) in entity.entity.properties.enumerated() {
        let location = PropertyLocation(entity: entity.index, property: position)
        check(property.name, property.kindName, .property(location))
      }
      for (position, index) in entity.entity.fetchIndexes.enumerated() {
        check(index.name, "fetch index", .fetchIndex(entity: entity.index, position: position))
      }
    }
    return result
  }
}
