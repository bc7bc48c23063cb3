import Diagnostics

/// File names that are safe on every file system.
package enum SafeFileName {
  /// A file name, without its extension, as close to a text as possible.
  ///
  /// Path separators, and characters special to Windows or shells, become `_`; so does a leading or
  /// final dot, which excludes `..` and hidden files. Long names are cut.
  package static func of(_ text: String) -> String {
    if isPlain(text) { return devices.contains(text.lowercased()) ? "_" + text : text }
    var name = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      let kept = isSafe(scalar) ? scalar : "_"
      bytes += UTF8.width(kept)
      guard bytes <= longest else { break }
      name.append(kept)
    }
    if name.first == "." || name.first == "-" || name.first == " " {
      name.replaceSubrange(...name.startIndex, with: ["_"])
    }
    if let last = name.indices.last, name[last] == "." || name[last] == " " {
      name.replaceSubrange(last...last, with: ["_"])
    }
    let result = String(name)
    guard !result.isEmpty else { return "_" }
    return devices.contains(stem(of: result)) ? "_" + result : result
  }

  /// Whether a text consists of a few ASCII letters, digits and underscores, and so is a file name as it is.
  private static func isPlain(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
          || $0 == UInt8(ascii: "_")
      }
  }

  /// The limit that leaves room for `+CoreDataProperties.swift` and so on within the 255 bytes of common file systems.
  private static let longest = 180

  private static func stem(of name: String) -> String {
    name.prefix { $0 != "." }.lowercased()
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "`", "$", "%", "'", "\u{7F}": false
    case "\u{200C}", "\u{200D}": false
    default: !scalar.isInvisible
    }
  }

  /// Names that Windows reserves for devices, whatever follows the first dot.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
  )
}
