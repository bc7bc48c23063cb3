import Foundation

/// A regular expression that has to match a whole string.
struct WholeExpression {
  private let expression: NSRegularExpression
  private let text: TextComparison

  /// Makes the expression; nil when the pattern is none.
  ///
  /// - Parameters:
  ///   - pattern: A regular expression as ICU has it.
  ///   - text: What is ignored: the case by the expression itself, diacritics by leaving them out.
  init?(_ pattern: String, _ text: TextComparison) {
    let options: NSRegularExpression.Options = text.ignoresCase ? .caseInsensitive : []
    let source = text.withoutDiacritics(pattern)
    // The pattern must be one by itself, not only inside of the group.
    guard (try? NSRegularExpression(pattern: source, options: options)) != nil,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: options)
    else { return nil }
    self.expression = expression
    self.text = text
  }

  /// Whether the whole string matches.
  func matches(_ string: String) -> Bool {
    let string = text.withoutDiacritics(string)
    let whole = NSRange(location: 0, length: string.utf16.count)
    return expression.firstMatch(in: string, range: whole) != nil
  }
}

extension TextComparison {
  /// The string without diacritics if these are ignored; the case stays.
  fileprivate func withoutDiacritics(_ string: String) -> String {
    guard ignoresDiacritics else { return string }
    return string.folding(options: .diacriticInsensitive, locale: nil)
  }
}
