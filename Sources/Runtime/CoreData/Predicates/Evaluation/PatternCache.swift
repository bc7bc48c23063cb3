import Foundation

/// The patterns of LIKE and MATCHES in their form for matching.
///
/// The pattern of a comparison is nearly always the same one, so the last one is kept.
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
      if let lastWildcards, lastWildcards.source == source { return lastWildcards.pattern }
      let pattern = WildcardPattern(source, text)
      lastWildcards = (source, pattern)
      return pattern
    }
  }

  /// The regular expression of MATCHES; nil when it is none.
  func expression(_ source: String) -> WholeExpression? {
    lock.withLock {
      if let lastExpression, lastExpression.source == source { return lastExpression.pattern }
      let pattern = WholeExpression(source, text)
      lastExpression = (source, pattern)
      return pattern
    }
  }
}
