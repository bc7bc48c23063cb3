import Diagnostics

/// "did you mean …", where one of the known names is nearly the one that was written.
///
/// Looking for one reads every known name, so a file with many wrong names in a large model would take
/// forever. Hence the allowance: it lasts for the mistakes of a real model, and what is reported after
/// it has been used up comes without a suggestion.
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
