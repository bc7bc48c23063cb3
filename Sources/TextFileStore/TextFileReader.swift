import CoreData
import Foundation

/// Reads the objects of a ``TextFileStore``.
struct TextFileReader {
  struct Object {
    var entity: NSEntityDescription
    var id: UUID
    var values: [(name: String, value: Any)] = []
    var ends: [(NSRelationshipDescription, [(entity: NSEntityDescription, id: UUID)])] = []
  }

  private var lines: ArraySlice<Substring.UnicodeScalarView>
  private let entities: [String: NSEntityDescription]

  init(_ text: String, entities: [String: NSEntityDescription]) {
    // By scalars: a carriage return and a line feed are one character.
    lines = text.unicodeScalars.split(separator: "\n")[...]
    self.entities = entities
  }

  /// The next object; nil at the end.
  mutating func next() throws -> Object? {
    guard let first = lines.popFirst() else { return nil }
    let words = String(first).split(separator: " ")
    guard words.count == 2, let entity = entities[String(words[0])],
      let id = UUID(uuidString: String(words[1]))
    else { throw CocoaError(.fileReadCorruptFile) }
    var object = Object(entity: entity, id: id)
    while let line = lines.first, line.starts(with: "  ".unicodeScalars) {
      lines.removeFirst()
      try read(String(line.dropFirst(2)), into: &object)
    }
    return object
  }

  private func read(_ line: String, into object: inout Object) throws {
    guard let mark = line.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == ">" }) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let name = String(line.unicodeScalars[..<mark])
    let rest = String(line.unicodeScalars[mark...].dropFirst(2))
    if let attribute = object.entity.attributesByName[name] {
      guard let value = Self.value(rest, attribute) else { throw CocoaError(.fileReadCorruptFile) }
      object.values.append((name, value))
    } else if let relationship = object.entity.relationshipsByName[name] {
      object.ends.append((relationship, try rest.split(separator: " ").map(end)))
    }
  }

  private func end(_ word: Substring) throws -> (entity: NSEntityDescription, id: UUID) {
    let parts = word.split(separator: "/")
    guard parts.count == 2, let entity = entities[String(parts[0])],
      let id = UUID(uuidString: String(parts[1]))
    else { throw CocoaError(.fileReadCorruptFile) }
    return (entity, id)
  }

  private static func value(_ text: String, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.type {
    case .string: unescaped(text)
    case .uri: URL(string: unescaped(text))
    case .date: Double(text).map(Date.init(timeIntervalSinceReferenceDate:))
    case .binaryData: Data(base64Encoded: text)
    case .uuid: UUID(uuidString: text)
    case .decimal: NSDecimalNumber(string: text)
    case .double: Double(text).map { NSNumber(value: $0) }
    case .float: Float(text).map { NSNumber(value: $0) }
    case .boolean: Int64(text).map { NSNumber(value: $0 != 0) }
    default: Int64(text).map { NSNumber(value: $0) }
    }
  }

  private static func unescaped(_ line: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        text.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
