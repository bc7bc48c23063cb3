import Foundation
import ObjectRows

/// A cache of compiled patterns of LIKE and MATCHES.
///
/// The pattern of a comparison is nearly always the same, so the last one is cached. Canonically equivalent texts are
/// different patterns.
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

  /// The regular expression of MATCHES; nil if it is invalid.
  func expression(_ source: String) -> WholeExpression? {
    lock.withLock {
      if let last = lastExpression, last.source.hasSameBytes(as: source) { return last.pattern }
      let pattern = WholeExpression(source, text)
      lastExpression = (source, pattern)
      return pattern
    }
  }
}
