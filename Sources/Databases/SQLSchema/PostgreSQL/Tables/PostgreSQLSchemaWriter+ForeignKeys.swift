import Diagnostics
import ManagedModel

// Foreign keys. They are added after all tables, since relationships may be cyclic.
extension PostgreSQLSchemaWriter {
  /// The effect on a row when the row that its key refers to is deleted.
  private enum Deletion {
    case cascade
    case setNull
    case refuse
    /// The key keeps its value and leads nowhere.
    case dangle
  }

  mutating func writeForeignKeys(of table: Int) {
    for column in mapping.tables[table].columns.indices {
      let reference = ColumnReference(table: table, column: column)
      switch mapping.tables[table].columns[column].origin {
      case .foreignKey(let location):
        guard let target = mapping.destinationTable(of: location) else { continue }
        writeForeignKey(reference, to: target, deletion(of: location), location)
      case .ownerKey(let location):
        let rule = mapping.model.property(at: location).relationship?.deleteRule
        writeForeignKey(
          reference,
          to: self.table(ofEntity: location.entity),
          deletion(by: rule, of: reference),
          location
        )
      case .joinKey(let location):
        guard let target = mapping.destinationTable(of: location) else { continue }
        writeForeignKey(reference, to: target, joinDeletion(location, in: table), location)
      case .joinSource(let location):
        writeForeignKey(
          reference,
          to: self.table(ofEntity: location.entity),
          joinDeletion(location, in: table),
          location
        )
      default: continue
      }
    }
  }

  /// The effect of deleting the destination, which is the delete rule of the inverse.
  ///
  /// Without an inverse a dangling key is legitimate, and reads as nil.
  private func deletion(of location: PropertyLocation) -> Deletion {
    let inverse = mapping.model.entities[location.entity].ends[location.property].inverse
    guard case .toOne(let storage) = mapping[location] else { return .refuse }
    let rule = inverse.flatMap { mapping.model.property(at: $0).relationship?.deleteRule }
    return deletion(by: rule ?? .nullify, of: storage.key)
  }

  private func deletion(by rule: DeleteRule?, of key: ColumnReference) -> Deletion {
    switch rule ?? .nullify {
    case .cascade: return .cascade
    case .deny: return .refuse
    case .noAction: return .dangle
    case .nullify: return isDemanded(key) ? .refuse : .setNull
    }
  }

  private func isDemanded(_ key: ColumnReference) -> Bool {
    guard case .foreignKey(let location) = mapping[key].origin else { return false }
    return mapping.model.property(at: location).relationship?.isOptional == false
  }

  /// The effect on a row of a join table: it is deleted with either of its objects, unless that must not be deleted.
  private func joinDeletion(_ location: PropertyLocation, in table: Int) -> Deletion {
    guard case .join(let join) = mapping.tables[table].content else { return .cascade }
    // A key that leads to the objects of one end follows the delete rule of the other.
    let end = location == join.owner && !join.isReflexive ? join.inverse : join.owner
    let rule = mapping.model.property(at: end).relationship?.deleteRule
    return rule == .deny ? .refuse : .cascade
  }

  private mutating func writeForeignKey(
    _ column: ColumnReference,
    to target: Int,
    _ deletion: Deletion,
    _ location: PropertyLocation
  ) {
    guard let key = mapping.keyColumn(ofTable: target) else { return }
    let action: String
    switch deletion {
    case .cascade: action = " ON DELETE CASCADE"
    case .setNull: action = " ON DELETE SET NULL"
    case .refuse: action = ""
    case .dangle:
      issues.append(
        SchemaIssue(
          .note,
          rule: .noForeignKey,
          "column \(mapping[column].name) of table \(tableName(column.table)) has no foreign key: "
            + "the delete rule No Action of '\(mapping.model.title(of: location))' or of its inverse "
            + "allows dangling keys",
          at: .property(location)
        )
      )
      return
    }
    let name = claim(tableName(column.table), mapping[column].name, "fkey")
    let table = quoted(tableName(column.table))
    if isDistributed {
      statements.append(
        SchemaStatement(
          .other,
          name: name,
          text: "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS \(quoted(name))",
          element: .property(location)
        )
      )
    }
    let moment = isDistributed ? "" : " DEFERRABLE INITIALLY DEFERRED"
    statements.append(
      SchemaStatement(
        .other,
        name: name,
        text: """
          ALTER TABLE \(table)
            ADD CONSTRAINT \(quoted(name)) FOREIGN KEY (\(quoted(column)))
            REFERENCES \(quoted(tableName(target))) (\(quoted(key)))\(action)\(moment)
          """,
        element: .property(location)
      )
    )
  }
}
