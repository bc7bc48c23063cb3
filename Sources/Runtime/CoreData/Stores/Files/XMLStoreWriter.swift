import Foundation
import PropertyLists
import Texts

/// Writes the file of an XML store.
enum XMLStoreWriter {
  static func bytes(of contents: StoredContents) -> [UInt8] {
    var writer = XMLWriter(indentation: 2, isStandalone: false)
    writer.write(contents)
    writer.lineBreak()
    return writer.bytes
  }
}

extension XMLWriter {
  fileprivate mutating func write(_ contents: StoredContents) {
    let attributes = [("type", "XML"), ("format", "1"), ("last", String(contents.lastNumber))]
    parent("store", attributes) { store in
      store.parent("metadata") { metadata in
        for entry in contents.metadata.entries { metadata.write(entry.value, name: entry.key) }
      }
      for object in contents.objects { store.write(object) }
    }
  }

  private mutating func write(_ object: StoredObject) {
    let attributes = [
      ("entity", object.entity), ("number", String(object.number)),
      ("version", String(object.version)),
    ]
    parent("object", attributes) { element in
      for attribute in object.attributes { element.write(attribute) }
      for relationship in object.relationships {
        let numbers = relationship.destinations.map(String.init).joined(separator: " ")
        element.leaf("relationship", [("name", relationship.name)], numbers)
      }
    }
  }

  private mutating func write(_ attribute: StoredAttribute) {
    let naming = [("name", attribute.name), ("type", attribute.value.typeName)]
    switch attribute.value {
    case .boolean(let flag): leaf("attribute", naming, flag ? "true" : "false")
    case .integer(let number): leaf("attribute", naming, String(number))
    case .double(let number): leaf("attribute", naming, number.description)
    case .float(let number): leaf("attribute", naming, number.description)
    case .date(let seconds): leaf("attribute", naming, seconds.description)
    case .string(let text), .decimal(let text), .uuid(let text), .uri(let text),
      .objectID(let text):
      leaf("attribute", naming, text)
    case .data(let data), .archive(let data): leaf("attribute", naming, base64(data))
    case .composite(let members):
      parent("attribute", naming) { for member in members { $0.write(member) } }
    }
  }

  private mutating func write(_ value: PropertyList, name: String?) {
    let naming = name.map { [("name", $0)] } ?? []
    func attributes(_ type: String) -> [(String, String)] { naming + [("type", type)] }
    switch value {
    case .string(let text): leaf("value", attributes("string"), text)
    case .integer(let number): leaf("value", attributes("integer"), number.description)
    case .real(let number): leaf("value", attributes("real"), number.description)
    case .boolean(let flag): leaf("value", attributes("boolean"), flag ? "true" : "false")
    case .date(let seconds): leaf("value", attributes("date"), seconds.description)
    case .uid(let number): leaf("value", attributes("integer"), number.description)
    case .data(let data): leaf("value", attributes("data"), base64(data))
    case .array(let elements):
      parent("value", attributes("array")) { array in
        for element in elements { array.write(element, name: nil) }
      }
    case .dictionary(let list):
      parent("value", attributes("dictionary")) { dictionary in
        for entry in list.entries { dictionary.write(entry.value, name: entry.key) }
      }
    }
  }

  // MARK: Elements

  /// Writes an element with children on lines of their own, if there are any.
  private mutating func parent(
    _ name: String,
    _ attributes: [(String, String)] = [],
    _ children: (inout Self) -> Void
  ) {
    element(name, attributes.map(escaped), hasChildren: true, children: children)
  }

  /// Writes an element with a text, in base 64 if XML would not preserve it.
  private mutating func leaf(_ name: String, _ attributes: [(String, String)], _ text: String) {
    let isKept = XMLCharacters.areKept(text)
    let encoding = isKept ? [] : [("encoding", "base64")]
    let content = isKept ? text : base64(Array(text.utf8))
    element(name, (attributes + encoding).map(escaped), text: content)
  }

  /// The escaped attribute; the names of metadata may be any text.
  private func escaped(_ attribute: (name: String, value: String)) -> Attribute {
    let isAllowed = XMLCharacters.areAllowed(in: attribute.value)
    let value = isAllowed ? attribute.value : base64(Array(attribute.value.utf8))
    return (
      isAllowed ? attribute.name : attribute.name + "64",
      MarkupText.escaped(value, also: .inAttributes)
    )
  }

  private func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
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
