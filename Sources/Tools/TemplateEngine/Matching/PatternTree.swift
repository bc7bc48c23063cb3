/// A regular expression as a tree.
indirect enum PatternTree {
  case empty
  case set(ScalarSet)
  case sequence([PatternTree])
  case choice([PatternTree])
  case repetition(PatternTree, from: Int, upTo: Int?, Eagerness)
  /// A capturing group with its number.
  case group(Int, PatternTree)
  /// A group without backtracking.
  case atomic(PatternTree)
  case reference(Int, ignoringCase: Bool)
  case position(Position)
  case lookahead(PatternTree, isNegated: Bool)
  case lookbehind(PatternTree, width: Int, isNegated: Bool)

  enum Eagerness {
    case greedy
    case lazy
    case possessive
  }

  /// A condition on a position between characters.
  enum Position {
    case textStart
    case textEnd
    /// The end of the text, or before its last line break.
    case lastLineEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
  }

  /// The number of characters that it matches, if it is fixed.
  var fixedWidth: Int? {
    switch self {
    case .empty, .position, .lookahead, .lookbehind: return 0
    case .set: return 1
    case .group(_, let inner), .atomic(let inner): return inner.fixedWidth
    case .reference: return nil
    case .sequence(let parts):
      return parts.reduce(0) { sum, part in
        guard let sum, let width = part.fixedWidth else { return nil }
        return sum + width
      }
    case .choice(let choices):
      guard let first = choices.first?.fixedWidth else { return nil }
      return choices.allSatisfy { $0.fixedWidth == first } ? first : nil
    case .repetition(let inner, let least, let most, _):
      guard least == most, let width = inner.fixedWidth else { return nil }
      return width * least
    }
  }
}
