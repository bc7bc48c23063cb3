/// The types of PostgreSQL whose binary format the driver knows, by their object identifiers (OIDs).
///
/// The OIDs of built-in types are the same in every PostgreSQL.
enum PostgreSQLType: UInt32 {
  case boolean = 16
  case bytes = 17
  case character = 18
  case name = 19
  case integer64 = 20
  case integer16 = 21
  case integer32 = 23
  case text = 25
  case objectIdentifier = 26
  case json = 114
  case float = 700
  case double = 701
  case unknown = 705
  case paddedText = 1042
  case limitedText = 1043
  case timestampTZ = 1184
  case numeric = 1700
  case uuid = 2950
  case void = 2278
}

extension PostgreSQLType {
  /// The name of the type and the OID of its array type; nil for one whose rows cannot be batched.
  var array: (element: String, identifier: UInt32)? {
    switch self {
    case .boolean: ("boolean", 1000)
    case .bytes: ("bytea", 1001)
    case .integer16: ("smallint", 1005)
    case .integer32: ("integer", 1007)
    case .text: ("text", 1009)
    case .paddedText: ("bpchar", 1014)
    case .limitedText: ("varchar", 1015)
    case .integer64: ("bigint", 1016)
    case .float: ("real", 1021)
    case .double: ("double precision", 1022)
    case .timestampTZ: ("timestamptz", 1185)
    case .json: ("json", 199)
    case .numeric: ("numeric", 1231)
    case .uuid: ("uuid", 2951)
    case .character, .name, .objectIdentifier, .unknown, .void: nil
    }
  }
}

/// Microseconds from PostgreSQL's epoch, 2000-01-01, to that of Core Data, 2001-01-01.
let referenceDateMicroseconds: Int64 = 366 * 86_400 * 1_000_000
