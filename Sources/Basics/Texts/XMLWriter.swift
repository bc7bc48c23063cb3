/// Writes XML with one element per line, indented by its depth.
package struct XMLWriter {
  /// The name and the escaped value of an attribute.
  package typealias Attribute = (name: String, rawText: String)

  package private(set) var bytes: [UInt8] = []
  private let indentation: Int
  private var depth = 0

  /// Begins with the XML declaration.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces for each level; four in Xcode's files.
  ///   - isStandalone: Whether the declaration says that the document needs no other files, as Xcode's do.
  package init(indentation: Int, isStandalone: Bool) {
    self.indentation = indentation
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"")
    append(isStandalone ? " standalone=\"yes\"?>" : "?>")
  }

  /// Writes an element.
  ///
  /// The values of its attributes are already escaped.
  package mutating func element(
    _ name: String,
    _ attributes: [Attribute] = [],
    hasChildren: Bool = false,
    children: (inout Self) -> Void = { _ in }
  ) {
    startTag(name, attributes)
    guard hasChildren else {
      append("/>")
      return
    }
    append(">")
    depth += 1
    children(&self)
    depth -= 1
    startLine()
    endTag(name)
  }

  /// Writes an element that contains only text, in one line.
  ///
  /// Carriage returns are escaped: a parser would convert them to line feeds.
  package mutating func element(_ name: String, _ attributes: [Attribute], text: String) {
    startTag(name, attributes)
    append(">")
    MarkupText.append(text, to: &bytes, also: .carriageReturns)
    endTag(name)
  }

  package mutating func comment(_ text: String) {
    startLine()
    append("<!--")
    append(text)
    append("-->")
  }

  package mutating func instruction(_ text: String) {
    startLine()
    append("<?")
    append(text)
    append("?>")
  }

  package mutating func text(_ text: String) {
    startLine()
    MarkupText.append(text, to: &bytes)
  }

  package mutating func lineBreak() {
    append("\n")
  }

  private mutating func startTag(_ name: String, _ attributes: [Attribute]) {
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
  }

  private mutating func endTag(_ name: String) {
    append("</")
    append(name)
    append(">")
  }

  private mutating func startLine() {
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation * depth))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
