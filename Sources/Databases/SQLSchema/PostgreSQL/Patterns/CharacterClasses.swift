/// The named character classes of ICU's regular expressions.
enum CharacterClasses {
  static let digits = DoubtfulScalars(ascii: ScalarRanges([0x30...0x39]))
  static let words = DoubtfulScalars(
    ascii: ScalarRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  )

  /// Whether U+000B is white space changed between versions of ICU.
  static let spaces: DoubtfulScalars = {
    let certain = ScalarRanges("\t\n\u{C}\r ")
    return DoubtfulScalars(
      certain: certain,
      possible: certain.union(ScalarRanges("\u{B}\u{1C}\u{1D}\u{1E}\u{1F}")).union(.beyondASCII)
    )
  }()

  /// The characters that a dot matches.
  ///
  /// ICU's documentation names the line terminators; whether all versions agree is uncertain.
  static let dot = DoubtfulScalars(
    certain: ScalarRanges("\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029}").complement,
    possible: ScalarRanges("\n\r").complement
  )

  /// The class of `\p{…}`.
  static func property(_ name: String) -> DoubtfulScalars? {
    let normal = name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
    let ranges: [ClosedRange<UInt32>]
    switch normal {
    case "l", "letter", "alphabetic", "alpha": ranges = [0x41...0x5A, 0x61...0x7A]
    case "lu", "uppercaseletter", "upper", "uppercase": ranges = [0x41...0x5A]
    case "ll", "lowercaseletter", "lower", "lowercase": ranges = [0x61...0x7A]
    case "n", "number", "nd", "decimalnumber", "digit": ranges = [0x30...0x39]
    case "m", "mark", "mn", "mc": ranges = []
    case "zs", "z", "separator", "spaceseparator": ranges = [0x20...0x20]
    case "p", "punctuation":
      return DoubtfulScalars(ascii: ScalarRanges("!\"#%&'()*,-./:;?@[\\]_{}"))
    case "s", "symbol": return DoubtfulScalars(ascii: ScalarRanges("$+<=>^`|~"))
    default: return nil
    }
    return DoubtfulScalars(ascii: ScalarRanges(ranges))
  }
}
