import Foundation
import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples

/// Migrates a filled store from one version to another, and finds the faults of the result.
struct MigrationProof {
  let old: StoredModel
  let new: StoredModel

  init(from old: Model, to new: Model) {
    self.old = StoredModel(old)
    self.new = StoredModel(new)
  }

  enum Outcome: Equatable {
    /// The store is of the new version, with its contents.
    case migrated
    /// The store already was of the new version.
    case current
    /// The store is unchanged, for the reason given.
    case refused(String)
    /// The faults.
    case faults([String])
  }

  func outcome(tracksHistory: Bool = false) throws -> Outcome {
    let file = try StoreFile(of: old, tracksHistory: tracksHistory)
    let bytes = try file.bytes()
    let migration = StoreMigration(
      to: new,
      losses: .all,
      functions: Set(StoreFunction.allCases.map(\.rawValue)),
      verification: .everything
    )
    let before = try file.withConnection {
      try StoreContent(schema: SQLiteSchema(old.mapping), database: $0)
    }
    do {
      let report = try file.withConnection { try migration.run(on: $0) }
      guard let report else { return .current }
      let faults = try file.withConnection { connection in
        try schemaFaults(report, connection)
          + dataFaults(report, before, connection)
      }
      return faults.isEmpty ? .migrated : .faults(faults + report.statements)
    } catch let error as StoreMigrationError {
      guard try file.bytes() == bytes else { return .faults(["\(error)", "the file has changed"]) }
      return isExpected(error) ? .refused(error.description) : .faults([error.description])
    }
  }

  /// Whether the two models can lead to an error.
  private func isExpected(_ error: StoreMigrationError) -> Bool {
    switch error {
    case .notInferrable, .missingValue: true
    // A filling may violate a new constraint.
    case .constraintViolation: true
    default: false
    }
  }

  /// Differences from the schema of a new store, except for kept names of join tables.
  private func schemaFaults(
    _ report: CompletedMigration,
    _ connection: SQLiteConnection
  ) throws -> [String] {
    let fresh = try SQLiteConnection(path: ":memory:")
    defer { fresh.close() }
    try StoreFile.make(new, schema: report.outline.new, on: fresh)
    let expected = try fresh.signature()
    let actual = try connection.signature()
    return expected.subtracting(actual).sorted().map { "missing: \($0)" }
      + actual.subtracting(expected).sorted().map { "left over: \($0)" }
  }

  private func dataFaults(
    _ report: CompletedMigration,
    _ before: StoreContent,
    _ connection: SQLiteConnection
  ) throws -> [String] {
    let schema = report.outline.new
    let after = try StoreContent(schema: schema, database: connection)
    let losses = StoreComparison(
      report.outline.correspondence,
      before: before,
      after: after,
      old: SQLiteSchema(old.mapping),
      new: schema
    ).differences()
    let counts = report.counts.filter { $0.before != $0.after }.map { "\($0)" }
    return losses + counts + (try gaps(connection))
  }

  /// Mandatory attributes without a value.
  private func gaps(_ connection: SQLiteConnection) throws -> [String] {
    let mapping = new.mapping
    var result: [String] = []
    for entity in mapping.model.entities {
      let place = mapping.entities[entity.index]
      for location in mapping.model.allProperties(of: entity) {
        guard case .attribute(let column) = mapping[location],
          let attribute = mapping.model.property(at: location).attribute,
          !attribute.isOptional, !attribute.isDerived
        else { continue }
        let table = try connection.dialect.identifier(mapping.tables[place.table].name)
        let value = try connection.dialect.identifier(mapping[column].name)
        let count = try connection.value(
          "SELECT COUNT(*) FROM \(table) WHERE Z_ENT = \(place.number) AND \(value) IS NULL"
        )
        if count != .integer(0) { result.append("\(entity.name).\(attribute.name) lacks values") }
      }
    }
    return result
  }
}

extension CompletedMigration {
  fileprivate var statements: [String] { outline.plan.steps.flatMap(\.statements) }
}
