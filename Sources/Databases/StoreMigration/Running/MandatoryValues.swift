import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema

/// The values that are mandatory in a new version and may be missing after a migration to it.
struct MandatoryValues {
  let obstacles: [MigrationObstacle]

  /// The mapping of the new version.
  let mapping: SchemaMapping

  /// Throws if an object lacks a mandatory value; only checks where that can happen.
  ///
  /// - Throws: ``StoreMigrationError/missingValue(_:in:)``, or an `SQLError` from reading the store.
  func verify(on connection: any SQLConnection) throws {
    for obstacle in obstacles {
      guard let (location, column) = property(of: obstacle) else { continue }
      let table = try connection.dialect.identifier(mapping.tables[column.table].name)
      let value = try connection.dialect.identifier(mapping[column].name)
      let found = try connection.rows(
        "SELECT 1 FROM \(table) WHERE \(value) IS NULL"
          + (try isOfFamily(location.entity, inTable: column.table, connection.dialect))
          + " LIMIT 1"
      )
      if !found.isEmpty { throw StoreMigrationError.missingValue(location, in: mapping.model) }
    }
  }

  /// The property of a column, if it is mandatory.
  func property(table: String, column: String) -> PropertyLocation? {
    for (number, found) in mapping.tables.enumerated() where found.name == table {
      for (position, other) in found.columns.enumerated() where other.name == column {
        let reference = ColumnReference(table: number, column: position)
        return obstacles.lazy.compactMap(property).first { $0.column == reference }?.location
      }
    }
    return nil
  }

  private func property(
    of obstacle: MigrationObstacle
  ) -> (location: PropertyLocation, column: ColumnReference)? {
    switch obstacle {
    case .missingValue(let location), .newlyMandatory(let location), .noLongerShared(let location):
      mapping.valueColumn(of: location).map { (location, $0) }
    case .typeChange, .joinedHierarchies, .otherDestination, .valueRange, .duplicateValues: nil
    }
  }

  /// The condition that a row is an object of an entity or of a descendant; empty if all rows are.
  private func isOfFamily(_ entity: Int, inTable table: Int, _ dialect: SQLDialect) throws -> String
  {
    guard let column = mapping.entityNumberColumn(ofTable: table) else { return "" }
    let numbers = mapping.entities[entity].familyNumbers
    return " AND \(try dialect.identifier(mapping[column].name))"
      + " BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }
}

extension SchemaMapping {
  /// The column that is null if an object has no value of a property; nil for properties that are stored in several
  /// rows.
  func valueColumn(of location: PropertyLocation) -> ColumnReference? {
    switch self[location] {
    case .attribute(let column): column
    case .toOne(let storage): storage.key
    case .none, .composite, .toMany, .join: nil
    }
  }
}
