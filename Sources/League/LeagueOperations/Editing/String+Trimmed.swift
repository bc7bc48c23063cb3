import Foundation

extension String {
  /// The text without surrounding white space, in composed form.
  ///
  /// A letter with an accent can be written as one character or as two, which look the same; stores and files compare
  /// the characters.
  var trimmed: String {
    trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
  }

  /// The Unicode normalization forms in which a store may contain the text.
  var storedForms: [String] {
    [precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
  }

  /// The first character that moves a cursor, ends a line or changes the direction of other text, as `U+0007`.
  ///
  /// Joiners, which some languages need, are not included.
  var controlCharacter: String? {
    let found = unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x202A...0x202E, 0x2066...0x2069: true
      default:
        [.control, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
      }
    }
    return found.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
