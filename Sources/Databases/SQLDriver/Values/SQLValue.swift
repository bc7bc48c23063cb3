/// A value of a database.
///
/// A driver converts each to the nearest type of its database, by the type that the database states for the column or
/// parameter: a PostgreSQL `boolean` is the integer 0 or 1, a `uuid` a blob of 16 bytes, a `numeric` a text, and a
/// `timestamptz` the seconds since 2001-01-01 00:00:00 UTC as a real.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLValue {
  package var kind: SQLKind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

extension SQLValue: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension SQLValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension SQLValue: ExpressibleByFloatLiteral {
  package init(floatLiteral value: Double) {
    self = .real(value)
  }
}

extension SQLValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}

/// The kind of a value.
public enum SQLKind: UInt8, Sendable, Hashable, CaseIterable {
  case null
  case integer
  case real
  case text
  case blob
}
