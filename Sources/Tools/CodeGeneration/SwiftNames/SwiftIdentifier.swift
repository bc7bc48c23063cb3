import Diagnostics
import SwiftSource

/// A name that Swift takes for an identifier.
///
/// Invisible characters, which Swift would allow, are refused: two names that look alike must be alike.
package struct SwiftIdentifier: Sendable, Hashable {
  /// The name without backticks, for making other names of it.
  package let bare: String

  /// The name as it stands in code.
  package var text: String {
    ReservedSwiftWords.all.contains(bare) ? "`\(bare)`" : bare
  }

  /// The name with its first character upper-cased, for standing behind a prefix (`addToPlayers`).
  ///
  /// Nothing else changes, as in Xcode's accessors.
  package var suffix: String {
    guard bare.utf8.prefix(2).allSatisfy({ $0 < 0x80 }) else {
      return bare.prefix(1).uppercased() + bare.dropFirst()
    }
    // No second scalar is part of the first character, as in nearly all names.
    var bytes = Array(bare.utf8)
    guard let first = bytes.first, first &- UInt8(ascii: "a") < 26 else { return bare }
    bytes[0] = first & ~0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The identifier that a name is, or nil if it is none.
  package init?(exactly name: String) {
    guard Self.isIdentifier(name) else { return nil }
    bare = name
  }

  /// An identifier as close to a text as possible: what cannot stand in an identifier becomes `_`.
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
    // A lone underscore means "nothing" in Swift, and so may many.
    if name.unicodeScalars.allSatisfy({ $0 == "_" }) { name = "_" + name + "unnamed" }
    bare = name
  }

  private init(unchecked bare: String) {
    self.bare = bare
  }

  /// The identifier with more letters, digits or underscores behind it.
  func appending(_ more: String) -> Self {
    Self(unchecked: bare + SwiftIdentifier.tail(more))
  }

  /// The identifier with its first character lower-cased; of leading capitals (`URLs`) all but the last.
  var lowerCased: Self {
    let capitals = bare.prefix { $0.isUppercase }
    let isWholeName = capitals.endIndex == bare.endIndex
    let head = capitals.count > 1 && !isWholeName ? capitals.dropLast() : capitals
    return Self(unchecked: head.lowercased() + bare[head.endIndex...])
  }

  private static func tail(_ more: String) -> String {
    String(String.UnicodeScalarView(more.unicodeScalars.map { canContinue($0) ? $0 : "_" }))
  }

  /// Longer names are cut when they have to be changed anyway.
  private static let longestMade = 1_000

  private static func isIdentifier(_ name: String) -> Bool {
    if isPlainIdentifier(name) { return true }
    guard let first = name.unicodeScalars.first, canBegin(first), name != "_" else { return false }
    return name.unicodeScalars.allSatisfy(canContinue)
  }

  /// Whether a name is an identifier of letters and digits of ASCII, which is quick to decide.
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

  /// The pictures outside the basic plane; those within it are operators to Swift.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F000 && scalar.properties.isEmoji
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
      || scalar.properties.isDefaultIgnorableCodePoint
  }
}
