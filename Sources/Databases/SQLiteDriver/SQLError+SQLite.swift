import CSQLite
import SQLDriver

extension SQLError {
  init(sqlite code: Int32, message: String, sql: String? = nil) {
    self.init(Self.kind(sqlite: code), code: String(code), message, sql: sql)
    if kind == .uniqueConstraint || kind == .checkConstraint || kind == .notNullConstraint {
      constraint = Self.constraint(in: message)
    }
  }

  private static func kind(sqlite code: Int32) -> Kind {
    switch code & 0xFF {
    case SQLITE_BUSY: code == busySnapshot ? .serialization : .busy
    case SQLITE_LOCKED: .busy
    case SQLITE_CONSTRAINT: constraintKind(code >> 8)
    case SQLITE_READONLY: .readOnly
    case SQLITE_PERM, SQLITE_AUTH: .permission
    case SQLITE_FULL: .full
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_CANTOPEN: .cannotConnect
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE: .value
    case SQLITE_ERROR, SQLITE_SCHEMA: .statement
    case SQLITE_MISUSE: .misuse
    default: .other
    }
  }

  /// `SQLITE_BUSY_SNAPSHOT`: the snapshot that was read is outdated; waiting does not help.
  private static let busySnapshot = SQLITE_BUSY | (2 << 8)

  /// The kind of constraint, by the number in the upper part of `SQLITE_CONSTRAINT_…`.
  private static func constraintKind(_ number: Int32) -> Kind {
    switch number {
    case 1: .checkConstraint
    case 3: .foreignKeyConstraint
    case 5: .notNullConstraint
    case 6, 8, 10: .uniqueConstraint
    default: .otherConstraint
    }
  }

  /// The text after the colon of `UNIQUE constraint failed: team.name`.
  private static func constraint(in message: String) -> String? {
    guard let colon = message.firstIndex(of: ":") else { return nil }
    let rest = message[message.index(after: colon)...].drop { $0 == " " }
    return rest.isEmpty ? nil : String(rest)
  }
}
