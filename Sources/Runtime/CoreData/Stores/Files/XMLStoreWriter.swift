import Foundation
import PropertyLists
import Texts

/// Writes the file of an XML store.
struct XMLStoreWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ contents: StoredContents) {
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    open(0, "store", [("type", "XML"), ("format", "1"), ("last", String(contents.lastNumber))])
    open(1, "metadata", [])
    for entry in contents.metadata.entries { write(entry.value, name: entry.key, depth: 2) }
    close(1, "metadata")
    for object in contents.objects { write(object) }
    close(0, "store")
  }

  private mutating func write(_ object: StoredObject) {
    open(
      1,
      "object",
      [
        ("entity", object.entity), ("number", String(object.number)),
        ("version", String(object.version)),
      ]
    )
    for attribute in object.attributes { write(attribute, depth: 2) }
    for relationship in object.relationships {
      let numbers = relationship.destinations.map(String.init).joined(separator: " ")
      leaf(2, "relationship", [("name", relationship.name)], .text(numbers))
    }
    close(1, "object")
  }

  private mutating func write(_ attribute: StoredAttribute, depth: Int) {
    let content: Content
    switch attribute.value {
    case .boolean(let flag): content = .text(flag ? "true" : "false")
    case .integer(let number): content = .text(String(number))
    case .double(let number): content = .text(number.description)
    case .float(let number): content = .text(number.description)
    case .date(let seconds): content = .text(seconds.description)
    case .string(let text), .decimal(let text), .uuid(let text), .uri(let text),
      .objectID(let text):
      content = .text(text)
    case .data(let data), .archive(let data): content = .data(data)
    case .composite(let members):
      open(depth, "attribute", [("name", attribute.name), ("type", attribute.value.typeName)])
      for member in members { write(member, depth: depth + 1) }
      return close(depth, "attribute")
    }
    let attributes = [("name", attribute.name), ("type", attribute.value.typeName)]
    leaf(depth, "attribute", attributes, content)
  }

  private mutating func write(_ value: PropertyList, name: String?, depth: Int) {
    let naming = name.map { [("name", $0)] } ?? []
    switch value {
    case .string(let text): leaf(depth, "value", naming + [("type", "string")], .text(text))
    case .integer(let number): plain(number.description, "integer", naming, depth)
    case .real(let number): plain(number.description, "real", naming, depth)
    case .boolean(let flag): plain(flag ? "true" : "false", "boolean", naming, depth)
    case .date(let seconds): plain(seconds.description, "date", naming, depth)
    case .uid(let number): plain(number.description, "integer", naming, depth)
    case .data(let data): leaf(depth, "value", naming + [("type", "data")], .data(data))
    case .array(let elements):
      open(depth, "value", naming + [("type", "array")])
      for element in elements { write(element, name: nil, depth: depth + 1) }
      close(depth, "value")
    case .dictionary(let list):
      open(depth, "value", naming + [("type", "dictionary")])
      for entry in list.entries { write(entry.value, name: entry.key, depth: depth + 1) }
      close(depth, "value")
    }
  }

  private mutating func plain(
    _ text: String,
    _ type: String,
    _ naming: [(String, String)],
    _ depth: Int
  ) {
    leaf(depth, "value", naming + [("type", type)], .text(text))
  }

  // MARK: Elements

  private enum Content {
    case text(String)
    case data([UInt8])
  }

  private mutating func leaf(
    _ depth: Int,
    _ name: String,
    _ attributes: [(String, String)],
    _ content: Content
  ) {
    indent(depth)
    switch content {
    case .text(let text) where XMLCharacters.areKept(text):
      startTag(name, attributes)
      append(">")
      escape(text, inAttribute: false)
    case .text(let text):
      startTag(name, attributes + [("encoding", "base64")])
      append(">")
      append(Data(text.utf8).base64EncodedString())
    case .data(let data):
      startTag(name, attributes)
      append(">")
      append(Data(data).base64EncodedString())
    }
    append("</\(name)>\n")
  }

  private mutating func open(_ depth: Int, _ name: String, _ attributes: [(String, String)]) {
    indent(depth)
    startTag(name, attributes)
    append(">\n")
  }

  private mutating func close(_ depth: Int, _ name: String) {
    indent(depth)
    append("</\(name)>\n")
  }

  private mutating func startTag(_ name: String, _ attributes: [(String, String)]) {
    append("<\(name)")
    for (name, value) in attributes {
      let isAllowed = XMLCharacters.areAllowed(in: value)
      // The names of metadata may be any text.
      append(isAllowed ? " \(name)=\"" : " \(name)64=\"")
      escape(isAllowed ? value : Data(value.utf8).base64EncodedString(), inAttribute: true)
      append("\"")
    }
  }

  private mutating func indent(_ depth: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func escape(_ text: String, inAttribute: Bool) {
    MarkupText.append(text, to: &bytes, also: inAttribute ? .inAttributes : .carriageReturns)
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

/// The characters that XML allows.
enum XMLCharacters {
  /// Whether a text between tags is preserved; one of spaces only may be dropped.
  static func areKept(_ text: String) -> Bool {
    areAllowed(in: text) && (text.isEmpty || !text.unicodeScalars.allSatisfy(isSpace))
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
  }

  static func areAllowed(in text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: true
      default: false
      }
    }
  }
}

extension StoredValue {
  /// The name of the type in an XML store.
  var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .double: "double"
    case .float: "float"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .data: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .objectID: "objectID"
    case .archive: "transformable"
    case .composite: "composite"
    }
  }
}
