/// Filters that convert names between naming styles.
let identifierFilters: [Filter] = [
  Filter("upperFirstLetter", "The first letter in upper case, the others as they are.") { call in
    .string(try call.string().upperFirstLetter)
  },
  Filter("titlecase", "An old name of `upperFirstLetter`.") { call in
    .string(try call.string().upperFirstLetter)
  },
  Filter("lowerFirstLetter", "The first letter in lower case, the others as they are.") { call in
    let text = try call.string()
    return .string(text.prefix(1).lowercased() + text.dropFirst())
  },
  Filter("lowerFirstWord", "The first word in lower case, which can be an acronym.") { call in
    .string(try call.string().lowerFirstWord)
  },
  Filter("camelToSnakeCase", "`camelCase` as `camel_case`; with `false` as `camel_Case`.") { call in
    let text = try call.string().camelToSnakeCase
    return .string(try call.flag(at: 0, default: true) ? text.lowercased() : text)
  },
  Filter("snakeToCamelCase", "`snake_case` as `SnakeCase`; with `true` without leading `_`.") {
    call in
    let strips = try call.flag(at: 0, default: false)
    return .string(try call.string().snakeToCamelCase(strippingPrefix: strips))
  },
  Filter("swiftIdentifier", "A valid identifier: `valid`, `normal` or `pretty`.") { call in
    let text = try call.string()
    switch try call.mode(at: 0, default: IdentifierStyle.normal) {
    case .valid: return .string(text.swiftIdentifier(capitalizing: false))
    case .normal: return .string(text.swiftIdentifier(capitalizing: true))
    case .pretty:
      let identifier = text.swiftIdentifier(capitalizing: true)
      let words = identifier.snakeToCamelCase(strippingPrefix: true)
      return .string(words.isEmpty ? identifier : words.beginningAsIdentifier)
    }
  },
  Filter("escapeReservedKeywords", "A keyword of Swift in backticks.") { call in
    let text = try call.string()
    return .string(EscapedKeywords.all.contains(text) ? "`\(text)`" : text)
  },
]

private enum IdentifierStyle: String, CaseIterable {
  case valid
  case normal
  case pretty
}

extension String {
  fileprivate var upperFirstLetter: String {
    var text = self
    let first = text.withUTF8 { bytes -> UInt8? in
      // A mark behind the letter belongs to the first character.
      guard let first = bytes.first, first < 0x80, bytes.dropFirst().first ?? 0 < 0x80 else {
        return nil
      }
      return first
    }
    guard let first else { return prefix(1).uppercased() + dropFirst() }
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    return String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
      _ = buffer.initialize(fromContentsOf: text.utf8)
      buffer[0] = first & ~0x20
      return text.utf8.count
    }
  }

  /// `URLChooser` → `urlChooser`: the last of several upper-case letters begins the second word
  /// if a lower-case letter follows.
  fileprivate var lowerFirstWord: String {
    let upper = unicodeScalars.prefix {
      $0.properties.generalCategory == .uppercaseLetter
        || $0.properties.generalCategory == .titlecaseLetter
    }
    var word = upper
    if upper.count > 1, upper.endIndex < unicodeScalars.endIndex,
      unicodeScalars[upper.endIndex].properties.generalCategory == .lowercaseLetter
    {
      word = upper.dropLast()
    }
    return String(word).lowercased() + String(unicodeScalars[word.endIndex...])
  }

  /// `URLChooserView` → `URL_Chooser_View`: an underscore before an upper-case letter that follows a
  /// lower-case letter or a digit, or that begins a word after an acronym.
  fileprivate var camelToSnakeCase: String {
    let bytes = Array(utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for (index, byte) in bytes.enumerated() {
      if index > 0, byte.isUpper {
        let previous = bytes[index - 1]
        let isFollowedByLower = index + 1 < bytes.count && bytes[index + 1].isLower
        if previous.isLower || previous.isDigit || (previous.isUpper && isFollowedByLower) {
          result.append(UInt8(ascii: "_"))
        }
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `snake_case` → `SnakeCase`.
  ///
  /// In a text without lower-case letters, those after the first of each word become lower-case. Leading
  /// underscores are kept unless they are stripped.
  fileprivate func snakeToCamelCase(strippingPrefix: Bool) -> String {
    let words = split(separator: "_")
    let hasLower = utf8.contains { $0.isLower }
    let joined = words.map { word in
      hasLower ? String(word).upperFirstLetter : String(word).capitalizingWords
    }.joined()
    return strippingPrefix ? joined : prefix { $0 == "_" } + joined
  }

  /// The text with an underscore in place of each character that is invalid in an identifier.
  ///
  /// When capitalizing, the first letter and each letter after such an underscore becomes
  /// upper-case.
  fileprivate func swiftIdentifier(capitalizing: Bool) -> String {
    var result = ""
    let parts = unicodeScalars.split(omittingEmptySubsequences: false) {
      !SwiftIdentifiers.canContinue($0)
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { result += "_" }
      result += capitalizing ? String(part).upperFirstLetter : String(part)
    }
    return result.beginningAsIdentifier
  }

  /// The text with an underscore prepended if its first character is valid in an identifier, but not at its beginning.
  fileprivate var beginningAsIdentifier: String {
    guard let first = unicodeScalars.first, SwiftIdentifiers.canContinue(first),
      !SwiftIdentifiers.canBegin(first)
    else { return self }
    return "_" + self
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLower: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}
