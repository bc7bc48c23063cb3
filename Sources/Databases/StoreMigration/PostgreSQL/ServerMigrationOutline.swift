import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema

/// The planned migration of a store in PostgreSQL.
package struct ServerMigrationOutline: Sendable {
  package let metadata: StoreMetadata

  /// The version of the store.
  package let source: StoredModel

  /// The schema of the store, and the one that it is to have.
  package let old: PostgreSQLSchema
  package let new: PostgreSQLSchema

  package let correspondence: ModelCorrespondence
  package let plan: MigrationPlan

  init(from source: StoredModel, to target: StoredModel, metadata: StoreMetadata) {
    self.metadata = metadata
    self.source = source
    old = PostgreSQLSchema(ResolvedModel(source.value))
    new = PostgreSQLSchema(ResolvedModel(target.value))
    correspondence = ModelCorrespondence(from: old.mapping.model, to: new.mapping.model)
    plan = PostgreSQLMigration.plan(correspondence, from: old, to: new)
  }

  /// The data that the migration loses.
  package var losses: [MigrationLoss] {
    MigrationLosses(
      of: plan,
      correspondence,
      from: old.mapping,
      to: new.mapping,
      in: .postgreSQL
    ).all
  }
}

extension PostgreSQLSchema {
  /// The number of objects of each entity, by its index.
  func counts(on connection: any SQLConnection) throws -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for table in mapping.tables {
      guard case .objects(let root) = table.content else { continue }
      let name = try connection.dialect.identifier(table.name)
      guard let column = table.columns.first(where: { $0.origin == .entityNumber }) else {
        counts[root] = try connection.count("SELECT COUNT(*) FROM \(name)")
        continue
      }
      let entity = try connection.dialect.identifier(column.name)
      for row in try connection.rows("SELECT \(entity), COUNT(*) FROM \(name) GROUP BY 1") {
        guard case .integer(let number) = row[0], case .integer(let count) = row[1],
          let entity = mapping.entity(numbered: Int(clamping: number))
        else { continue }
        counts[entity.index] = Int(clamping: count)
      }
    }
    return counts
  }
}
