import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// Updates the table of entities: rows move to negative numbers first, because new numbers may be old ones.
  mutating func changeEntityTable() {
    func rows(_ mapping: SchemaMapping) -> [String] {
      mapping.entitiesByNumber.map {
        let entity = mapping.entities[$0]
        return "\(entity.number) \(entity.parentNumber) \(entity.name)"
      }
    }
    guard rows(old) != rows(new) else { return }
    let table = quoted(PostgreSQLSystemTables.entityTable)
    let number = quoted("number")
    var statements = ["UPDATE \(table) SET \(number) = -\(number)"]
    for index in new.entitiesByNumber {
      let entity = new.entities[index]
      let name = PostgreSQLText.literal(entity.name) ?? "''"
      var last = "0"
      if entity.parentNumber == 0, let first = transition.tables[entity.table].entities.first {
        let root = old.entities[old.model.entities[first.old].root].number
        last =
          "coalesce((SELECT \(quoted("last_key")) FROM \(table) WHERE \(number) = -\(root)), 0)"
      }
      statements.append(
        "INSERT INTO \(table) VALUES (\(entity.number), \(name), \(entity.parentNumber), \(last))"
      )
    }
    statements.append("DELETE FROM \(table) WHERE \(number) < 0")
    add(
      .entityTable,
      "recreate the list of entities, and keep the highest keys",
      statements,
      lock: .rowExclusive,
      work: .rows
    )
  }

  /// Computes the first values of derived attributes that triggers keep up to date.
  mutating func fillDerivations() {
    for derived in new.derivations where ancestor(of: derived.column.table) != nil {
      guard definition(new: derived.column).generated == nil else { continue }
      let isNew =
        ancestor(of: derived.column) == nil || transition.hasNewDerivation(derived.attribute)
      guard isNew, let value = derivedValue(derived) else { continue }
      let table = derived.column.table
      let isLoss = transition.replacesStoredValues(derived.attribute)
      steps.append(
        MigrationStep(
          .fill,
          "derive \(new.tables[table].name).\(new[derived.column].name)",
          ["UPDATE \(tableName(table)) AS t SET \(name(derived.column)) = \(value)"],
          lock: .rowExclusive,
          work: .rows,
          cautions: isLoss ? [.losesData] : []
        )
      )
    }
  }

  private func derivedValue(_ derived: DerivedColumn) -> String? {
    guard let own = new.keyColumn(ofTable: derived.column.table).map({ name($0) }) else {
      return nil
    }
    switch derived.derivation {
    case .now: return nil
    case .copy(let source): return derivedValue(source, nil)
    case .text(let function, let source): return derivedValue(source, function)
    case .count(let relationship):
      return memberKey(of: relationship).map {
        "(SELECT count(*) FROM \(tableName($0.table)) AS m WHERE m.\(name($0)) = t.\(own))"
      }
    case .sum(let relationship, let attribute):
      guard let key = memberKey(of: relationship),
        case .attribute(let column) = new[attribute], case .toMany = new[relationship]
      else { return nil }
      return "(SELECT coalesce(sum(m.\(name(column))), 0) FROM \(tableName(key.table)) AS m "
        + "WHERE m.\(name(key)) = t.\(own))"
    }
  }

  /// The value at the end of a to-one relationship.
  private func derivedValue(_ source: DerivationSource, _ function: TextDerivation?) -> String? {
    guard let relationship = source.relationship, case .toOne(let link) = new[relationship],
      case .attribute(let column) = new[source.attribute],
      let key = new.keyColumn(ofTable: column.table)
    else { return nil }
    let value = "d.\(name(column))"
    return "(SELECT \(function?.postgreSQL(value) ?? value) FROM \(tableName(column.table)) AS d "
      + "WHERE d.\(name(key)) = t.\(name(link.key)))"
  }

  private func memberKey(of relationship: PropertyLocation) -> ColumnReference? {
    switch new[relationship] {
    case .toMany(let storage): storage.key
    case .join(let storage): storage.source
    case .none, .attribute, .composite, .toOne: nil
    }
  }
}
