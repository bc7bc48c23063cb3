import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema

/// The depth of the verification after a migration.
package enum VerificationDepth: Sendable, Hashable {
  /// Checks everything that the migration touched: the schema; the rows that moved; mandatory values that may be
  /// missing.
  ///
  /// Rows are not checked for a change of the catalog alone, such as a new column.
  case touched

  /// In addition counts all rows, and checks the whole database.
  case everything
}

/// Compares the result of a migration with the expected one.
struct MigrationVerification {
  let outline: MigrationOutline

  /// The version that the store is to have.
  let target: StoredModel
  let depth: VerificationDepth
  let connection: any SQLConnection

  enum Moment {
    case before
    case after
  }

  func verify(before: [String: Int], after: [String: Int]) throws {
    try verifySchema()
    try MandatoryValues(obstacles: outline.plan.obstacles, mapping: outline.new.mapping)
      .verify(on: connection)
    try verifyRanges()
    for entity in before.keys.sorted() where before[entity] != after[entity] {
      throw StoreMigrationError.unexpectedResult(
        "there were \(before[entity] ?? 0) objects of \(entity), now there are \(after[entity] ?? 0)"
      )
    }
    try verifyIntegrity()
    try verifyRecord()
  }
}

// MARK: - Rows

extension MigrationVerification {
  /// The number of objects of each counted entity that remains, by the new name.
  func counts(_ moment: Moment) throws -> [String: Int] {
    var result: [String: Int] = [:]
    for table in tables {
      let name = moment == .before ? table.oldName : table.newName
      let rows = try connection.rows(
        "SELECT Z_ENT, COUNT(*) FROM \(connection.dialect.identifier(name)) GROUP BY Z_ENT"
      )
      var found: [Int: Int] = [:]
      for row in rows {
        guard case .integer(let number) = row[0], case .integer(let count) = row[1] else {
          continue
        }
        found[Int(clamping: number)] = Int(clamping: count)
      }
      for entity in table.entities {
        let number = moment == .before ? entity.oldNumber : entity.newNumber
        result[entity.entity] = found[number] ?? 0
      }
    }
    return result
  }

  private var tables: [MigratedTable] {
    outline.plan.tables.filter { depth == .everything || $0.treatment != .kept }
  }

  /// Finds numbers that do not fit into the new types of their attributes.
  private func verifyRanges() throws {
    let mapping = outline.new.mapping
    for case .valueRange(let location, let type) in outline.plan.obstacles {
      guard case .attribute(let column) = mapping[location], let range = type.integerRange else {
        continue
      }
      let table = try connection.dialect.identifier(mapping.tables[column.table].name)
      let value = try connection.dialect.identifier(mapping[column].name)
      // A floating-point number beyond all integers is cast to the greatest or the least of them.
      let isOutside =
        type == .integer64
        ? "IN (\(range.upperBound), -\(range.upperBound) - 1)"
        : "NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      let found = try connection.rows("SELECT 1 FROM \(table) WHERE \(value) \(isOutside) LIMIT 1")
      if !found.isEmpty {
        throw StoreMigrationError.valueOutOfRange(location, in: mapping.model)
      }
    }
  }

  private func verifyIntegrity() throws {
    let targets: [String]
    switch depth {
    case .everything: targets = [""]
    case .touched:
      targets = try outline.plan.tables.filter { $0.treatment == .rewritten }.map {
        "(\(try connection.dialect.identifier($0.newName)))"
      }
    }
    for target in targets {
      let rows = try connection.rows("PRAGMA integrity_check\(target)")
      guard rows == [[.text("ok")]] else {
        let first = rows.first.map { "\($0)" } ?? "no answer"
        throw StoreMigrationError.unexpectedResult("the database is damaged: \(first)")
      }
    }
  }
}

// MARK: - Record

extension MigrationVerification {
  /// Checks that the store records the new version, and keeps its model.
  private func verifyRecord() throws {
    guard let metadata = try StoreMetadata.read(connection),
      metadata.versionHashes == target.identity.hashes
    else {
      throw StoreMigrationError.unexpectedResult("the version hashes are not those of the version")
    }
    guard depth == .everything else { return }
    guard let kept = try StoreMetadata.cachedModel(connection),
      HashComparison(metadata, with: kept).isSame
    else {
      throw StoreMigrationError.unexpectedResult("the model in the store is another one")
    }
  }
}

// MARK: - Schema

extension MigrationVerification {
  /// Checks that the schema is that of a new store, except for the order of columns and of statements.
  private func verifySchema() throws {
    let survey = try SchemaSurvey(connection)
    let mapping = outline.new.mapping
    for table in mapping.tables {
      let found = Set((survey.columns[table.name] ?? []).map(folded))
      let wanted = Set(table.columns.map { folded($0.name) })
      guard found == wanted else {
        let difference = found.symmetricDifference(wanted).sorted().joined(separator: ", ")
        throw StoreMigrationError.unexpectedResult("\(table.name) differs in \(difference)")
      }
    }
    let wanted = Set(outline.new.statements.filter(isCompared).map(\.text))
    let found = Set(survey.schema.statements.filter(isCompared).map(\.text))
    if let difference = wanted.symmetricDifference(found).sorted().first {
      throw StoreMigrationError.unexpectedResult("\(difference)")
    }
    guard survey.schema.primaryKeyRows == outline.new.primaryKeyRows else {
      throw StoreMigrationError.unexpectedResult("Z_PRIMARYKEY has other rows")
    }
  }

  private func folded(_ name: String) -> String { name.uppercased() }

  private func isCompared(_ statement: SchemaStatement) -> Bool {
    switch statement.kind {
    case .index, .uniqueIndex, .trigger, .virtualTable: true
    case .setting, .table, .joinTable, .systemTable, .systemIndex, .other: false
    }
  }
}
