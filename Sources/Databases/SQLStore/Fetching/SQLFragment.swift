import SQLDriver

/// A fragment of SQL with the values of its parameters, in order.
struct SQLFragment: Sendable, Hashable {
  var text: String
  var values: [SQLValue]

  /// Whether a condition holds for more rows, or for fewer, than the predicate.
  var isInexact: Bool

  init(_ text: String, _ values: [SQLValue] = [], isInexact: Bool = false) {
    self.text = text
    self.values = values
    self.isInexact = isInexact
  }

  /// A parameter with its value.
  static func value(_ value: SQLValue) -> Self { Self("?", [value]) }

  static func + (left: Self, right: Self) -> Self {
    Self(
      left.text + right.text,
      left.values + right.values,
      isInexact: left.isInexact || right.isInexact
    )
  }

  static func + (left: Self, right: String) -> Self {
    Self(left.text + right, left.values, isInexact: left.isInexact)
  }

  static func + (left: String, right: Self) -> Self {
    Self(left + right.text, right.values, isInexact: right.isInexact)
  }

  static func += (left: inout Self, right: Self) {
    left.text += right.text
    left.values += right.values
    left.isInexact = left.isInexact || right.isInexact
  }

  static func += (left: inout Self, right: String) { left.text += right }

  var parenthesized: Self { "(" + self + ")" }
}

extension Sequence<SQLFragment> {
  func joined(_ separator: String) -> SQLFragment {
    var result = SQLFragment("")
    for (index, fragment) in enumerated() {
      if index > 0 { result += separator }
      result += fragment
    }
    return result
  }
}

extension Array where Element == SQLFragment {
  /// The fragments joined by an operator, nested in a balanced way so that no database finds them too deep.
  func balanced(_ separator: String) -> SQLFragment {
    if count <= 2 { return joined(separator) }
    let middle = count / 2
    return Array(self[..<middle]).balanced(separator).parenthesized + separator
      + Array(self[middle...]).balanced(separator).parenthesized
  }
}
