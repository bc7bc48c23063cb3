/// The tables that every store has, independent of its model.
enum SystemTables {
  static func settings(era: LayoutEra) -> [SchemaStatement] {
    var texts = ["PRAGMA page_size=\(era.pageSize)", "PRAGMA auto_vacuum=2"]
    if era.usesWriteAheadLog { texts.append("PRAGMA journal_mode=WAL") }
    return texts.map { SchemaStatement(.setting, name: "", text: $0, element: .store) }
  }

  static func statements(era: LayoutEra) -> [SchemaStatement] {
    var definitions = [
      (
        "Z_PRIMARYKEY",
        "Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER"
      ),
      ("Z_METADATA", "Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB"),
    ]
    if era.hasModelCache { definitions.append(("Z_MODELCACHE", "Z_CONTENT BLOB")) }
    return definitions.map { name, columns in
      SchemaStatement(
        .systemTable,
        name: name,
        text: "CREATE TABLE \(name) (\(columns))",
        element: .store
      )
    }
  }
}
