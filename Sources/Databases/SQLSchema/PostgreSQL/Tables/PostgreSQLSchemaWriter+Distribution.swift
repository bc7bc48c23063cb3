import Diagnostics
import ManagedModel

// Features of a model that the engines of the portable profile refuse.
extension PostgreSQLSchemaWriter {
  mutating func reviewDistribution() {
    reviewUniqueness()
    reviewKeys()
  }

  private mutating func report(
    _ severity: Severity,
    _ rule: SchemaRule,
    _ message: String,
    at element: SchemaElement
  ) {
    issues.append(SchemaIssue(severity, rule: rule, message, at: element))
  }

  private mutating func reviewUniqueness() {
    for index in mapping.indexes where index.isUnique {
      guard case .uniquenessConstraint(let entity, _) = index.reason else { continue }
      let table = tableName(index.table)
      report(
        .warning,
        .distributedUniqueness,
        "Citus refuses the uniqueness constraint of entity '\(mapping.model.entities[entity].name)' on "
          + "a sharded table; make it a reference table "
          + "(create_reference_table('\(table)')), or add the distribution column to the constraint",
        at: index.reason.element
      )
    }
  }

  private mutating func reviewKeys() {
    var hasForeignKeys = false
    for (table, content) in mapping.tables.enumerated() {
      for column in content.columns {
        guard case .foreignKey(let location) = column.origin,
          let target = mapping.destinationTable(of: location)
        else { continue }
        if target == table {
          report(
            .warning,
            .distributedSelfReference,
            "Citus refuses the foreign key of relationship '\(mapping.model.title(of: location))', which "
              + "refers to its own table, if the table is sharded; make it a reference "
              + "table (create_reference_table('\(content.name)')), or drop the foreign key",
            at: .property(location)
          )
        } else {
          hasForeignKeys = true
        }
        if requirements.cyclic.contains(location) {
          report(
            .warning,
            .distributedRequiredCycle,
            "CockroachDB cannot defer constraints, so objects that require each other through "
              + "relationship '\(mapping.model.title(of: location))' cannot be inserted; the key may "
              + "be null in the database: insert without it, and update it in the same transaction",
            at: .property(location)
          )
        }
      }
    }
    if hasForeignKeys {
      report(
        .note,
        .distributedForeignKeys,
        "Citus accepts foreign keys between sharded tables only on the distribution column; "
          + "make the referenced tables reference tables, or keep all tables on one node",
        at: .store
      )
    }
  }
}
