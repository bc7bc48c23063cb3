import Foundation
import Synchronization

/// A regular expression that has to match a whole string.
///
/// Some expressions, such as `(a+)+b`, take exponential time for a short string. So the effort for one string is
/// limited, and so is that for all strings that exceed it. If the limit is reached, the string does not match.
struct WholeExpression {
  private let expression: NSRegularExpression
  private let effort = MatchEffort()
  private let text: TextComparison

  /// Creates the expression; nil if the pattern is invalid.
  ///
  /// - Parameters:
  ///   - pattern: A regular expression in ICU's syntax.
  ///   - text: The options: the expression itself ignores case, diacritics are removed.
  init?(_ pattern: String, _ text: TextComparison) {
    let options: NSRegularExpression.Options = text.ignoresCase ? .caseInsensitive : []
    let source = text.withoutDiacritics(pattern)
    // The pattern must be valid by itself, not only inside of the group.
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
    // The matcher calls back before it returns.
    nonisolated(unsafe) var reports = 0
    nonisolated(unsafe) var isMatch = false
    let allowed = effort.allowance
    expression.enumerateMatches(in: string, options: .reportProgress, range: whole) {
      match,
      _,
      stop in
      if match != nil {
        isMatch = true
        stop.pointee = true
      } else {
        reports += 1
        if reports > allowed { stop.pointee = true }
      }
    }
    if reports > 0 { effort.spend(reports) }
    return isMatch
  }
}

/// The remaining effort for an expression.
///
/// It is counted in progress reports, of which there is one for each ten thousand steps of the matcher: the result is
/// the same on every machine.
private final class MatchEffort: Sendable {
  /// The limit for one string, about a fifth of a second.
  private static let forOneString = 500

  /// The limit for all strings, about two seconds; then none may take even one report.
  private static let forAllStrings = 5_000

  private let spent = Atomic(0)

  var allowance: Int {
    spent.load(ordering: .relaxed) > Self.forAllStrings ? 0 : Self.forOneString
  }

  func spend(_ reports: Int) { spent.add(reports, ordering: .relaxed) }
}

extension TextComparison {
  /// The string without diacritics if these are ignored; the case stays.
  fileprivate func withoutDiacritics(_ string: String) -> String {
    guard ignoresDiacritics else { return string }
    return string.folding(options: .diacriticInsensitive, locale: nil)
  }
}
