import Diagnostics

/// Texts as Swift comments.
package enum SwiftComment {
  /// The lines of a text, each escaped for the text after `//` or `///`.
  ///
  /// Every kind of line end breaks a line, so that no part of the text can leave the comment; other
  /// invisible characters are written out. Empty lines at both ends are dropped.
  package static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if isLineEnd(scalar) {
        if scalar == "\n" && previous == "\r" { continue }
        lines.append(finished(line))
        line = String.UnicodeScalarView()
      } else {
        line.append(scalar == "\t" ? " " : scalar)
      }
    }
    lines.append(finished(line))
    let content = lines.drop { $0.isEmpty }
    return Array(
      content.prefix(upTo: content.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? content.startIndex)
    )
  }

  /// The text on one line, escaped for any place in a comment of either kind.
  package static func inline(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in lines(text).joined(separator: " ").unicodeScalars {
      let opens = previous == "/" && scalar == "*"
      let closes = previous == "*" && scalar == "/"
      if opens || closes { result += " " }
      result.unicodeScalars.append(scalar)
      previous = scalar
    }
    return result
  }

  private static func finished(_ line: String.UnicodeScalarView) -> String {
    var scalars = line[...]
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars).visible
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
