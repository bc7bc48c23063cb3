import Files
import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

extension BrowsedStore {
  /// Returns the beginnings of the values of objects that no page shows in full.
  ///
  /// Neither SQLite nor the server returns more of a value than the beginning.
  ///
  /// - Parameters:
  ///   - attributes: The attributes, of which texts and bytes are read.
  ///   - entity: The entity of the objects.
  ///   - keys: The numbers of the objects.
  ///   - model: The model of the store.
  /// - Returns: All values of binary and transformable attributes; of texts and composites those of
  ///   each attribute with at least one large value.
  /// - Throws: An `SQLError`, also for a store whose tables do not match the model.
  func beginnings(
    of attributes: [Attribute],
    in entity: ResolvedEntity,
    keys: [Int64],
    _ model: BrowsedModel
  ) throws -> ValueBeginnings {
    let mapping = model.mapping(isOnServer: file == nil)
    let columns = attributes.flatMap { BeginningColumn.columns(of: $0, in: entity, mapping) }
    guard !columns.isEmpty, !keys.isEmpty else { return ValueBeginnings() }
    let found = try withConnection { connection in
      try columns.map { column in
        guard let connection = connection as? SQLiteConnection else {
          return try column.beginnings(on: connection, keys)
        }
        let folder = file.map { ExternalDataFolder(ofStoreFileAt: $0) }
        return try column.beginnings(in: connection, keys, folder)
      }
    }
    var beginnings = ValueBeginnings()
    let large = zip(columns, found).filter { column, values in
      column.isBytes || values.contains { $0.value.size > ValueBeginnings.wholeSize }
    }.map(\.0.attribute)
    for attribute in large { beginnings.add(attribute) }
    for (column, values) in zip(columns, found) where beginnings.has(column.attribute) {
      for (key, var value) in values {
        if column.isMember { value.bytes = [] }
        beginnings.add(value, column.attribute, key)
      }
    }
    return beginnings
  }
}

/// A column of texts or bytes.
private struct BeginningColumn {
  let attribute: String
  let name: String
  let table: String
  let key: String

  /// Whether only the size of a value is shown, and whether it is a picture.
  let isBytes: Bool

  /// Whether it is one of the columns of a composite, whose sizes are added up.
  let isMember: Bool

  /// Whether a value may be in an external file.
  let mayBeInFile: Bool

  /// The columns of an attribute that may be large.
  static func columns(
    of attribute: Attribute,
    in entity: ResolvedEntity,
    _ mapping: SchemaMapping
  ) -> [Self] {
    let places: [ColumnReference] =
      switch mapping.storage(of: attribute.name, in: entity) {
      case .attribute(let column): [column]
      case .composite(let members): members.map(\.column)
      case .none, .toOne, .toMany, .join: []
      }
    return places.compactMap { place in
      guard case .attribute(let type) = mapping[place].type, type.isTextOrBytes else { return nil }
      let table = mapping.tables[place.table]
      guard let key = table.columns.first(where: { $0.origin == .objectKey }) else { return nil }
      return Self(
        attribute: attribute.name,
        name: mapping[place].name,
        table: table.name,
        key: key.name,
        isBytes: attribute.type == .binary || attribute.type == .transformable,
        isMember: attribute.type == .composite,
        mayBeInFile: attribute.allowsExternalBinaryDataStorage
      )
    }
  }

  /// Reads the values from a file.
  func beginnings(
    in connection: SQLiteConnection,
    _ keys: [Int64],
    _ folder: ExternalDataFolder?
  ) throws -> [Int64: ValueBeginning] {
    let dialect = connection.dialect
    let (name, key) = (try dialect.identifier(name), try dialect.identifier(self.key))
    let rows = try connection.rows(
      "SELECT \(key) FROM \(try dialect.identifier(table)) WHERE \(key) IN (\(Self.list(keys)))"
        + " AND typeof(\(name)) IN ('text', 'blob')"
    )
    var found: [Int64: ValueBeginning] = [:]
    try connection.withBeginnings(
      ofColumn: self.name,
      table: table,
      rows: rows.compactMap { if case .integer(let key)? = $0.first { key } else { nil } },
      limit: ValueBeginnings.limit
    ) { key, size, bytes in
      found[key] = value(ValueBeginning(size: size, bytes: bytes), folder)
    }
    return found
  }

  /// The value that a column represents: itself, or an external file.
  private func value(_ stored: ValueBeginning, _ folder: ExternalDataFolder?) -> ValueBeginning {
    guard mayBeInFile, let folder, let mark = stored.bytes.first, mark == 1 || mark == 2 else {
      return stored
    }
    guard let name = ExternalDataFolder.fileName(in: stored.bytes) else {
      return ValueBeginning(size: stored.size - 1, bytes: Array(stored.bytes.dropFirst()))
    }
    let file = folder.beginning(of: name, limit: ValueBeginnings.limit)
    return ValueBeginning(size: file?.size ?? 0, bytes: file?.bytes ?? [])
  }

  /// Reads the values from a server, which computes sizes and beginnings.
  func beginnings(
    on connection: any SQLConnection,
    _ keys: [Int64]
  ) throws -> [Int64: ValueBeginning] {
    let dialect = connection.dialect
    let (name, key) = (try dialect.identifier(name), try dialect.identifier(self.key))
    let rows = try connection.rows(
      "SELECT \(key), octet_length(\(name))::bigint, substr(\(name), 1, \(ValueBeginnings.limit / 4))"
        + " FROM \(try dialect.identifier(table)) WHERE \(key) IN (\(Self.list(keys))) AND \(name) IS NOT NULL"
    )
    return Dictionary(
      rows.compactMap { row in
        guard case .integer(let key) = row[0], case .integer(let size) = row[1] else { return nil }
        let bytes: [UInt8] =
          switch row[2] {
          case .text(let text): Array(text.utf8)
          case .blob(let bytes): bytes
          default: []
          }
        return (key, ValueBeginning(size: Int(size), bytes: bytes))
      }
    ) { first, _ in first }
  }

  private static func list(_ keys: [Int64]) -> String {
    keys.map(String.init).joined(separator: ", ")
  }
}

extension AttributeType {
  /// Whether values are texts or bytes of unlimited size.
  fileprivate var isTextOrBytes: Bool {
    switch self {
    case .string, .uri, .binary, .transformable: true
    default: false
    }
  }
}
