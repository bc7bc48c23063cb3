import SQLDriver

/// Writes the parts of statements, with the quotes of the dialect.
enum PostgreSQLText {
  static let dialect = SQLDialect.postgreSQL

  /// Quotes a name from a ``DatabaseNameScope``; the dialect can quote all of these.
  static func identifier(_ name: String) -> String {
    (try? dialect.identifier(name)) ?? dialect.identifierQuotes.open
      + dialect.identifierQuotes.close
  }

  /// Names in quotes, separated by commas.
  static func list(_ names: [String]) -> String {
    names.map(identifier).joined(separator: ", ")
  }

  /// The literal; nil for a text that PostgreSQL cannot hold.
  static func literal(_ text: String) -> String? {
    try? dialect.textLiteral(text)
  }

  /// A literal in which everything but ASCII is written as an escape, so that a reviewer sees it.
  static func escapedLiteral(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 }) else { return literal(text) }
    guard !text.utf8.contains(0) else { return nil }
    var result = "E'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": result += "''"
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value > 0xFFFF ? 8 : 4
        result += scalar.value > 0xFFFF ? "\\U" : "\\u"
        result += String(repeating: "0", count: max(width - digits.count, 0)) + digits
      }
    }
    return result + "'"
  }

  /// A comment at the end of a line or on a line of its own.
  ///
  /// Nothing in the text can terminate it.
  static func comment(_ text: String) -> String {
    var result = "-- "
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The condition that a column of entity numbers holds one of the given ones.
  static func isAmong(_ column: String, _ numbers: ClosedRange<Int>) -> String {
    numbers.count == 1
      ? "\(column) = \(numbers.lowerBound)"
      : "\(column) BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  /// The opposite of ``isAmong(_:_:)``.
  static func isNotAmong(_ column: String, _ numbers: ClosedRange<Int>) -> String {
    numbers.count == 1
      ? "\(column) <> \(numbers.lowerBound)"
      : "\(column) NOT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  /// A time as a literal; nil if PostgreSQL cannot represent it.
  ///
  /// Seconds are counted from 2001-01-01 00:00:00 UTC.
  static func timestamp(_ seconds: Double) -> String? {
    if seconds.isInfinite { return seconds > 0 ? "'infinity'" : "'-infinity'" }
    let microseconds = (seconds * 1_000_000).rounded()
    // From 4713 BC to 294276 AD.
    guard seconds.isFinite, microseconds > -2.11e17, microseconds < 9.16e18 else { return nil }
    let whole = Int64(seconds.rounded(.down))
    var fraction = Int64(((seconds - Double(whole)) * 1_000_000).rounded())
    var moment = whole
    if fraction >= 1_000_000 {
      fraction -= 1_000_000
      moment += 1
    }
    var days = moment / 86_400
    var rest = moment % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    let date = CivilDate(daysSince2001: days)
    let year = date.year > 0 ? date.year : 1 - date.year
    var text = "\(padded(year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2)) "
    text += "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    if fraction > 0 { text += ".\(padded(fraction, 6))" }
    return "'\(text)+00\(date.year > 0 ? "" : " BC")'"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}

/// A day of the proleptic Gregorian calendar.
private struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  /// Counts years from March, so that the leap day is the last of its year.
  init(daysSince2001: Int64) {
    // From 0000-03-01 to 2001-01-01.
    let days = daysSince2001 + 730_791
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
