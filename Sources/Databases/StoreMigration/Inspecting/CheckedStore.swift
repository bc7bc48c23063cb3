import ManagedModel
import SQLDriver
import SQLSchema

/// A store with the mapping of its model, for checks of its rows.
struct CheckedStore {
  let connection: any SQLConnection

  /// The mapping, with the names of the store.
  let mapping: SchemaMapping

  /// The missing tables and columns, as `table` or `table.column`.
  let missing: [String]

  /// The names of the existing triggers.
  let triggers: Set<String>

  private let columns: [String: Set<String>]

  /// The number of examples that a message names.
  static let exampleCount = 5

  init(_ store: OpenedStore, model: Model) {
    let schema = store.survey.schema
    let planned = StoredModel(model).mapping
    let names = TableSurvey(planned, found: schema.columns)
    self.init(
      store.connection,
      planned.named(as: names),
      columns: schema.columns,
      missing: names.missing,
      triggers: schema.statements.filter { $0.kind == .trigger }.map(\.name)
    )
  }

  init(
    _ connection: any SQLConnection,
    _ mapping: SchemaMapping,
    columns: [String: [String]],
    missing: [String],
    triggers: [String]
  ) {
    self.connection = connection
    self.mapping = mapping
    self.missing = missing
    self.triggers = Set(triggers)
    self.columns = Dictionary(
      columns.map { ($0.key.uppercased(), Set($0.value.map { $0.uppercased() })) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  var model: ResolvedModel { mapping.model }

  /// Whether a table exists.
  ///
  /// In quotation marks, an unknown name would be a text to SQLite.
  func has(table: Int) -> Bool { columns[mapping.tables[table].name.uppercased()] != nil }

  func has(_ reference: ColumnReference) -> Bool {
    columns[mapping.tables[reference.table].name.uppercased()]?
      .contains(mapping[reference].name.uppercased()) ?? false
  }

  /// The name of a table in quotation marks.
  func name(ofTable table: Int) throws -> String {
    try connection.dialect.identifier(mapping.tables[table].name)
  }

  /// The name of a column in quotation marks.
  func name(of reference: ColumnReference) throws -> String {
    try connection.dialect.identifier(mapping[reference].name)
  }

  /// The column with the keys of the objects of a table, in quotation marks.
  func key(ofTable table: Int) throws -> String {
    try name(of: .objectKey, ofTable: table) ?? "NULL"
  }

  /// The column with the numbers of entities in a table of objects, in quotation marks; nil if there is none.
  func entityNumber(ofTable table: Int) throws -> String? {
    try name(of: .entityNumber, ofTable: table)
  }

  private func name(of origin: ColumnOrigin, ofTable table: Int) throws -> String? {
    let column = mapping.tables[table].columns.first { $0.origin == origin }
    return try column.map { try connection.dialect.identifier($0.name) }
  }

  /// The condition that a row is an object of an entity or of a descendant.
  func isObject(of entity: Int, as alias: String = "") throws -> String {
    let place = mapping.entities[entity]
    guard let column = try entityNumber(ofTable: place.table) else { return "1 = 1" }
    let family = place.familyNumbers
    return "\(alias)\(column) BETWEEN \(family.lowerBound) AND \(family.upperBound)"
  }

  /// The number of rows that satisfy a condition, and the keys of some of them, for messages.
  func rows(from source: String, key: String, where condition: String) throws -> FoundRows? {
    let count = try connection.count("SELECT COUNT(*) FROM \(source) WHERE \(condition)")
    guard count > 0 else { return nil }
    let keys = try connection.rows(
      "SELECT \(key) FROM \(source) WHERE \(condition) ORDER BY 1 LIMIT \(Self.exampleCount)"
    ).map { row in
      if case .integer(let key) = row[0] { return "\(key)" }
      return "?"
    }
    return FoundRows(count: count, keys: keys)
  }
}

/// The number of rows with a problem, and examples.
struct FoundRows {
  private(set) var count: Int
  private(set) var keys: [String]

  /// Adds a row.
  mutating func add(_ key: SQLValue) {
    count += 1
    guard keys.count < CheckedStore.exampleCount else { return }
    if case .integer(let number) = key { keys.append("\(number)") } else { keys.append("?") }
  }

  /// `(keys 1, 2, 3, …)`.
  var examples: String {
    let list = keys.joined(separator: ", ") + (count > keys.count ? ", …" : "")
    return "(\(count == 1 ? "key" : "keys") \(list))"
  }

  /// The form of a verb for the number.
  func verb(_ singular: String, _ plural: String) -> String { count == 1 ? singular : plural }

  /// `1 object of Player`, `2 objects of Player`.
  func objects(of entity: String) -> String {
    "\(count) \(count == 1 ? "object" : "objects") of \(entity)"
  }
}
