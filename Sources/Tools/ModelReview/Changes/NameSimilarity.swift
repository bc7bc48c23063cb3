import Diagnostics

/// The similarity of two names, from 0 for no resemblance to 1 for equal names.
enum NameSimilarity {
  /// Returns the similarity by edit distance, or by the words of one name inside the other, possibly abbreviated
  /// (`updateInterval` in `paxcounterUpdateInterval`, `desc` in `bookDescription`); case and plurals are ignored.
  static func between(_ left: String, _ right: String) -> Double {
    // A longer text is not a name that a person typed; comparing it takes quadratic time.
    guard left.utf8.count <= 128, right.utf8.count <= 128 else { return left == right ? 1 : 0 }
    let bySlips = bySlips(left, right)
    return isInside(left, right) ? max(bySlips, 0.75) : bySlips
  }

  /// Whether a name is another one prefixed by the name of their owner, as `bookID` in a Book is `id`.
  static func isQualified(_ name: String, by owner: String, equalTo other: String) -> Bool {
    guard max(name.utf8.count, owner.utf8.count, other.utf8.count) <= 128 else { return false }
    return words(of: name) == words(of: owner) + words(of: other)
  }

  /// Returns the similarity by edit distance relative to the length; case and plurals are ignored.
  static func bySlips(_ left: String, _ right: String) -> Double {
    guard left.utf8.count <= 128, right.utf8.count <= 128 else { return left == right ? 1 : 0 }
    let (one, other) = (words(of: left), words(of: right))
    let whole = likeness(one.joined(), other.joined())
    // Common words do not make names similar: `minValue` is not `maxValue`, nor `createdAt` `updatedAt`.
    let (oneRest, otherRest) = (rest(of: one, without: other), rest(of: other, without: one))
    guard !oneRest.isEmpty, !otherRest.isEmpty, oneRest.count < one.count else { return whole }
    let (left, right) = (oneRest.joined(), otherRest.joined())
    let isAlike = likeness(left, right) >= 0.6 || left.contains(right) || right.contains(left)
    return isAlike ? whole : min(whole, 0.5)
  }

  private static func likeness(_ one: String, _ other: String) -> Double {
    let length = max(one.count, other.count)
    guard length > 0 else { return 0 }
    return 1 - Double(EditDistance.between(one, other)) / Double(length)
  }

  private static func rest(of words: [String], without others: [String]) -> [String] {
    var others = others
    return words.filter { word in
      guard let position = others.firstIndex(of: word) else { return true }
      others.remove(at: position)
      return false
    }
  }

  private static func isInside(_ left: String, _ right: String) -> Bool {
    let (one, other) = (words(of: left), words(of: right))
    let (short, long) = one.joined().count < other.joined().count ? (one, other) : (other, one)
    let (inner, outer) = (short.joined(), long.joined())
    guard inner.count >= 3 else { return false }
    return outer.hasPrefix(inner) || outer.hasSuffix(inner) || isSubsequence(short, of: long)
  }

  /// Whether each word, or a longer one that begins with it, is among the others in the same order.
  private static func isSubsequence(_ short: [String], of long: [String]) -> Bool {
    var rest = long[...]
    for word in short {
      guard
        let position = rest.firstIndex(where: {
          $0 == word || (word.count >= 3 && $0.hasPrefix(word))
        })
      else { return false }
      rest = rest[(position + 1)...]
    }
    return !short.isEmpty
  }

  /// The words of a name in lower case, the last one in the singular: an appended underscore is a common
  /// way to derive a new name, and a relationship that becomes to-many gets a plural.
  private static func words(of name: String) -> [String] {
    var words: [String] = [""]
    var wasUppercase = true
    for character in name {
      guard character.isLetter || character.isNumber else {
        words.append("")
        wasUppercase = true
        continue
      }
      if character.isUppercase, !wasUppercase { words.append("") }
      wasUppercase = character.isUppercase
      words[words.count - 1] += character.lowercased()
    }
    words.removeAll(where: \.isEmpty)
    if let last = words.popLast() { words.append(singular(of: last)) }
    return words
  }

  private static func singular(of word: String) -> String {
    guard word.count > 3 else { return word }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if word.hasSuffix("s"), !word.hasSuffix("ss") { return String(word.dropLast()) }
    return word
  }
}
