import ManagedModel
import SQLDriver

extension PostgreSQLSchemaWriter {
  mutating func writeIndex(_ index: IndexMapping) {
    let elements = index.elements.map { element($0, of: index) }
    var text = "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX "
    if isDistributed { text += "IF NOT EXISTS " }
    text += "\(quoted(index.name)) ON \(quoted(tableName(index.table)))"
    text += " (\(elements.joined(separator: ", ")))"
    if let condition = condition(of: index) { text += " WHERE \(condition)" }
    statements.append(
      SchemaStatement(
        index.isUnique ? .uniqueIndex : .index,
        name: index.name,
        text: text,
        element: index.reason.element
      )
    )
  }

  /// The text of a column.
  ///
  /// Texts are compared by their code points, as in SQLite, and nulls come first, as in Core Data.
  private func element(_ element: IndexedColumn, of index: IndexMapping) -> String {
    let column = mapping.tables[index.table].columns[element.column]
    var text = quoted(column.name)
    if column.type.isPostgreSQLText {
      text += " COLLATE \(quoted(PostgreSQLText.dialect.binaryCollation))"
    }
    guard case .fetchIndex = index.reason else { return text }
    if !element.isAscending { text += " DESC" }
    // Other engines sort like this by default, or reject the clause.
    if !isDistributed { text += element.isAscending ? " NULLS FIRST" : " NULLS LAST" }
    return text
  }

  /// The condition under which a row is in the index at all.
  private func condition(of index: IndexMapping) -> String? {
    switch index.reason {
    case .uniquenessConstraint(let entity, _): return family(of: entity, in: index.table)
    case .fetchIndex(let entity, let position):
      return PartialIndexCondition(mapping: mapping, entity: entity)
        .text(of: mapping.model.entities[entity].entity.fetchIndexes[position])
    default: return nil
    }
  }

  /// The condition for an entity's rows, because a constraint of a subentity does not apply to other rows of its
  /// table.
  private func family(of entity: Int, in table: Int) -> String? {
    guard mapping.model.entities[entity].parent != nil,
      let column = mapping.entityNumberColumn(ofTable: table)
    else { return nil }
    return PostgreSQLText.isAmong(quoted(column), mapping.entities[entity].familyNumbers)
  }
}
