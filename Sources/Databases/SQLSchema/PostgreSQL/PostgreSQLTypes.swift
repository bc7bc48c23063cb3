import ManagedModel

extension ColumnType {
  /// The type of the column in PostgreSQL.
  package var postgreSQLName: String {
    switch self {
    case .key, .counter, .orderingKey: "bigint"
    case .entityNumber: "integer"
    case .attribute(let type): type.postgreSQLName
    }
  }

  /// Whether the order of the values depends on a collation.
  var isPostgreSQLText: Bool {
    postgreSQLName == "text"
  }
}

extension AttributeType {
  /// The type of the values in PostgreSQL.
  var postgreSQLName: String {
    switch self {
    case .integer16: "smallint"
    case .integer32: "integer"
    case .integer64: "bigint"
    case .decimal: "numeric"
    case .double: "double precision"
    case .float: "real"
    case .string, .uri, .objectID: "text"
    case .boolean: "boolean"
    case .date: "timestamptz"
    case .uuid: "uuid"
    case .binary, .transformable, .undefined, .composite: "bytea"
    }
  }
}
