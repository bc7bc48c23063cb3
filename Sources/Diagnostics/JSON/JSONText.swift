/// Writes a ``JSONValue`` as text.
///
/// Beyond what JSON demands, invisible characters are escaped, so that a document may be shown on a
/// terminal; to a reader of JSON that is the same document.
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
    var text = ""
    write(value, depth: 0, into: &text)
    return text
  }

  private func write(_ value: JSONValue, depth: Int, into text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.quote(value, into: &text)
    case .array(let elements):
      write(elements, between: ("[", "]"), depth: depth, into: &text) { element, text in
        write(element, depth: depth + 1, into: &text)
      }
    case .object(let members):
      write(members, between: ("{", "}"), depth: depth, into: &text) { member, text in
        Self.quote(member.name, into: &text)
        text += layout == .pretty ? ": " : ":"
        write(member.value, depth: depth + 1, into: &text)
      }
    }
  }

  private func write<Item>(
    _ items: [Item],
    between brackets: (String, String),
    depth: Int,
    into text: inout String,
    each: (Item, inout String) -> Void
  ) {
    text += brackets.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      breakLine(depth: depth + 1, into: &text)
      each(item, &text)
    }
    if !items.isEmpty { breakLine(depth: depth, into: &text) }
    text += brackets.1
  }

  private func breakLine(depth: Int, into text: inout String) {
    guard layout == .pretty else { return }
    text += "\n"
    text += String(repeating: "  ", count: depth)
  }

  private static func quote(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isInvisible: escape(scalar, into: &text)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar, into text: inout String) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
