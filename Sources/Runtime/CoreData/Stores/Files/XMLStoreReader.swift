import Foundation
import ModelFiles
import PropertyLists

/// Reads the file of an XML store.
struct XMLStoreReader {
  private let document: ModelFiles.XMLDocument

  init(_ bytes: [UInt8]) throws(StoredContentsError) {
    do {
      document = try XMLReader.read(bytes, allowsLargeTexts: true)
    } catch {
      throw StoredContentsError("The file cannot be read as XML: \(error.message).")
    }
  }

  func contents() throws(StoredContentsError) -> StoredContents {
    guard let root = document.root, document.name(of: root) == "store" else {
      throw StoredContentsError("The file is XML, but not a store.")
    }
    guard attribute("format", of: root) == "1" else {
      throw StoredContentsError("The store was written by a later version.")
    }
    guard let last = integer("last", of: root) else {
      throw StoredContentsError("The store does not contain the highest object number.")
    }
    var contents = StoredContents(lastNumber: last)
    for child in elements(of: root) {
      switch document.name(of: child) {
      case "metadata": contents.metadata = try dictionary(child)
      case "object": contents.objects.append(try object(child))
      default: throw unexpected(child)
      }
    }
    return contents
  }

  private func object(_ node: ModelFiles.XMLNode) throws(StoredContentsError) -> StoredObject {
    guard let entity = attribute("entity", of: node), let number = integer("number", of: node),
      let version = integer("version", of: node)
    else { throw StoredContentsError("An object lacks its entity, its number or its version.") }
    var object = StoredObject(entity: entity, number: number, version: version)
    for child in elements(of: node) {
      guard let name = attribute("name", of: child) else { throw unexpected(child) }
      switch document.name(of: child) {
      case "attribute":
        object.attributes.append(StoredAttribute(name: name, value: try value(child)))
      case "relationship":
        let numbers = try destinations(child)
        object.relationships.append(StoredRelationship(name: name, destinations: numbers))
      default: throw unexpected(child)
      }
    }
    return object
  }

  private func destinations(_ node: ModelFiles.XMLNode) throws(StoredContentsError) -> [Int64] {
    let words = document.innerText(of: node).split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Int64($0) }
    guard numbers.count == words.count else {
      throw StoredContentsError("A relationship has a destination that is not a number.")
    }
    return numbers
  }

  private func value(_ node: ModelFiles.XMLNode) throws(StoredContentsError) -> StoredValue {
    let type = attribute("type", of: node) ?? ""
    if type == "composite" {
      var members: [StoredAttribute] = []
      for child in elements(of: node) {
        guard let name = attribute("name", of: child) else { throw unexpected(child) }
        members.append(StoredAttribute(name: name, value: try value(child)))
      }
      return .composite(members)
    }
    guard let value = simpleValue(type, try text(of: node)) else {
      throw StoredContentsError("A value does not match its type '\(type)'.")
    }
    return value
  }

  private func simpleValue(_ type: String, _ text: String) -> StoredValue? {
    switch type {
    case "boolean": text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case "integer": Int64(text).map(StoredValue.integer)
    case "double": Double(text).map(StoredValue.double)
    case "float": Float(text).map(StoredValue.float)
    case "decimal": .decimal(text)
    case "string": .string(text)
    case "date": Double(text).map(StoredValue.date)
    case "binary": bytes(text).map(StoredValue.data)
    case "uuid": .uuid(text)
    case "uri": .uri(text)
    case "objectID": .objectID(text)
    case "transformable": bytes(text).map(StoredValue.archive)
    default: nil
    }
  }

  // MARK: Metadata

  private func dictionary(
    _ node: ModelFiles.XMLNode
  ) throws(StoredContentsError) -> PropertyListDictionary {
    var entries: [PropertyListDictionary.Entry] = []
    for child in elements(of: node) {
      guard let name = attribute("name", of: child) else { throw unexpected(child) }
      entries.append(.init(name, try list(child)))
    }
    return PropertyListDictionary(entries)
  }

  private func list(_ node: ModelFiles.XMLNode) throws(StoredContentsError) -> PropertyList {
    let type = attribute("type", of: node) ?? ""
    switch type {
    case "dictionary": return .dictionary(try dictionary(node))
    case "array":
      var elements: [PropertyList] = []
      for child in self.elements(of: node) { elements.append(try list(child)) }
      return .array(elements)
    default:
      guard let value = simpleList(type, try text(of: node)) else {
        throw StoredContentsError("A value of the metadata does not match its type '\(type)'.")
      }
      return value
    }
  }

  private func simpleList(_ type: String, _ text: String) -> PropertyList? {
    switch type {
    case "string": .string(text)
    case "integer": Int64(text).map(PropertyList.integer)
    case "real": Double(text).map(PropertyList.real)
    case "boolean": .boolean(text == "true")
    case "date": Double(text).map(PropertyList.date)
    case "data": bytes(text).map(PropertyList.data)
    default: nil
    }
  }

  // MARK: Parts of the document

  private func elements(of node: ModelFiles.XMLNode) -> [ModelFiles.XMLNode] {
    document.children(of: node).filter { $0.kind == .element }
  }

  private func attribute(_ name: String, of node: ModelFiles.XMLNode) -> String? {
    for attribute in document.attributes(of: node) {
      let found = document.names[Int(attribute.name)]
      if found == name { return attribute.value }
      if found == name + "64" {
        return bytes(attribute.value).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return nil
  }

  private func integer(_ name: String, of node: ModelFiles.XMLNode) -> Int64? {
    attribute(name, of: node).flatMap { Int64($0) }
  }

  private func text(of node: ModelFiles.XMLNode) throws(StoredContentsError) -> String {
    let text = document.innerText(of: node)
    guard attribute("encoding", of: node) == "base64" else { return text }
    guard let bytes = bytes(text) else { throw StoredContentsError("A text is not valid base64.") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func bytes(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
  }

  private func unexpected(_ node: ModelFiles.XMLNode) -> StoredContentsError {
    StoredContentsError("The store has an unexpected element <\(document.name(of: node))>.")
  }
}
