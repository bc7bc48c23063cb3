/// Converts names of the model to names that need no quotes.
enum SnakeCase {
  /// `uniformColor` → `uniform_color`, `URLString` → `url_string`, `playerIDs` → `player_ids`.
  ///
  /// Letters and digits of all scripts stay; everything else becomes an underscore, so that no invisible character
  /// and no quote remains.
  static func name(_ name: String) -> String {
    if let plain = plainName(name) { return plain }
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

  /// The fast path for a name of ASCII letters, digits and underscores; nil for others.
  private static func plainName(_ name: String) -> String? {
    var result: [UInt8] = []
    let bytes = Array(name.utf8)
    result.reserveCapacity(bytes.count + 8)
    func isUpper(_ index: Int) -> Bool {
      index < bytes.count && (0x41...0x5A).contains(bytes[index])
    }
    func isLower(_ index: Int) -> Bool {
      index < bytes.count && (0x61...0x7A).contains(bytes[index])
    }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x5F: result.append(byte)
      case 0x41...0x5A:
        let isPlural = index + 1 < bytes.count && bytes[index + 1] == 0x73 && !isLower(index + 2)
        let begins =
          index > 0 && (!isUpper(index - 1) || (isLower(index + 1) && !isPlural))
        if begins, result.last != 0x5F { result.append(0x5F) }
        result.append(byte + 0x20)
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Converts a name back to the model's style: `uniform_color` → `uniformColor` or `UniformColor`.
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
