import Diagnostics
import SwiftSource

/// A valid Swift identifier.
///
/// Invisible characters, which Swift would allow, are refused: names that look the same must be the same.
package struct SwiftIdentifier: Sendable, Hashable {
  /// The name without backticks, for deriving other names from it.
  package let bare: String

  /// The name as written in code.
  package var text: String {
    ReservedSwiftWords.all.contains(bare) ? "`\(bare)`" : bare
  }

  /// The name with its first character capitalized, for use after a prefix (`addToPlayers`).
  ///
  /// Nothing else changes, as in Xcode's accessors.
  package var suffix: String {
    guard bare.utf8.prefix(2).allSatisfy({ $0 < 0x80 }) else {
      return bare.prefix(1).uppercased() + bare.dropFirst()
    }
    // The first character is a single scalar, as in nearly all names.
    var bytes = Array(bare.utf8)
    guard let first = bytes.first, first &- UInt8(ascii: "a") < 26 else { return bare }
    bytes[0] = first & ~0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Creates an identifier from a name, or nil if it is not valid.
  package init?(exactly name: String) {
    guard Self.isIdentifier(name) else { return nil }
    bare = name
  }

  /// An identifier as close to a text as possible: invalid characters become `_`.
  package init(near text: String) {
    guard !Self.isIdentifier(text) else {
      bare = text
      return
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(Self.longestMade) {
      result.append(Self.canContinue(scalar) ? scalar : "_")
    }
    var name = String(result)
    if let first = name.unicodeScalars.first, !Self.canBegin(first) { name = "_" + name }
    // A lone underscore means "nothing" in Swift, and so may several.
    if name.unicodeScalars.allSatisfy({ $0 == "_" }) { name = "_" + name + "unnamed" }
    bare = name
  }

  private init(unchecked bare: String) {
    self.bare = bare
  }

  /// The identifier with letters, digits or underscores appended.
  func appending(_ more: String) -> Self {
    Self(unchecked: bare + SwiftIdentifier.tail(more))
  }

  /// The identifier with its first character lower-cased; of several leading capitals (`URLs`) all but the last.
  var lowerCased: Self {
    let capitals = bare.prefix { $0.isUppercase }
    let isWholeName = capitals.endIndex == bare.endIndex
    let head = capitals.count > 1 && !isWholeName ? capitals.dropLast() : capitals
    return Self(unchecked: head.lowercased() + bare[head.endIndex...])
  }

  private static func tail(_ more: String) -> String {
    String(String.UnicodeScalarView(more.unicodeScalars.map { canContinue($0) ? $0 : "_" }))
  }

  /// The length at which names that must be changed anyway are cut.
  private static let longestMade = 1_000

  private static func isIdentifier(_ name: String) -> Bool {
    if isPlainIdentifier(name) { return true }
    guard let first = name.unicodeScalars.first, canBegin(first), name != "_" else { return false }
    return name.unicodeScalars.allSatisfy(canContinue)
  }

  /// Whether a name is an identifier of ASCII letters and digits, which is fast to decide.
  private static func isPlainIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    case _ where scalar.isASCII: false
    default: scalar.properties.isXIDStart || isEmoji(scalar)
    }
  }

  private static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    case _ where scalar.isASCII || scalar.isInvisible: false
    default: scalar.properties.isXIDContinue && !isJoiner(scalar) || isEmoji(scalar)
    }
  }

  /// Whether a scalar is an emoji outside the basic plane; those within it are operators in Swift.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F000 && scalar.properties.isEmoji
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
      || scalar.properties.isDefaultIgnorableCodePoint
  }
}
