import CLibPQ
import SQLDriver

/// The fields of an error message, by the characters that stand for them in the protocol.
private enum ErrorField: Int32 {
  case state = 0x43  // C
  case message = 0x4D  // M
  case detail = 0x44  // D
  case hint = 0x48  // H
  case position = 0x50  // P
  case table = 0x74  // t
  case column = 0x63  // c
  case constraint = 0x6E  // n
}

extension SQLError {
  init(postgreSQL result: OpaquePointer?, sql: String?) {
    func field(_ field: ErrorField) -> String? {
      PQresultErrorField(result, field.rawValue).map { String(cString: $0) }
    }
    let state = field(.state) ?? ""
    self.init(
      Self.kind(state: state),
      code: state,
      field(.message) ?? trimmed(PQresultErrorMessage(result)),
      sql: sql
    )
    detail = field(.detail)
    hint = field(.hint)
    constraint = field(.constraint)
    table = field(.table)
    column = field(.column)
    if let sql, let position = field(.position).flatMap({ Int($0) }) {
      // The server counts characters from 1; we count bytes from 0.
      offset = sql.unicodeScalars.prefix(max(position - 1, 0)).reduce(0) { $0 + $1.utf8.count }
    }
  }

  /// The error for an insertion that wrote fewer rows than it was given, without an error of the server.
  static func leftOut(_ count: Int, of total: Int, _ sql: String) -> Self {
    var error = Self(
      .leftOut,
      code: "rows",
      "\(count) of \(total) inserted rows were skipped without an error",
      sql: sql
    )
    error.hint = "a trigger that returns NULL skips rows"
    return error
  }

  /// The kind of error for an SQLSTATE, or for its first two characters, which are its class.
  private static func kind(state: String) -> Kind {
    switch state {
    case "23505": return .uniqueConstraint
    case "23503", "23001": return .foreignKeyConstraint
    case "23502": return .notNullConstraint
    case "23514": return .checkConstraint
    case "40001", "40P01": return .serialization
    case "40003", "08007": return .commitUncertain
    case "55P03": return .busy
    case "57014": return .interrupted
    case "57P01", "57P02", "57P03": return .connectionLost
    case "25006": return .notPrimary
    case "25P02": return .rolledBack
    case "42501": return .permission
    case "53100", "53200", "53400", "54000": return .full
    case "58030": return .inputOutput
    case "XX001", "XX002": return .corrupt
    default: break
    }
    switch state.prefix(2) {
    case "08": return .connectionLost
    case "22": return .value
    case "23": return .otherConstraint
    case "28": return .permission
    case "40": return .serialization
    case "42", "0A", "3F", "3D": return .statement
    default: return .other
    }
  }
}
