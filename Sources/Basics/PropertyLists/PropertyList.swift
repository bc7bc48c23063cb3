/// A property list value.
package enum PropertyList: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)

  /// Seconds since the reference date, 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  case array([PropertyList])
  case dictionary(PropertyListDictionary)

  /// The number of an object in a keyed archive.
  case uid(Int)
}

extension PropertyList {
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  package var array: [PropertyList]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  package var dictionary: PropertyListDictionary? {
    guard case .dictionary(let value) = self else { return nil }
    return value
  }

  package var data: [UInt8]? {
    guard case .data(let value) = self else { return nil }
    return value
  }

  package var uid: Int? {
    guard case .uid(let value) = self else { return nil }
    return value
  }

  /// The kind of the value with its article, in messages: `a string`.
  package var kindName: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .uid: "a reference"
    }
  }
}
