/// Tries a regular expression on a text, where that cannot take long.
enum PatternTrial {
  /// Whether the whole text matches; nil when the pattern is not tried, or not understood.
  static func matches(_ pattern: String, _ text: String) -> Bool? {
    guard isCheap(pattern, length: text.utf8.count), let regex = try? Regex(pattern) else {
      return nil
    }
    return text.wholeMatch(of: regex) != nil
  }

  /// The steps that matching may take at most, as far as that is known without matching.
  private static let mostSteps = 200_000

  /// Each repetition may try every length, and each choice every alternative.
  ///
  /// A pattern that looks at the same characters repeatedly (a group that is repeated, a look-around, a
  /// reference back) is not tried at all, nor what some dialects of regular expressions read differently.
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

  /// Whether a count such as `{1000}` would make a small pattern large.
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
