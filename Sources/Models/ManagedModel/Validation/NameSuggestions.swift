import Diagnostics

/// Suggests a known name that is similar to the one written: "did you mean …".
///
/// Each search reads every known name, so a file with many wrong names in a large model would take
/// forever. Hence the allowance: it suffices for the mistakes of a real model, and problems reported after
/// it is used up have no suggestion.
package struct NameSuggestions: Sendable {
  private static let wholeAllowance = 200_000

  private let allowance: Int
  private var used = 0

  /// Whether there was a search after the allowance was used up.
  private var hasRefused = false

  package init() {
    allowance = Self.wholeAllowance
  }

  /// Suggestions for one of several parts of a model that are read at the same time.
  package init(forOneOf parts: Int) {
    allowance = Self.wholeAllowance / max(parts, 1)
  }

  /// Suggestions with the allowance that is left, for the elements that come next.
  package var rest: Self {
    Self(allowance: max(allowance - used, 0))
  }

  private init(allowance: Int) {
    self.allowance = allowance
  }

  /// Whether there were any searches.
  package var hasSearches: Bool { used > 0 || hasRefused }

  /// Takes over the searches of a part that was read with an allowance of its own.
  ///
  /// - Returns: Whether the part would have had the same suggestions with this allowance; if not, nothing changes.
  package mutating func add(_ part: Self) -> Bool {
    guard part.hasSearches else { return true }
    guard !part.hasRefused, used + part.used < allowance else { return false }
    used += part.used
    return true
  }

  /// The hint for a name that is unknown.
  package mutating func hint(
    for name: String,
    among names: @autoclosure () -> [String]
  ) -> String? {
    guard used < allowance else {
      hasRefused = true
      return nil
    }
    let names = names()
    used += names.count + 1
    return Suggestion.didYouMean(name, among: names)
  }
}
