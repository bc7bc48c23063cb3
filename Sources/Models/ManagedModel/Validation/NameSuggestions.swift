import Diagnostics

/// Suggests a known name that is similar to the one written: "did you mean …".
///
/// Each search reads every known name, so a file with many wrong names in a large model would take
/// forever. Hence the allowance: it suffices for the mistakes of a real model, and problems reported after
/// it is used up have no suggestion.
package struct NameSuggestions: Sendable {
  private var allowance = 200_000

  package init() {}

  /// The hint for a name that is unknown.
  package mutating func hint(
    for name: String,
    among names: @autoclosure () -> [String]
  ) -> String? {
    guard allowance > 0 else { return nil }
    let names = names()
    allowance -= names.count + 1
    return Suggestion.didYouMean(name, among: names)
  }
}
