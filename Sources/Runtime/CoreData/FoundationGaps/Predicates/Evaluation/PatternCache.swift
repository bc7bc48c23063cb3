import Foundation
import ObjectRows

/// The patterns of LIKE and MATCHES in their form for matching.
///
/// The pattern of a comparison is nearly always the same one, so the last one is kept. What Unicode calls equivalent
/// is another pattern.
final class PatternCache {
  private let text: TextComparison
  private let lock = NSLock()
  private var lastWildcards: (source: String, pattern: WildcardPattern)?
  private var lastExpression: (source: String, pattern: WholeExpression?)?

  init(_ text: TextComparison) {
    self.text = text
  }

  /// The pattern of LIKE.
  func wildcards(_ source: String) -> WildcardPattern {
    lock.withLock {
      if let last = lastWildcards, last.source.hasSameBytes(as: source) { return last.pattern }
      let pattern = WildcardPattern(source, text)
      lastWildcards = (source, pattern)
      return pattern
    }
  }

  /// The regular expression of MATCHES; nil when it is none.
  func expression(_ source: String) -> WholeExpression? {
    lock.withLock {
      if let last = lastExpression, last.source.hasSameBytes(as: source) { return last.pattern }
      let pattern = WholeExpression(source, text)
      lastExpression = (source, pattern)
      return pattern
    }
  }
}
