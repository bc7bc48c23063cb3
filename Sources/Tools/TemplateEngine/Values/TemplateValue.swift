/// A value that a template can assign to a variable, pass to a filter and write.
///
/// The cases are the types of the language. Copying a value never copies its
/// contents: arrays share their storage, objects are immutable references.
package enum TemplateValue: Sendable {
  /// No value: an unknown variable, a key that does not exist, a filter without a result.
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([TemplateValue])
  case object(any TemplateObject)
}

extension TemplateValue {
  /// An object with these entries, in this order.
  package static func dictionary(_ entries: KeyValuePairs<String, TemplateValue>) -> TemplateValue {
    .object(TemplateDictionary(entries.map { ($0.key, $0.value) }))
  }

  /// An object with these entries, in this order.
  ///
  /// Of equal keys the last one counts.
  package static func dictionary(
    _ entries: some Sequence<(String, TemplateValue)>
  ) -> TemplateValue {
    .object(TemplateDictionary(entries))
  }

  /// The value of an optional string, or no value.
  package static func optional(_ text: String?) -> TemplateValue {
    text.map(TemplateValue.string) ?? .null
  }

  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The truth value for `if`, `not`, `and` and `or`: null, false, numbers that are not positive and empty values
  /// count as false.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .int(let value): value > 0
    case .double(let value): value > 0
    case .string(let value): !value.isEmpty
    case .array(let value): !value.isEmpty
    case .object(let value): !value.isEmpty || value is Macro
    }
  }

  /// The kind of value in messages such as "expects a string, not an array".
  var kindName: String {
    switch self {
    case .null: "nothing"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension TemplateValue {
  /// The equality of the operator `==` of the language: numbers with numbers, strings with strings, booleans with
  /// booleans and null with null; all other pairs are unequal.
  func equals(_ other: TemplateValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.int(let left), .double(let right)): Double(left) == right
    case (.double(let left), .int(let right)): left == Double(right)
    case (.double(let left), .double(let right)): left == right
    default: false
    }
  }

  @inline(__always)
  func isEqual(to text: String) -> Bool {
    if case .string(let value) = self { value == text } else { false }
  }

  /// The order of the operator `<` of the language, or nil unless both sides are numbers.
  func isLess(than other: TemplateValue) -> Bool? {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right
    case (.int(let left), .double(let right)): Double(left) < right
    case (.double(let left), .int(let right)): left < Double(right)
    case (.double(let left), .double(let right)): left < right
    default: nil
    }
  }

  /// The operator `in` of the language: whether the value is a part of a string.
  func isContained(in collection: TemplateValue) -> Bool {
    switch (self, collection) {
    case (.null, .null): true
    case (.string(let part), .string(let whole)): BytePattern(part).isContained(in: whole)
    default: false
    }
  }
}
