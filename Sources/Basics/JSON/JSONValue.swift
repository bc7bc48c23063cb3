/// A JSON document as a value.
///
/// Objects keep their members in order, so that output is stable.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number; JSON has no infinities and no NaN, which are written as `null`.
  case number(Double)
  case string(String)
  indirect case array([JSONValue])
  indirect case object([Member])
}

extension JSONValue {
  /// A name and its value in an object.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The string, or `null` for nil.
  package init(_ text: String?) {
    self = text.map(Self.string) ?? .null
  }

  /// The number, or `null` for nil.
  package init(_ number: Int?) {
    self = number.map(Self.integer) ?? .null
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
