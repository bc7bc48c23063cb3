/// A set of characters, from a character or a class in a pattern.
struct ScalarSet {
  enum Member {
    case one(Unicode.Scalar)
    case range(ClosedRange<UInt32>)
    case digit
    case word
    case space
    case category(@Sendable (Unicode.GeneralCategory) -> Bool)
    case property(@Sendable (Unicode.Scalar.Properties) -> Bool)
    case set(ScalarSet)
  }

  var members: [Member]
  var isNegated = false
  var ignoresCase = false

  init(_ members: [Member], isNegated: Bool = false) {
    self.members = members
    self.isNegated = isNegated
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var found = containsExactly(scalar)
    if !found, ignoresCase {
      found = scalar.otherCases.contains(where: containsExactly)
    }
    return found != isNegated
  }

  private func containsExactly(_ scalar: Unicode.Scalar) -> Bool {
    members.contains { member in
      switch member {
      case .one(let one): one == scalar
      case .range(let range): range.contains(scalar.value)
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .word: scalar.isWord
      case .space: scalar.properties.isWhitespace
      case .category(let holds): holds(scalar.properties.generalCategory)
      case .property(let holds): holds(scalar.properties)
      case .set(let set): set.contains(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether `\w` matches it.
  var isWord: Bool {
    if isASCII {
      return self == "_" || properties.isAlphabetic || properties.generalCategory == .decimalNumber
    }
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default:
      return properties.isAlphabetic || value == 0x200C || value == 0x200D
    }
  }

  /// The same letter in upper and lower case, if that is a single scalar.
  var otherCases: [Unicode.Scalar] {
    [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { mapping in
      let scalars = mapping.unicodeScalars
      return scalars.count == 1 ? scalars.first : nil
    }
  }
}

extension ScalarSet {
  /// The characters of a Unicode property, as in `\p{Lu}`, or of a class such as `[:alpha:]`.
  static func named(_ name: String) -> Member? {
    switch name.lowercased() {
    case "alpha", "alphabetic": return .property { $0.isAlphabetic }
    case "upper", "uppercase": return .property { $0.isUppercase }
    case "lower", "lowercase": return .property { $0.isLowercase }
    case "space", "whitespace", "white_space": return .space
    case "digit": return .digit
    case "word": return .word
    case "alnum": return .set(ScalarSet([.digit, .property { $0.isAlphabetic }]))
    case "punct", "p", "punctuation": return .category { $0.shortName.hasPrefix("P") }
    case "xdigit": return .property { $0.isASCIIHexDigit }
    case "l", "m", "n", "s", "z", "c":
      return .category { $0.shortName.hasPrefix(name.uppercased()) }
    default:
      guard categoryNames.contains(name) else { return nil }
      return .category { $0.shortName == name }
    }
  }

  private static let categoryNames: Set<String> = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]
}

extension Unicode.GeneralCategory {
  fileprivate var shortName: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
