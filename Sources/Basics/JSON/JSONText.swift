import Texts

/// Writes a ``JSONValue`` as text.
///
/// Beyond the requirements of JSON, invisible characters are escaped, so that a document may be shown on a terminal;
/// the meaning of the document is the same.
package struct JSONText: Sendable {
  package enum Layout: Sendable, Hashable {
    /// On one line without spaces.
    case compact
    /// One member or element on a line, indented by two spaces.
    case pretty
  }

  package var layout: Layout

  package init(_ layout: Layout = .pretty) {
    self.layout = layout
  }

  /// The text of a document, without a final line end.
  package func text(of value: JSONValue) -> String {
    var text: [UInt8] = []
    write(value, depth: 0, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(_ value: JSONValue, depth: Int, into text: inout [UInt8]) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .integer(let value): text += String(value).utf8
    case .number(let value): text += (value.isFinite ? value.description : "null").utf8
    case .string(let value): Self.quote(value, into: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        beginItem(index, depth: depth, into: &text)
        write(element, depth: depth + 1, into: &text)
      }
      if !elements.isEmpty { breakLine(depth: depth, into: &text) }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        beginItem(index, depth: depth, into: &text)
        Self.quote(member.name, into: &text)
        text.append(UInt8(ascii: ":"))
        if layout == .pretty { text.append(UInt8(ascii: " ")) }
        write(member.value, depth: depth + 1, into: &text)
      }
      if !members.isEmpty { breakLine(depth: depth, into: &text) }
      text.append(UInt8(ascii: "}"))
    }
  }

  private func beginItem(_ index: Int, depth: Int, into text: inout [UInt8]) {
    if index > 0 { text.append(UInt8(ascii: ",")) }
    breakLine(depth: depth + 1, into: &text)
  }

  private func breakLine(depth: Int, into text: inout [UInt8]) {
    guard layout == .pretty else { return }
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text += "  ".utf8 }
  }

  private static func quote(_ string: String, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy(isPlain) {
      text += string.utf8
    } else {
      for scalar in string.unicodeScalars { write(scalar, into: &text) }
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Whether a byte of UTF-8 needs no escape in a string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func write(_ scalar: Unicode.Scalar, into text: inout [UInt8]) {
    switch scalar {
    case "\"": text += "\\\"".utf8
    case "\\": text += "\\\\".utf8
    case "\n": text += "\\n".utf8
    case "\r": text += "\\r".utf8
    case "\t": text += "\\t".utf8
    case _ where scalar.isInvisible: escape(scalar, into: &text)
    default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private static func escape(_ scalar: Unicode.Scalar, into text: inout [UInt8]) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
    }
  }
}
