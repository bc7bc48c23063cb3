/// The SQL dialect of a database.
///
/// A dialect is data: code that writes SQL gets every quote, literal and placeholder from it. Support for a new SQL
/// database is a new object of this type, and a driver. Each dialect is one object, so that connections return it
/// without copying thirty texts.
package final class SQLDialect: Sendable {
  /// The name by which users choose the dialect.
  package let name: String

  /// The marks around an identifier.
  ///
  /// The closing mark is doubled inside.
  package let identifierQuotes: SQLQuotes

  /// The marks around a text literal.
  ///
  /// The closing mark is doubled inside.
  package let textQuotes: SQLQuotes

  /// The quotes around the hexadecimal digits of a blob literal.
  package let blobQuotes: SQLQuotes

  package let trueLiteral: String
  package let falseLiteral: String

  /// The literals of infinities and NaN; nil where the database has none.
  package let nonFiniteReals: SQLNonFiniteReals?

  package let placeholders: SQLPlaceholderStyle

  /// The greatest number of placeholders in one statement.
  package let maximumParameters: Int

  /// The greatest length of an identifier in UTF-8 bytes, or nil without a limit.
  package let maximumIdentifierBytes: Int?

  /// Whether a text may hold U+0000.
  package let allowsNULInText: Bool

  /// The name of the collation that compares code points, to be quoted as an identifier.
  package let binaryCollation: String

  /// The statement that begins a reading transaction.
  package let beginRead: String
  package let beginWrite: String

  /// A query for a number that changes when another connection commits; nil where there is none.
  package let foreignState: String?

  /// The form in which one parameter holds any number of keys.
  package let keyLists: SQLKeyLists

  /// A query for the values of a JSON array in one parameter; nil where the values of an array have no types.
  package let jsonValues: String?

  /// The function that finds a text in another one, byte for byte, and returns its place from 1, or 0.
  package let textSearch: String

  /// A query for the names of all tables, in a column `name`.
  package let tableNames: String

  /// A query for the number of triggers of a table that may suppress rows without an error, with a question mark for
  /// the name of the table as it is written in statements.
  package let triggersOfTable: String

  /// The clause for "no limit" before an offset; empty where an offset needs none.
  package let unlimited: String

  /// The keywords after a sort key that put missing values first in ascending order.
  package let directions: SQLDirections

  /// The names of the types of values, which expressions and parameters must have; nil where values are typed
  /// dynamically and everything can be compared.
  package let types: SQLTypeNames?

  package let features: SQLFeatures

  package init(
    name: String,
    identifierQuotes: SQLQuotes,
    textQuotes: SQLQuotes,
    blobQuotes: SQLQuotes,
    trueLiteral: String,
    falseLiteral: String,
    nonFiniteReals: SQLNonFiniteReals?,
    placeholders: SQLPlaceholderStyle,
    maximumParameters: Int,
    maximumIdentifierBytes: Int?,
    allowsNULInText: Bool,
    binaryCollation: String,
    beginRead: String,
    beginWrite: String,
    foreignState: String?,
    keyLists: SQLKeyLists,
    jsonValues: String?,
    textSearch: String,
    tableNames: String,
    triggersOfTable: String,
    unlimited: String,
    directions: SQLDirections,
    types: SQLTypeNames?,
    features: SQLFeatures
  ) {
    self.name = name
    self.identifierQuotes = identifierQuotes
    self.textQuotes = textQuotes
    self.blobQuotes = blobQuotes
    self.trueLiteral = trueLiteral
    self.falseLiteral = falseLiteral
    self.nonFiniteReals = nonFiniteReals
    self.placeholders = placeholders
    self.maximumParameters = maximumParameters
    self.maximumIdentifierBytes = maximumIdentifierBytes
    self.allowsNULInText = allowsNULInText
    self.binaryCollation = binaryCollation
    self.beginRead = beginRead
    self.beginWrite = beginWrite
    self.foreignState = foreignState
    self.keyLists = keyLists
    self.jsonValues = jsonValues
    self.textSearch = textSearch
    self.tableNames = tableNames
    self.triggersOfTable = triggersOfTable
    self.unlimited = unlimited
    self.directions = directions
    self.types = types
    self.features = features
  }
}

