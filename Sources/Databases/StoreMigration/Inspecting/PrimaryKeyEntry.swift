import SQLDriver
import SQLSchema

/// An entity as a store lists it in `Z_PRIMARYKEY`.
struct PrimaryKeyEntry {
  let number: Int

  /// Its name in the model of the store, or else the one that is listed.
  ///
  /// Core Data keeps the old name there when it migrates a renamed entity.
  private(set) var name: String
  let parentNumber: Int

  /// The highest key that was given out; kept in the row of the root.
  let maximumKey: Int

  /// The table of its objects; nil if there is none.
  private(set) var table: String?

  /// The number of ancestors that it has.
  private(set) var depth = 0

  var isRoot: Bool { depth == 0 }

  /// Core Data's own entities have numbers from here on.
  private static let firstOwnNumber = 16_000

  /// The entities of the model, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - columns: The columns of its tables, by the names of the tables.
  ///   - mapping: The mapping of the store's model; nil if that is not known.
  /// - Returns: The entities.
  /// - Throws: An `SQLError`.
  static func all(
    _ connection: some SQLConnection,
    columns: [String: [String]],
    mapping: SchemaMapping?
  ) throws -> [Self] {
    let rows = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < \(firstOwnNumber) "
        + "ORDER BY Z_ENT"
    )
    let tables = Dictionary(columns.keys.map { ($0.uppercased(), $0) }) { first, _ in first }
    return all(rows, mapping) { tables["Z" + $0.name.uppercased()] }
  }

  /// - Parameters:
  ///   - rows: The number, the name, the number of the parent, and the highest key of each.
  ///   - mapping: The mapping of the store's model; nil if that is not known.
  ///   - table: The name of the table of a root.
  /// - Returns: The entities.
  static func all(
    _ rows: [[SQLValue]],
    _ mapping: SchemaMapping?,
    table: (Self) -> String?
  ) -> [Self] {
    var entities = rows.map(Self.init)
    if let mapping { entities.takeNames(from: mapping) }
    let byNumber = Dictionary(entities.map { ($0.number, $0) }) { first, _ in first }
    for index in entities.indices {
      var root = entities[index]
      // A damaged list may be cyclic.
      while let parent = byNumber[root.parentNumber], entities[index].depth < entities.count {
        root = parent
        entities[index].depth += 1
      }
      entities[index].table = table(root)
    }
    return entities
  }

  private init(_ row: [SQLValue]) {
    number = row[0].whole ?? 0
    parentNumber = row[2].whole ?? 0
    maximumKey = row[3].whole ?? 0
    if case .text(let text) = row[1] { name = text } else { name = "" }
  }
}

extension [PrimaryKeyEntry] {
  /// Sets the name of each entity in the model, unless it is listed under that of another one.
  fileprivate mutating func takeNames(from mapping: SchemaMapping) {
    let names = Dictionary(mapping.entities.map { ($0.number, $0.name) }) { first, _ in first }
    let known = Set(names.values)
    for index in indices where !known.contains(self[index].name) {
      self[index].rename(names[self[index].number])
    }
  }
}

extension PrimaryKeyEntry {
  fileprivate mutating func rename(_ name: String?) {
    if let name { self.name = name }
  }
}

extension SQLValue {
  /// The whole number; nil for other values.
  fileprivate var whole: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(clamping: number)
  }
}
