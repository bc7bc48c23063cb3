/// Suggestions for nonexistent words.
package enum Suggestion {
  /// The nearest of the existing words; nil if none is near.
  ///
  /// The allowed edit distance depends on the length of the word: none for one or two letters, one for up to five,
  /// two for up to eight, otherwise three. An incomplete word is near, too, if only one candidate begins with it.
  /// Among equals the first wins.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard !word.isEmpty, word.utf8.count <= longest else { return nil }
    let typed = word.lowercased()
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where candidate.utf8.count <= longest {
      let known = candidate.lowercased()
      let allowed = slips(in: min(typed.count, known.count))
      guard abs(typed.count - known.count) <= allowed else { continue }
      let distance = EditDistance.between(typed, known)
      if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    if let best { return best.candidate }
    let begun = candidates.filter { $0.lowercased().hasPrefix(typed) }
    return typed.count >= 2 && begun.count == 1 ? begun.first : nil
  }

  /// The hint "did you mean …?"; nil if no word is near.
  package static func didYouMean(
    _ word: String,
    among candidates: some Sequence<String>
  ) -> String? {
    nearest(to: word, among: candidates).map { "did you mean '\($0)'?" }
  }

  /// The length of the longest word that is compared, because the cost is quadratic.
  ///
  /// Names are short.
  private static let longest = 64

  private static func slips(in length: Int) -> Int {
    switch length {
    case ...1: 0
    case ...5: 1
    case ...8: 2
    default: 3
    }
  }
}

/// The edit distance of two words.
package enum EditDistance {
  /// The least number of letters inserted, deleted, replaced, or swapped with their neighbor, without editing any
  /// part twice (optimal string alignment).
  package static func between(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var distance = min(
          current[column] + 1,
          last[column + 1] + 1,
          last[column] + (character == other ? 0 : 1)
        )
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
