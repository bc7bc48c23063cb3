/// The word that was probably meant by one that does not exist.
package enum Suggestion {
  /// The nearest of the words that do exist, or nil if none is near.
  ///
  /// Near means few slips for the length of the word: none to be forgiven in one or two letters, one in
  /// up to five, two in up to eight, else three. A word that is begun and not finished is meant as well,
  /// if only one candidate goes on from it. Among equals the first wins.
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

  /// The hint "did you mean …?", or nil if no word is near.
  package static func didYouMean(
    _ word: String,
    among candidates: some Sequence<String>
  ) -> String? {
    nearest(to: word, among: candidates).map { "did you mean '\($0)'?" }
  }

  /// Names are short.
  ///
  /// The longest word that is compared, as the cost is the square of the length.
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

/// The number of slips of typing that lie between two words.
package enum EditDistance {
  /// The least number of letters inserted, left out, replaced, or swapped with their neighbour, where no
  /// stretch is edited twice (optimal string alignment).
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
