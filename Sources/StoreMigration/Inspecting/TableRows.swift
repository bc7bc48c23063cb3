import SQLDriver

/// The rows of a table of a store, by the numbers of the entities that they tell.
struct TableRows {
  let name: String

  /// By the number of the entity; nil stands for rows that tell none.
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
    self.name = name
    let table = try connection.dialect.identifier(name)
    let known = Set(columns.map { $0.uppercased() })
    guard known.contains("Z_ENT"), known.contains("Z_PK") else {
      counts = [nil: try connection.count("SELECT COUNT(*) FROM \(table)")]
      maximumKey = 0
      return
    }
    var found: [Int?: Int] = [:]
    var maximum = 0
    for row in try connection.rows("SELECT Z_ENT, COUNT(*), MAX(Z_PK) FROM \(table) GROUP BY Z_ENT")
    {
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
