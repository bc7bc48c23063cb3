import Foundation
import ModelFiles

/// The objects in an XML file in the format of XML stores on Apple's platforms, in which Xcode saves mapping models.
struct ObjectDump {
  struct Object {
    /// The name of the entity, in capital letters.
    let type: String

    /// The texts of attributes, by names in lower case.
    var attributes: [String: String] = [:]

    /// The identifiers of the destinations of relationships, by names in lower case.
    var relationships: [String: [String]] = [:]
  }

  /// The objects by their identifiers in the file.
  private(set) var objects: [String: Object] = [:]

  /// The identifiers in the order of the file.
  private(set) var identifiers: [String] = []

  init(_ bytes: [UInt8]) throws(MappingFileError) {
    let document: ModelFiles.XMLDocument
    do {
      document = try XMLReader.read(bytes)
    } catch {
      throw MappingFileError(error.message + Self.place(error.byte, in: bytes))
    }
    guard let root = document.root, document.name(of: root) == "database" else {
      throw MappingFileError("it is XML, but its root element is not <database>")
    }
    for node in document.children(of: root) where document.name(of: node) == "object" {
      try add(node, of: document, bytes)
    }
  }

  private static func place(_ byte: Int?, in bytes: [UInt8]) -> String {
    guard let byte else { return "" }
    let newlines = bytes.prefix(max(byte, 0)).count { $0 == UInt8(ascii: "\n") }
    return " (line \(newlines + 1))"
  }

  private mutating func add(
    _ node: ModelFiles.XMLNode,
    of document: ModelFiles.XMLDocument,
    _ bytes: [UInt8]
  ) throws(MappingFileError) {
    let own = Self.attributes(of: node, in: document)
    guard let identifier = own["id"], let type = own["type"] else {
      let place = Self.place(Int(node.offset), in: bytes)
      throw MappingFileError("an object has no 'id' or no 'type'\(place)")
    }
    guard objects[identifier] == nil else {
      let place = Self.place(Int(node.offset), in: bytes)
      throw MappingFileError("there are two objects '\(identifier)'\(place)")
    }
    var object = Object(type: type.uppercased())
    for child in document.children(of: node) {
      let fields = Self.attributes(of: child, in: document)
      guard let name = fields["name"]?.lowercased() else { continue }
      switch document.name(of: child) {
      case "attribute": object.attributes[name] = document.innerText(of: child)
      case "relationship":
        object.relationships[name] = (fields["idrefs"] ?? "").split(separator: " ").map(String.init)
      default: break
      }
    }
    objects[identifier] = object
    identifiers.append(identifier)
  }

  private static func attributes(
    of node: ModelFiles.XMLNode,
    in document: ModelFiles.XMLDocument
  ) -> [String: String] {
    Dictionary(
      document.attributes(of: node).map { (document.names[Int($0.name)], $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
