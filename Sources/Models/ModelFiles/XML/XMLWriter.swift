import Texts

/// Writes XML as Xcode does: four spaces per level, one element per line, no line break at the end.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  /// Begins with the XML declaration.
  init() {
    append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>")
  }

  /// Writes an element.
  ///
  /// The values of its attributes are already escaped.
  mutating func element(
    _ name: String,
    _ attributes: [(name: String, rawText: String)] = [],
    hasChildren: Bool = false,
    children: (inout Self) -> Void = { _ in }
  ) {
    startLine()
    append("<")
    append(name)
    for attribute in attributes {
      append(" ")
      append(attribute.name)
      append("=\"")
      append(attribute.rawText)
      append("\"")
    }
    guard hasChildren else {
      append("/>")
      return
    }
    append(">")
    depth += 1
    children(&self)
    depth -= 1
    startLine()
    append("</")
    append(name)
    append(">")
  }

  mutating func comment(_ text: String) {
    startLine()
    append("<!--")
    append(text)
    append("-->")
  }

  mutating func instruction(_ text: String) {
    startLine()
    append("<?")
    append(text)
    append("?>")
  }

  mutating func text(_ text: String) {
    startLine()
    MarkupText.append(text, to: &bytes)
  }

  mutating func lineBreak() {
    append("\n")
  }

  private mutating func startLine() {
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 4 * depth))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
