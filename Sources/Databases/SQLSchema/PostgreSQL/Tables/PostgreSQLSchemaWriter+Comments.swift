import Diagnostics
import ManagedModel

// Comments from the model's user info.
extension PostgreSQLSchemaWriter {
  /// The user info keys for documentation, best first.
  private static let keys = ["documentation", "discussion", "comment"]

  mutating func writeComments() {
    for table in mapping.tables.indices {
      writeTableComment(table)
      for column in mapping.tables[table].columns.indices {
        writeColumnComment(ColumnReference(table: table, column: column))
      }
    }
  }

  private func words(_ userInfo: UserInfo?) -> String? {
    Self.keys.lazy.compactMap { userInfo?[$0] }.first { !$0.isEmpty }
  }

  /// Writes the documentation of the root, and that of each subentity under its name.
  private mutating func writeTableComment(_ table: Int) {
    var parts: [String] = []
    switch mapping.tables[table].content {
    case .objects(let root):
      for number in mapping.entities[root].familyNumbers {
        guard let entity = mapping.entity(numbered: number),
          let text = words(mapping.model.entities[entity.index].entity.userInfo)
        else { continue }
        parts.append(entity.index == root ? text : "\(entity.name): \(text)")
      }
    case .join(let join):
      if let text = words(of: join.owner) ?? words(of: join.inverse) { parts.append(text) }
    }
    guard !parts.isEmpty else { return }
    write(
      "TABLE \(quoted(tableName(table)))",
      parts.joined(separator: "\n"),
      at: element(ofTable: table)
    )
  }

  private mutating func writeColumnComment(_ column: ColumnReference) {
    let name = "COLUMN \(quoted(tableName(column.table))).\(quoted(column))"
    switch mapping[column].origin {
    case .entityNumber:
      guard case .objects(let root) = mapping.tables[column.table].content else { return }
      let entities = mapping.entities[root].familyNumbers
        .compactMap { mapping.entity(numbered: $0) }
        .map { "\($0.number) \($0.name)" }
      write(name, entities.joined(separator: ", "), at: .entity(root))
    case .attribute(let location), .foreignKey(let location), .ownerKey(let location):
      guard let text = words(of: location) else { return }
      write(name, text, at: .property(location))
    default: return
    }
  }

  private func words(of location: PropertyLocation) -> String? {
    switch mapping.model.property(at: location) {
    case .attribute(let attribute): words(attribute.userInfo)
    case .relationship(let relationship): words(relationship.userInfo)
    case .fetchedProperty: nil
    }
  }

  private mutating func write(_ object: String, _ text: String, at element: SchemaElement) {
    guard let literal = PostgreSQLText.literal(text) else {
      issues.append(
        SchemaIssue(
          .warning,
          rule: .unusableComment,
          "the documentation contains a null character, which PostgreSQL cannot store",
          at: element
        )
      )
      return
    }
    statements.append(
      SchemaStatement(
        .other,
        name: "",
        text: "COMMENT ON \(object) IS \(literal)",
        element: element
      )
    )
  }
}
