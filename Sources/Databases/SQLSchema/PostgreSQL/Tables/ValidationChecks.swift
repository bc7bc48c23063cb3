import Diagnostics
import ManagedModel

/// Translates the validation of an attribute to conditions on its column.
///
/// A condition must never refuse a value that Core Data accepts; where it cannot be exact it is permissive.
struct ValidationChecks {
  let attribute: Attribute
  let title: String
  let element: SchemaElement
  let profile: PostgreSQLProfile

  /// The column's name in quotes.
  let column: String

  private(set) var checks: [ColumnCheck] = []
  private(set) var remarks: [String] = []
  private(set) var issues: [SchemaIssue] = []

  init(
    attribute: Attribute,
    title: String,
    element: SchemaElement,
    profile: PostgreSQLProfile,
    column: String
  ) {
    self.attribute = attribute
    self.title = title
    self.element = element
    self.profile = profile
    self.column = column
  }

  mutating func run() {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: addNumberRange()
    case .date: addDateRange()
    case .string:
      addLength()
      addPattern()
    case .uri: addPattern()
    default: break
    }
  }

  private mutating func addRange(_ word: String, minimum: String?, maximum: String?) {
    let expression: String
    switch (minimum, maximum) {
    case (let minimum?, let maximum?): expression = "\(column) BETWEEN \(minimum) AND \(maximum)"
    case (let minimum?, nil): expression = "\(column) >= \(minimum)"
    case (nil, let maximum?): expression = "\(column) <= \(maximum)"
    case (nil, nil): return
    }
    checks.append(ColumnCheck(word: word, expression: expression))
  }

  private mutating func warn(_ rule: SchemaRule, _ fault: String) {
    issues.append(
      SchemaIssue(.warning, rule: rule, "attribute '\(title)' \(fault)", at: element)
    )
  }
}

// MARK: - Numbers and dates

extension ValidationChecks {
  private mutating func addNumberRange() {
    addRange(
      "range",
      minimum: number(attribute.minimumText, "least value"),
      maximum: number(attribute.maximumText, "greatest value")
    )
  }

  /// A number as a literal: cast to the column's type where equality depends on it, and with the precision of that
  /// type, because PostgreSQL refuses digits that are too small for it.
  private mutating func number(_ text: String?, _ kind: String) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard NumberText.isNumber(text) else {
      warn(.unusableValidation, "has '\(text)' as its \(kind), which is not a number")
      return nil
    }
    switch attribute.type {
    case .float:
      guard let value = Float(text), value.isFinite else { return nil }
      return "'\(value)'::real"
    case .double:
      guard let value = Double(text), value.isFinite else { return nil }
      return "'\(value)'::double precision"
    default: return text.hasPrefix("-") ? "(\(text))" : text
    }
  }

  private mutating func addDateRange() {
    addRange(
      "range",
      minimum: date(attribute.minimumDateTimeInterval),
      maximum: date(attribute.maximumDateTimeInterval)
    )
  }

  private func date(_ seconds: Double?) -> String? {
    seconds.flatMap { PostgreSQLText.timestamp($0) }.map { "\($0)::timestamptz" }
  }
}

// MARK: - Texts

extension ValidationChecks {
  /// Adds conditions on the length.
  ///
  /// Core Data counts UTF-16 units; PostgreSQL counts characters, which are never more.
  private mutating func addLength() {
    let minimum = length(attribute.minimumText, "least length")
    let maximum = length(attribute.maximumText, "greatest length")
    var conditions: [String] = []
    if let minimum, minimum > 0 {
      conditions.append("\(minimum > 1 ? utf16Length : characterLength) >= \(minimum)")
    }
    if let maximum { conditions.append("\(characterLength) <= \(maximum)") }
    guard !conditions.isEmpty else { return }
    checks.append(
      ColumnCheck(word: "length", expression: conditions.joined(separator: " AND "))
    )
  }

  private var characterLength: String { "char_length(\(column))" }

  /// The length in UTF-16 units: a character outside of the basic plane counts as two.
  private var utf16Length: String {
    "char_length(regexp_replace(\(column), E'[\\U00010000-\\U0010FFFF]', 'xx', 'g'))"
  }

  private mutating func length(_ text: String?, _ kind: String) -> Int64? {
    guard let text, !text.isEmpty else { return nil }
    guard let value = Double(text), value.isFinite else {
      warn(.unusableValidation, "has '\(text)' as its \(kind), which is not a number")
      return nil
    }
    // No text of PostgreSQL is longer than a gigabyte.
    return Int64(min(max(value.rounded(kind == "least length" ? .up : .down), 0), 2_000_000_000))
  }

  private mutating func addPattern() {
    guard let pattern = attribute.regularExpression, !pattern.isEmpty else { return }
    do {
      let translated = try PatternTranslator.translate(pattern, profile: profile)
      guard let literal = PostgreSQLText.escapedLiteral(translated) else { return }
      checks.append(ColumnCheck(word: "format", expression: "\(column) ~ \(literal)"))
    } catch {
      remarks.append(
        "\(title) is not checked against the regular expression \(pattern), which has \(error.reason)"
      )
      issues.append(
        SchemaIssue(
          .note,
          rule: .untranslatablePattern,
          "the regular expression of attribute '\(title)' is not checked by the database: it has "
            + "\(error.reason), which \(error.engine) cannot check in the same way; Core Data still "
            + "validates it on saving",
          at: element
        )
      )
    }
  }
}

/// Parses the number syntax that models and SQL share.
enum NumberText {
  /// Whether a text is digits with at most one point, an optional sign before and an optional exponent of up to four
  /// digits.
  static func isNumber(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if let first = rest.first, first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard text.utf8.count <= 400 else { return false }
    let whole = takeDigits(&rest)
    var decimals = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      decimals = takeDigits(&rest)
    }
    guard whole + decimals > 0 else { return false }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard (1...4).contains(takeDigits(&rest)) else { return false }
    }
    return rest.isEmpty
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest = rest.dropFirst(count)
    return count
  }
}
