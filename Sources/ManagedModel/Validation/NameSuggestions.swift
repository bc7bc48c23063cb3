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
    return Self.closest(to: name, among: names).map { "did you mean '\($0)'?" }
  }

  private static func closest(to name: String, among names: [String]) -> String? {
    let folded = name.lowercased()
    return names.first { $0.lowercased() == folded }
      ?? names.first {
        abs($0.utf8.count - name.utf8.count) <= 8 && $0.utf8.count <= 256
          && $0.lowercased().isWithinTwoEdits(of: folded)
      }
  }
}

extension String {
  /// Whether at most two characters must be put in, taken out or replaced to arrive at another text.
  fileprivate func isWithinTwoEdits(of other: String) -> Bool {
    let mine = Array(self)
    let theirs = Array(other)
    guard abs(mine.count - theirs.count) <= 2, Swift.max(mine.count, theirs.count) > 3 else {
      return false
    }
    var row = Array(0...theirs.count)
    for (line, character) in mine.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, candidate) in theirs.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return (row.last ?? 0) <= 2
  }
}
