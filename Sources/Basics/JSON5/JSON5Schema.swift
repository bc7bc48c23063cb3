import Diagnostics

/// The expected form of a value in a file, with its reader.
///
/// Schemas are composed: `.list(of: .text)`, `.object("a model", read: Model.init)`. Reading reports every problem it
/// finds and continues, so that one run shows them all.
package struct JSON5Schema<Value>: Sendable {
  /// The name of the form for messages, with its article: `a text`, `a list`.
  package let name: String

  private let reading: @Sendable (JSON5Value, inout DiagnosticCollector) -> Value?

  /// - Parameters:
  ///   - name: The name of the form for messages, with its article.
  ///   - read: Returns the value; nil if it has another form. The closure itself reports problems within a value of
  ///     the right form.
  package init(
    _ name: String,
    read: @escaping @Sendable (JSON5Value, inout DiagnosticCollector) -> Value?
  ) {
    self.name = name
    reading = read
  }

  /// Reads the value; nil after a report.
  package func read(_ value: JSON5Value, into collector: inout DiagnosticCollector) -> Value? {
    reading(value, &collector)
  }

  /// A schema for one kind of value.
  private static func simple(
    _ name: String,
    _ convert: @escaping @Sendable (JSON5Value.Content) -> Value?
  ) -> Self {
    Self(name) { value, collector in
      let converted = convert(value.content)
      if converted == nil { collector.reportShape(of: value, expected: name) }
      return converted
    }
  }
}

extension JSON5Schema where Value == String {
  package static let text = simple("a text") {
    if case .string(let text) = $0 { text } else { nil }
  }

  /// A non-empty text, such as a path.
  package static let nonemptyText = simple("a text that is not empty") {
    if case .string(let text) = $0, !text.isEmpty { text } else { nil }
  }
}

extension JSON5Schema where Value == Bool {
  package static let flag = simple("true or false") {
    if case .bool(let flag) = $0 { flag } else { nil }
  }
}

extension JSON5Schema where Value == Int {
  package static let wholeNumber = simple("a whole number") {
    switch $0 {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }
}

extension JSON5Schema where Value == Double {
  package static let number = simple("a number") {
    switch $0 {
    case .integer(let number): Double(number)
    case .number(let number): number.isFinite ? number : nil
    default: nil
    }
  }
}

extension JSON5Schema where Value == JSON5Value {
  /// Any value, to be read later.
  package static let anything = Self("a value") { value, _ in value }
}

extension JSON5Schema {
  /// One of the words of an enumeration.
  package static func choice(_: Value.Type = Value.self) -> Self
  where Value: RawRepresentable<String> & CaseIterable & Sendable {
    let words = Value.allCases.map(\.rawValue)
    let name = "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
    return Self(name) { value, collector in
      guard case .string(let word) = value.content, let choice = Value(rawValue: word) else {
        var hint: String?
        if case .string(let word) = value.content {
          hint = Suggestion.didYouMean(word, among: words)
        }
        collector.reportShape(of: value, expected: name, hint: hint)
        return nil
      }
      return choice
    }
  }

  /// A list; elements of another form are reported and left out.
  package static func list<Element>(of element: JSON5Schema<Element>) -> Self
  where Value == [Element] {
    Self("a list") { value, collector in
      guard case .array(let elements) = value.content else {
        collector.reportShape(of: value, expected: "a list")
        return nil
      }
      return elements.compactMap { element.read($0, into: &collector) }
    }
  }

  /// An object with arbitrary keys; members of another form are reported and left out.
  package static func members<Member>(of member: JSON5Schema<Member>) -> Self
  where Value == [JSON5Named<Member>] {
    Self("an object") { value, collector in
      guard case .object(let members) = value.content else {
        collector.reportShape(of: value, expected: "an object")
        return nil
      }
      return members.compactMap { written in
        member.read(written.value, into: &collector).map {
          JSON5Named(name: written.name, place: written.place, value: $0)
        }
      }
    }
  }

  /// An object with known keys.
  ///
  /// - Parameters:
  ///   - name: The name of the object, with its article: `a model`.
  ///   - read: Creates the value from the members; it reports problems with them.
  /// - Returns: The schema.
  package static func object<Key>(
    _ name: String,
    read: @escaping @Sendable (JSON5Object<Key>, inout DiagnosticCollector) -> Value?
  ) -> Self {
    Self(name) { value, collector in
      JSON5Object<Key>(value, as: name, into: &collector).flatMap { read($0, &collector) }
    }
  }
}

/// A member of an object with arbitrary keys.
package struct JSON5Named<Value> {
  package let name: String

  /// The position of the name.
  package let place: Place
  package let value: Value
}

extension JSON5Named: Sendable where Value: Sendable {}
extension JSON5Named: Equatable where Value: Equatable {}
extension JSON5Named: Hashable where Value: Hashable {}

extension DiagnosticCollector {
  /// Reports a problem with a value in a file.
  package mutating func reportSetting(_ message: String, at place: Place, hint: String? = nil) {
    report(
      Diagnostic(.error, rule: RunRule.invalidSetting.rawValue, message, at: place, hint: hint)
    )
  }

  fileprivate mutating func reportShape(
    of value: JSON5Value,
    expected: String,
    hint: String? = nil
  ) {
    var found = value.kind
    if case .string(let text) = value.content { found = "'\(text.visible)'" }
    reportSetting("expected \(expected), but found \(found)", at: value.place, hint: hint)
  }
}
