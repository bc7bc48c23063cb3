import SQLDriver

/// The rows of a table of a store, by the numbers of their entities.
struct TableRows {
  let name: String

  /// The numbers of rows by the number of the entity; nil stands for rows without one.
  let counts: [Int?: Int]

  /// The highest key.
  let maximumKey: Int

  var rowCount: Int { counts.values.reduce(0, +) }

  /// - Parameters:
  ///   - name: The name of the table.
  ///   - columns: The names of its columns.
  ///   - connection: A connection to the store.
  /// - Throws: An `SQLError`.
  init(_ name: String, columns: [String], _ connection: some SQLConnection) throws {
    let known = Set(columns.map { $0.uppercased() })
    let hasObjects = known.contains("Z_ENT") && known.contains("Z_PK")
    try self.init(name, hasObjects ? (key: "Z_PK", entity: "Z_ENT") : nil, connection)
  }

  /// - Parameters:
  ///   - name: The name of the table.
  ///   - objects: The columns with the keys of objects and the numbers of their entities, quoted; nil for a table
  ///     without objects.
  ///   - connection: A connection to the store.
  /// - Throws: An `SQLError`.
  init(
    _ name: String,
    _ objects: (key: String, entity: String)?,
    _ connection: some SQLConnection
  ) throws {
    self.name = name
    let table = try connection.dialect.identifier(name)
    guard let objects else {
      counts = [nil: try connection.count("SELECT COUNT(*) FROM \(table)")]
      maximumKey = 0
      return
    }
    var found: [Int?: Int] = [:]
    var maximum = 0
    let rows = try connection.rows(
      "SELECT \(objects.entity), COUNT(*), MAX(\(objects.key)) FROM \(table) GROUP BY 1"
    )
    for row in rows {
      guard case .integer(let count) = row[1] else { continue }
      var number: Int?
      if case .integer(let entity) = row[0] { number = Int(clamping: entity) }
      found[number, default: 0] += Int(clamping: count)
      if case .integer(let key) = row[2] { maximum = max(maximum, Int(clamping: key)) }
    }
    counts = found
    maximumKey = maximum
  }
}
