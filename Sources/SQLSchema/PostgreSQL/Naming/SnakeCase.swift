/// Turns names of the model into names that people type without quotes.
enum SnakeCase {
  /// `uniformColor` → `uniform_color`, `URLString` → `url_string`, `playerIDs` → `player_ids`.
  ///
  /// Letters and digits of all scripts stay; everything else becomes an underscore, so that nothing
  /// invisible and no quote is left.
  static func name(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if beginsWord(at: index, in: scalars), let last = result.last, last != "_" {
        result.append("_")
      }
      if isWordPart(scalar) {
        result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      } else {
        result.append("_")
      }
    }
    return String(result)
  }

  /// The name as the model would spell it: `uniform_color` → `uniformColor` or `UniformColor`.
  static func camelCase(_ name: String, capitalized: Bool) -> String {
    var result = ""
    for (index, word) in name.split(separator: "_").enumerated() {
      if index == 0, !capitalized {
        result += word
      } else {
        result += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    return result
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether an upper-case letter begins a word: after a lower-case letter or digit, or as the last of
  /// several before a lower-case letter (`URLString`), unless that is the plural of the letters (`IDs`).
  private static func beginsWord(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, scalars[index].properties.isUppercase else { return false }
    let previous = scalars[index - 1].properties
    guard previous.isUppercase else { return true }
    guard index + 1 < scalars.count, scalars[index + 1].properties.isLowercase else { return false }
    let isPlural =
      scalars[index + 1] == "s"
      && (index + 2 == scalars.count || !scalars[index + 2].properties.isLowercase)
    return !isPlural
  }
}
