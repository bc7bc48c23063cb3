/// Matches a regular expression with a text, if that is certainly fast.
enum PatternTrial {
  /// Whether the whole text matches; nil when the pattern is too complex or not understood.
  static func matches(_ pattern: String, _ text: String) -> Bool? {
    guard isCheap(pattern, length: text.utf8.count), let regex = try? Regex(pattern) else {
      return nil
    }
    return text.wholeMatch(of: regex) != nil
  }

  /// The maximum number of steps, estimated without matching.
  private static let mostSteps = 200_000

  /// Whether matching is certainly fast: each repetition may try every length, and each choice every alternative.
  ///
  /// A pattern that visits the same characters repeatedly (a repeated group, a look-around, a
  /// backreference) is never tried, nor is one that dialects of regular expressions read differently.
  private static func isCheap(_ pattern: String, length: Int) -> Bool {
    guard pattern.utf8.count <= 256, length <= 64 else { return false }
    guard pattern.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else { return false }
    var steps = length + 1
    var previous: Character?
    var inClass = false
    for character in pattern {
      defer { previous = previous == "\\" && character == "\\" ? nil : character }
      if previous == "\\" {
        guard "dDwWsS.-+*?()[]{}|^$/\\@_".contains(character) else { return false }
        continue
      }
      if inClass {
        if character == "[" || character == "&" { return false }
        if character == "]" { inClass = false }
        continue
      }
      switch character {
      case "[": inClass = true
      case "*", "+", "?", "{":
        if previous == ")" { return false }
        if previous == "(" && character == "?" { return false }
        steps *= length + 1
      case "|": steps *= 2
      default: break
      }
      if steps > mostSteps { return false }
    }
    return !hasLongCount(pattern)
  }

  /// Whether a count such as `{1000}` multiplies the size of a small pattern.
  private static func hasLongCount(_ pattern: String) -> Bool {
    var digits = 0
    var isCount = false
    for character in pattern {
      if character == "{" { isCount = true }
      if character == "}" { isCount = false }
      digits = isCount && character.isNumber ? digits + 1 : 0
      if digits > 3 { return true }
    }
    return false
  }
}
