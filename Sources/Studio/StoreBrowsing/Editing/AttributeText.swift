import CoreData
import Foundation
import ManagedModel

/// Converts values of an attribute to the text of a form, and back.
struct AttributeText {
  let attribute: Attribute

  /// Whether a form can edit the value.
  ///
  /// Values of transformable attributes are archives of classes that only the program knows, and
  /// derived values are computed by the store.
  static func canEdit(_ attribute: Attribute) -> Bool {
    guard !attribute.isDerived, !attribute.isTransient else { return false }
    switch attribute.type {
    case .transformable, .objectID, .undefined: return false
    default: return true
    }
  }

  // MARK: Values to text

  /// The text of a value, which ``value(of:)`` parses; empty for none.
  func text(of value: Any?) -> String {
    switch value {
    case nil, is NSNull: ""
    case let text as String: text
    case let date as Date: ValueReading.text(of: date)
    case let id as UUID: id.uuidString
    case let url as URL: url.absoluteString
    case let number as NSDecimalNumber: number.description
    case let number as NSNumber:
      switch attribute.type {
      case .boolean: number.boolValue ? "yes" : "no"
      case .double: "\(number.doubleValue)"
      case .float: "\(number.floatValue)"
      default: number.stringValue
      }
    default: ""
    }
  }

  /// Whether a text survives a form: browsers drop or change other control characters.
  static func survives(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return !scalars.contains { $0.value < 32 && $0 != "\n" && $0 != "\t" }
  }

  // MARK: Text to values

  /// Parses a text.
  ///
  /// - Parameter text: The text; nil for no value.
  /// - Returns: The value; nil for none.
  /// - Throws: The problem of the text.
  func value(of text: String?) throws(EditingProblem) -> Any? {
    guard let text, !(text.isEmpty && attribute.type != .string) else { return nil }
    switch attribute.type {
    case .integer16: return try number(text, Int16.self)
    case .integer32: return try number(text, Int32.self)
    case .integer64: return try number(text, Int64.self)
    case .decimal: return try decimal(text)
    case .double: return NSNumber(value: try real(text))
    case .float:
      guard let number = Float(text), number.isFinite else {
        throw EditingProblem("'\(text)' is not a number of type Float")
      }
      return NSNumber(value: number)
    case .boolean: return NSNumber(value: try flag(text))
    case .string: return text
    case .date: return try Self.date(text)
    case .uuid:
      guard let id = UUID(uuidString: text) else {
        throw EditingProblem("'\(text)' is not a UUID, such as \(UUID().uuidString)")
      }
      return id
    case .uri:
      guard let url = URL(string: text) else { throw EditingProblem("'\(text)' is not a URI") }
      return url
    case .binary:
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw EditingProblem("the text is not base64")
      }
      return data
    case .transformable, .composite, .objectID, .undefined:
      throw EditingProblem("a form cannot change values of this type")
    }
  }

  private func number<Number: FixedWidthInteger & SignedInteger>(
    _ text: String,
    _ type: Number.Type
  ) throws(EditingProblem) -> NSNumber {
    guard let number = Number(text) else {
      throw EditingProblem("'\(text)' is not a whole number from \(Number.min) to \(Number.max)")
    }
    return NSNumber(value: Int64(number))
  }

  private func real(_ text: String) throws(EditingProblem) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw EditingProblem("'\(text)' is not a number")
    }
    return number
  }

  private func decimal(_ text: String) throws(EditingProblem) -> NSDecimalNumber {
    // `Decimal(string:)` ignores characters after a number.
    let isNumber = text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?/) != nil
    guard isNumber, let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      number.isFinite
    else { throw EditingProblem("'\(text)' is not a decimal number") }
    return NSDecimalNumber(decimal: number)
  }

  private func flag(_ text: String) throws(EditingProblem) -> Bool {
    switch text {
    case "yes": return true
    case "no": return false
    default: throw EditingProblem("'\(text)' is neither yes nor no")
    }
  }

  /// Parses a date such as `2026-01-31`, `2026-01-31 12:00:00.5 UTC` or `-5.0 s after 2001`.
  static func date(_ text: String) throws(EditingProblem) -> Date {
    if text.hasSuffix(" s after 2001"), let seconds = Double(text.dropLast(" s after 2001".count)) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let form =
      /([0-9]{4,6})-([0-9]{2})-([0-9]{2})(?:[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]{1,9})?)?(?: ?UTC|Z)?)?/
    let problem = EditingProblem(
      "'\(text)' is not a date: write 2026-01-31 or 2026-01-31 12:00:00 UTC"
    )
    guard let match = text.wholeMatch(of: form)?.output else { throw problem }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      calendar: calendar,
      timeZone: .gmt,
      year: number(match.1),
      month: number(match.2),
      day: number(match.3),
      hour: number(match.4),
      minute: number(match.5),
      second: number(match.6)
    )
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
      throw problem
    }
    return date.addingTimeInterval(match.7.flatMap { Double("0\($0)") } ?? 0)
  }
}
