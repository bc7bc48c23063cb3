import ManagedModel

/// The table and the columns of an entity.
package final class ObjectLayout: Sendable {
  package let name: String

  /// The number by which rows identify their entity.
  package let number: Int

  /// The number of the root of the entity's tree.
  let root: Int

  /// The numbers of the entity and its descendants.
  let family: ClosedRange<Int>

  /// The table, quoted.
  let table: String

  /// The columns that every object has.
  let columns: ObjectColumns

  /// Whether the table holds the objects of other entities too.
  let sharesTable: Bool

  /// The numbers of all entities in the table.
  let tableFamily: ClosedRange<Int>

  /// The table of all objects of the tree, quoted.
  package var tableName: String { table }

  /// The column with the keys of the objects, quoted.
  package var keyColumn: String { columns.key }

  /// The number of the root of the entity's tree.
  package var rootNumber: Int { root }

  /// The storage of each property, by its index.
  let fields: [FieldStorage]

  /// The indices of the properties by their names.
  let indices: [String: Int]

  /// The relationships to entities that the store lacks, by their indices; their storage is `none`.
  let absentDestinations: [Int: AbsentDestination]

  /// The properties that have columns in the row, in the order of their indices.
  let rowIndices: [Int]

  init(
    _ entity: ResolvedEntity,
    number: Int,
    root: Int,
    family: ClosedRange<Int>,
    tableFamily: ClosedRange<Int>,
    table: String,
    columns: ObjectColumns,
    names: [String],
    fields: [FieldStorage],
    absentDestinations: [Int: AbsentDestination]
  ) {
    name = entity.name
    self.number = number
    self.root = root
    self.family = family
    self.tableFamily = tableFamily
    self.table = table
    self.columns = columns
    sharesTable = tableFamily.count > 1
    self.fields = fields
    self.absentDestinations = absentDestinations
    indices = Dictionary(
      names.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    rowIndices = fields.indices.filter { !fields[$0].columns.isEmpty }
  }
}

/// The columns that every table of objects has, quoted.
struct ObjectColumns: Sendable, Hashable {
  /// The key of the row's object.
  var key: String

  /// The column with the number of a row's entity; nil if the table has none.
  var entityNumber: String?

  /// The number of the entity of all objects, if the table has those of one entity only.
  var number = 0

  /// Whether rows have the number of their entity.
  ///
  /// In a table with objects of one entity all rows belong to it; Core Data does not read the column there either.
  var containsSeveralEntities = true

  /// The version of the row: the number of saves of its object.
  var version: String

  /// Whether the number of a row's entity is read from a column.
  var readsEntityNumber: Bool { containsSeveralEntities && entityNumber != nil }

  /// The expression for the number of the row's entity, qualified by the alias of the table if it has one.
  func entityNumber(of alias: String = "") -> String {
    guard containsSeveralEntities, let entityNumber else { return "\(number)" }
    return alias.isEmpty ? entityNumber : "\(alias).\(entityNumber)"
  }

  /// The expression for the version of a row; a missing one is read as 0.
  var presentVersion: String { "COALESCE(\(version), 0)" }

  /// The assignment that increments the version; it fails if there is no higher one.
  var versionIncrement: String {
    // A sum that is too large would become a real; `abs` of the least integer is an error in SQLite.
    "\(version) = CASE WHEN \(version) = \(Int64.max) THEN abs(-1 - \(version))"
      + " ELSE COALESCE(\(version), 0) + 1 END"
  }
}

extension FieldStorage {
  /// The columns that hold the property in the row of its object.
  var columns: [String] {
    switch self {
    case .none, .toMany, .join: []
    case .attribute(let column): [column.name]
    case .composite(let members): members.map(\.column.name)
    case .toOne(let storage): [storage.key] + (storage.entityNumber.map { [$0] } ?? [])
    }
  }
}
