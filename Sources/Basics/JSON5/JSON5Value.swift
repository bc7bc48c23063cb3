import Diagnostics

/// A value in a file that people write, such as `momgen.json`, and the place where it begins.
///
/// Such files are JSON5: JSON with comments, trailing commas and unquoted names. See ``JSON5Reader``; output of
/// programs for programs is a ``JSONValue``.
package struct JSON5Value: Sendable, Hashable {
  package let content: Content
  package let place: Place

  package init(_ content: Content, at place: Place) {
    self.content = content
    self.place = place
  }

  package indirect enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number that was written as an integer and fits.
    case integer(Int)
    /// Any other number; JSON5 has infinities and NaN.
    case number(Double)
    case string(String)
    case array([JSON5Value])
    /// The members in the order of the file, without duplicates.
    case object([Member])
  }

  /// A name and its value in an object.
  package struct Member: Sendable, Hashable {
    package let name: String

    /// The beginning of the name.
    package let place: Place
    package let value: JSON5Value

    package init(_ name: String, at place: Place, _ value: JSON5Value) {
      self.name = name
      self.place = place
      self.value = value
    }
  }
}

extension JSON5Value {
  /// The kind of the value with its article, for messages: `a text`, `an object`.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer, .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
