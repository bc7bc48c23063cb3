import Diagnostics

/// How alike two names are, from 0 for strangers to 1 for the same.
enum NameSimilarity {
  /// Few slips for the length of the names, or one name inside the other
  /// (`updateInterval` in `paxcounterUpdateInterval`), case aside.
  static func between(_ left: String, _ right: String) -> Double {
    // What is longer is no name that a person typed, and not worth the square of its length.
    guard left.utf8.count <= 128, right.utf8.count <= 128 else { return left == right ? 1 : 0 }
    let (left, right) = (letters(of: left), letters(of: right))
    let length = max(left.count, right.count)
    guard length > 0 else { return 0 }
    let bySlips = 1 - Double(EditDistance.between(left, right)) / Double(length)
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    let isInside =
      short.count >= 3 && (long.hasPrefix(short) || long.hasSuffix(short))
    return isInside ? max(bySlips, 0.75) : bySlips
  }

  /// The letters and digits: an underscore at the end is a common way to make a new name of an old one.
  private static func letters(of name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