extension SQLDialect: Hashable {
  package static func == (left: SQLDialect, right: SQLDialect) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The keywords after a sort key.
package struct SQLDirections: Sendable, Hashable {
  package var ascending: String
  package var descending: String

  package init(ascending: String, descending: String) {
    self.ascending = ascending
    self.descending = descending
  }
}

/// The names of the types of values in a database that does not compare values of different types.
package struct SQLTypeNames: Sendable, Hashable {
  package var boolean: String
  package var integer: String
  package var real: String
  package var decimal: String
  package var text: String
  package var date: String
  package var uuid: String
  package var bytes: String

  package init(
    boolean: String,
    integer: String,
    real: String,
    decimal: String,
    text: String,
    date: String,
    uuid: String,
    bytes: String
  ) {
    self.boolean = boolean
    self.integer = integer
    self.real = real
    self.decimal = decimal
    self.text = text
    self.date = date
    self.uuid = uuid
    self.bytes = bytes
  }
}

/// An opening and a closing quote.
package struct SQLQuotes: Sendable, Hashable {
  package var open: String
  package var close: String

  package init(_ open: String, _ close: String) {
    self.open = open
    self.close = close
  }
}

/// The literals of infinities and NaN.
package struct SQLNonFiniteReals: Sendable, Hashable {
  package var infinity: String
  package var negativeInfinity: String

  /// The literal of NaN; nil where the database has none.
  package var notANumber: String?

  package init(infinity: String, negativeInfinity: String, notANumber: String?) {
    self.infinity = infinity
    self.negativeInfinity = negativeInfinity
    self.notANumber = notANumber
  }
}

/// A list of keys in one parameter, and the query that returns its elements.
package struct SQLKeyLists: Sendable, Hashable {
  /// The marks around the comma-separated keys.
  package var quotes: SQLQuotes

  /// The query for the keys, with a question mark for the parameter.
  package var selection: String

  /// The condition that a column has one of the keys, without the column, with a question mark for the parameter.
  package var membership: String

  package init(quotes: SQLQuotes, selection: String, membership: String) {
    self.quotes = quotes
    self.selection = selection
    self.membership = membership
  }

  /// The value of the parameter for some keys.
  package func text(of keys: [Int64]) -> String {
    let separators = max(0, keys.count - 1)
    let marks = quotes.open.utf8.count + quotes.close.utf8.count
    let length = keys.reduce(marks + separators) { $0 + Self.length(of: $1) }
    return String(unsafeUninitializedCapacity: length) { buffer in
      var place = buffer.update(fromContentsOf: quotes.open.utf8)
      for (position, key) in keys.enumerated() {
        if position > 0 {
          buffer[place] = UInt8(ascii: ",")
          place += 1
        }
        let end = place + Self.length(of: key)
        Self.write(key, to: UnsafeMutableBufferPointer(rebasing: buffer[place..<end]))
        place = end
      }
      _ = buffer[place...].update(fromContentsOf: quotes.close.utf8)
      return length
    }
  }

  /// The number of characters of a key.
  private static func length(of key: Int64) -> Int {
    var count = key < 0 ? 2 : 1
    var rest = key.magnitude
    while rest >= 10 {
      count += 1
      rest /= 10
    }
    return count
  }

  /// Writes the digits of a key, filling a buffer from its end.
  private static func write(_ key: Int64, to buffer: UnsafeMutableBufferPointer<UInt8>) {
    var rest = key.magnitude
    var place = buffer.count
    repeat {
      place -= 1
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if key < 0 { buffer[0] = UInt8(ascii: "-") }
  }
}

/// The style of the placeholders in the text of a statement.
package enum SQLPlaceholderStyle: Sendable, Hashable {
  /// One mark for all; the first mark is the first parameter.
  case unnumbered(String)
  /// A prefix and the number of the parameter, beginning at 1.
  case numbered(prefix: String)
}

/// The features of a database that others lack.
package struct SQLFeatures: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `INSERT … RETURNING`, and the same for `UPDATE` and `DELETE`.
  package static let returning = Self(rawValue: 1 << 0)
  /// `INSERT … ON CONFLICT DO UPDATE`.
  package static let upsert = Self(rawValue: 1 << 1)
  /// `(a, b) > (?, ?)`.
  package static let rowValues = Self(rawValue: 1 << 2)
  /// `CREATE INDEX … WHERE`.
  package static let partialIndexes = Self(rawValue: 1 << 3)
  /// `DEFERRABLE INITIALLY DEFERRED`.
  package static let deferrableForeignKeys = Self(rawValue: 1 << 4)
  /// `ALTER TABLE … ADD CONSTRAINT`.
  package static let addConstraint = Self(rawValue: 1 << 5)
  package static let triggers = Self(rawValue: 1 << 6)
  /// `COMMENT ON`.
  package static let comments = Self(rawValue: 1 << 7)
  /// Changes of the schema are transactional.
  package static let transactionalSchema = Self(rawValue: 1 << 8)
  /// Statements can call functions of the program, and sort by its collations.
  package static let programFunctions = Self(rawValue: 1 << 9)
  /// Columns of a result, and sort keys, need not be among the grouped or distinct columns.
  package static let looseGroups = Self(rawValue: 1 << 10)
  /// Foreign keys of stores change or delete the rows that refer to a deleted row.
  package static let actingForeignKeys = Self(rawValue: 1 << 11)
  /// Values have types, and columns do not: a column takes values of any type.
  package static let dynamicTypes = Self(rawValue: 1 << 12)
  /// `a IS NOT b` compares any two values, and treats NULL as one.
  package static let comparingIs = Self(rawValue: 1 << 13)
  /// Statements can be executed between the rows of another one, and see the same state of the database.
  package static let nestedStatements = Self(rawValue: 1 << 14)
}
