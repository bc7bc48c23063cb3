import Diagnostics
import JSON5
import TemplateEngine

/// An option that a template set offers to its users.
package struct TemplateParameter: Sendable {
  package let name: String

  /// The purpose, in one sentence.
  package let summary: String
  package let kind: Kind

  /// The value if the user gives none.
  package let defaultValue: TemplateValue

  /// The type of its values.
  package enum Kind: Sendable, Hashable {
    case text
    /// One of a few texts.
    case choice([String])
    case flag
    /// Texts.
    case list
    case number
  }
}

extension TemplateParameter.Kind {
  /// The value if neither the user nor the set gives one.
  var absentValue: TemplateValue {
    switch self {
    case .text, .choice, .number: nil
    case .flag: false
    case .list: []
    }
  }

  /// The expected value, continuing the sentence "it must be …".
  var expectation: String {
    switch self {
    case .text: "a text"
    case .choice(let values): values.map { "'\($0.visible)'" }.joined(separator: " or ")
    case .flag: "true or false"
    case .list: "a list of texts"
    case .number: "a number"
    }
  }

  /// Converts a value from a file; returns nil if it is of another kind.
  func value(_ value: JSON5Value) -> TemplateValue? {
    switch (self, value.content) {
    case (.text, .string(let text)): return .string(text)
    case (.choice(let values), .string(let text)):
      return values.contains(text) ? .string(text) : nil
    case (.choice(let values), .integer(let number)):
      // `26` and `"26"` mean the same to users.
      return values.contains(String(number)) ? .string(String(number)) : nil
    case (.flag, .bool(let flag)): return .bool(flag)
    case (.number, .integer(let number)): return .int(number)
    case (.number, .number(let number)): return number.isFinite ? .double(number) : nil
    case (.list, .array(let elements)):
      var texts: [TemplateValue] = []
      for element in elements {
        guard case .string(let text) = element.content else { return nil }
        texts.append(.string(text))
      }
      return .array(texts)
    default: return nil
    }
  }

  /// Converts words of a command line; returns nil if they are of another kind.
  ///
  /// A list takes one word for each element, and a single empty word for none.
  func value(words: [String]) -> TemplateValue? {
    if case .list = self { return words == [""] ? [] : .array(words.map(TemplateValue.string)) }
    guard words.count == 1, let word = words.first else { return nil }
    switch self {
    case .text, .list: return .string(word)
    case .choice(let values): return values.contains(word) ? .string(word) : nil
    case .flag: return Self.flags[word].map(TemplateValue.bool)
    case .number:
      if let number = Int(word) { return .int(number) }
      return Double(word).flatMap { $0.isFinite ? .double($0) : nil }
    }
  }

  private static let flags = [
    "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
  ]
}
