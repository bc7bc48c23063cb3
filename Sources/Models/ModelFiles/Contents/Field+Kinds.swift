import ManagedModel

/// A key path to a part of a value, usable from any thread.
typealias Part<Value, Content> = any WritableKeyPath<Value, Content> & Sendable

extension Field {
  /// A text that must be present and must not be empty.
  static func requiredText(_ name: String, _ part: Part<Value, String>) -> Self {
    Field(
      name: name,
      read: { text, value in
        value[keyPath: part] = text
        return .plain
      },
      write: { $0[keyPath: part] },
      copy: { $1[keyPath: part] = $0[keyPath: part] },
      isAlwaysWritten: true,
      isRequired: true
    )
  }

  /// A text that is always present and may be empty.
  static func plainText(_ name: String, _ part: Part<Value, String>) -> Self {
    var field = requiredText(name, part)
    field.isRequired = false
    return field
  }

  /// A text that may be absent; an empty text is not the same as an absent one.
  static func text(_ name: String, _ part: Part<Value, String?>) -> Self {
    Field(
      name: name,
      read: { text, value in
        value[keyPath: part] = text
        return .plain
      },
      write: { $0[keyPath: part] },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// `YES`, or absent for false.
  static func flag(_ name: String, _ part: Part<Value, Bool>) -> Self {
    Field(
      name: name,
      read: { text, value in
        guard let flag = Bool(fileText: text) else { return .refused(.badBoolean(name, text)) }
        value[keyPath: part] = flag
        return text == "YES" ? .plain : .unusual
      },
      write: { $0[keyPath: part] ? "YES" : nil },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// `YES`, `NO`, or absent for nil.
  static func choiceOfYesAndNo(_ name: String, _ part: Part<Value, Bool?>) -> Self {
    Field(
      name: name,
      read: { text, value in
        guard let flag = Bool(fileText: text) else { return .refused(.badBoolean(name, text)) }
        value[keyPath: part] = flag
        return text == "YES" || text == "NO" ? .plain : .unusual
      },
      write: { $0[keyPath: part].map { $0 ? "YES" : "NO" } },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// A whole number that is not negative.
  static func count(_ name: String, _ part: Part<Value, Int?>) -> Self {
    Field(
      name: name,
      read: { text, value in
        guard let number = Int(text), number >= 0 else {
          return .refused(
            FieldProblem(.badNumber, "'\(name)' is '\(text)', which is not a count")
          )
        }
        value[keyPath: part] = number
        return String(number) == text ? .plain : .unusual
      },
      write: { $0[keyPath: part].map(String.init) },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// Seconds since 2001-01-01 00:00:00 UTC.
  static func interval(_ name: String, _ part: Part<Value, Double?>) -> Self {
    Field(
      name: name,
      read: { text, value in
        guard let seconds = Double(text), seconds.isFinite else {
          return .refused(
            FieldProblem(
              .badDate,
              "'\(name)' is '\(text)', which is not a number of seconds",
              hint: "dates are written as seconds since 2001-01-01 00:00:00 UTC"
            )
          )
        }
        value[keyPath: part] = seconds
        return seconds.fileText == text ? .plain : .unusual
      },
      write: { $0[keyPath: part].map(\.fileText) },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// One of a few texts, or absent for nil.
  static func optionalChoice<Content: Sendable>(
    _ name: String,
    _ part: Part<Value, Content?>,
    parse: @escaping @Sendable (String) -> Content?,
    print: @escaping @Sendable (Content) -> String,
    problem: @escaping @Sendable (String) -> FieldProblem
  ) -> Self {
    choice(
      name,
      part,
      // An invalid text must not be read as an absent value.
      parse: { text in parse(text).map { Optional($0) } },
      print: { $0.map(print) },
      problem: problem
    )
  }

  /// One of a few texts, where one value may be expressed by omitting the attribute.
  static func choice<Content: Sendable>(
    _ name: String,
    _ part: Part<Value, Content>,
    parse: @escaping @Sendable (String) -> Content?,
    print: @escaping @Sendable (Content) -> String?,
    problem: @escaping @Sendable (String) -> FieldProblem
  ) -> Self {
    Field(
      name: name,
      read: { text, value in
        guard let content = parse(text) else { return .refused(problem(text)) }
        value[keyPath: part] = content
        return print(content) == text ? .plain : .unusual
      },
      write: { print($0[keyPath: part]) },
      copy: { $1[keyPath: part] = $0[keyPath: part] }
    )
  }

  /// An alias of a field: read, but never written for a new value.
  static func alias(_ name: String, of part: Part<Value, String?>) -> Self {
    Field(
      name: name,
      read: { text, value in
        if value[keyPath: part] == nil { value[keyPath: part] = text }
        return .unusual
      },
      write: { _ in nil },
      copy: { $1[keyPath: part] = $0[keyPath: part] },
      orderIsEstablished: false,
      isAlias: true
    )
  }
}

extension FieldProblem {
  static func badBoolean(_ name: String, _ text: String) -> Self {
    FieldProblem(
      .badBoolean,
      "'\(name)' is '\(text)', which is neither YES nor NO",
      hint: "write YES, or leave the attribute out for NO"
    )
  }
}

extension Bool {
  /// Parses a Boolean in any of the spellings that occur in model files.
  init?(fileText: String) {
    // Nearly every file has YES, and lowercasing costs more than this comparison.
    switch fileText == "YES" ? "yes" : fileText.lowercased() {
    case "yes", "true", "1": self = true
    case "no", "false", "0": self = false
    default: return nil
    }
  }
}

extension Double {
  /// The number as Xcode writes it: without a fraction if it is zero.
  var fileText: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
