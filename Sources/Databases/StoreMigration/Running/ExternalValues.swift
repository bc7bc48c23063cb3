import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The function that reads values from files during a migration.
enum ExternalValues {
  static func register(on connection: SQLiteConnection, folder: ExternalDataFolder?) throws {
    let function = MigrationFunction.externalValue
    try connection.register(
      function: function.rawValue,
      argumentCount: Int32(function.argumentCount)
    ) { arguments in
      guard case .blob(let bytes) = arguments.first else { return .null }
      guard let name = ExternalDataFolder.fileName(in: bytes), let folder else {
        return .blob(bytes)
      }
      return .blob(try folder.contents(of: name))
    }
  }
}

/// The files of external values, before and after a migration that drops values.
struct ExternalFiles {
  private let folder: ExternalDataFolder
  private let outline: MigrationOutline
  private let before: Set<String>

  init(
    _ outline: MigrationOutline,
    in folder: ExternalDataFolder,
    _ connection: some SQLConnection
  ) throws {
    self.folder = folder
    self.outline = outline
    let mayLose = outline.plan.steps.contains { step in
      switch step.kind {
      case .deleteRows, .dropTable, .copyRows, .fill: true
      default: false
      }
    }
    before = mayLose ? try Self.names(in: outline.old.mapping, connection) : []
  }

  /// The files that no value refers to any more.
  func abandoned(_ connection: some SQLConnection) throws -> [String] {
    if before.isEmpty { return [] }
    return before.subtracting(try Self.names(in: outline.new.mapping, connection))
      .sortedByCodePoint()
  }

  private static func names(
    in mapping: SchemaMapping,
    _ connection: some SQLConnection
  ) throws -> Set<String> {
    var names: Set<String> = []
    for table in mapping.tables {
      for column in table.columns {
        guard case .attribute(let location) = column.origin,
          let attribute = mapping.model.property(at: location).attribute,
          attribute.allowsExternalBinaryDataStorage, attribute.type == .binary
        else { continue }
        let value = try connection.dialect.identifier(column.name)
        let rows = try connection.rows(
          "SELECT \(value) FROM \(try connection.dialect.identifier(table.name)) "
            + "WHERE length(\(value)) < 64 AND substr(\(value), 1, 1) = X'02'"
        )
        for case .blob(let bytes) in rows.map({ $0[0] }) {
          if let name = ExternalDataFolder.fileName(in: bytes) { names.insert(name) }
        }
      }
    }
    return names
  }
}
