import CoreData
import Foundation

/// Reads the objects of a ``TextFileStore``, one after another.
struct TextFileReader {
  /// An object as the file has it.
  struct Object {
    let entity: NSEntityDescription
    let id: UUID
    var values: [(name: String, value: Any)] = []
    var ends: [(relationship: NSRelationshipDescription, ends: [End])] = []
  }

  /// The destinations of a relationship.
  struct End {
    let entity: NSEntityDescription
    let id: UUID
  }

  private let lines: [Substring.UnicodeScalarView]
  private let entities: [String: NSEntityDescription]
  private var index = 0

  init(_ text: String, entities: [String: NSEntityDescription]) {
    // By scalars: a carriage return and a line feed are one character.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    self.entities = entities
  }

  /// The next object; nil at the end.
  ///
  /// - Throws: What is wrong with the file, and in which line.
  mutating func next() throws -> Object? {
    while index < lines.count, lines[index].isEmpty { index += 1 }
    guard index < lines.count else { return nil }
    let words = String(lines[index]).split(separator: " ")
    guard words.count == 2, let entity = entities[String(words[0])],
      let id = UUID(uuidString: String(words[1]))
    else { throw damage("an entity of the model and a UUID are expected") }
    var object = Object(entity: entity, id: id)
    index += 1
    while index < lines.count, lines[index].starts(with: "  ".unicodeScalars) {
      try readProperty(String(lines[index].dropFirst(2)), into: &object)
      index += 1
    }
    return object
  }

  /// An error about the line that was read last.
  func damage(_ reason: String) -> any Error {
    CocoaError(
      .fileReadCorruptFile,
      userInfo: [NSLocalizedFailureReasonErrorKey: "In line \(index + 1), \(reason)."]
    )
  }

  private func readProperty(_ line: String, into object: inout Object) throws {
    guard let mark = line.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == ">" }) else {
      throw damage("a colon or a greater-than sign is missing")
    }
    let name = String(line.unicodeScalars[..<mark])
    let rest = String(line.unicodeScalars[mark...].dropFirst(2))
    if let attribute = object.entity.attributesByName[name] {
      guard let value = Self.value(rest, attribute) else {
        throw damage("this is no value of '\(name)'")
      }
      object.values.append((name, value))
    } else if let relationship = object.entity.relationshipsByName[name] {
      let ends = try rest.split(separator: " ").map { try end(String($0), of: relationship) }
      guard relationship.isToMany || ends.count == 1 else {
        throw damage("'\(name)' leads to one object")
      }
      object.ends.append((relationship, ends))
    } else {
      throw damage("there is no property '\(name)'")
    }
  }

  private func end(_ word: String, of relationship: NSRelationshipDescription) throws -> End {
    let parts = word.split(separator: "/")
    guard parts.count == 2, let entity = entities[String(parts[0])],
      let id = UUID(uuidString: String(parts[1])),
      let destination = relationship.destinationEntity, entity.isKindOf(entity: destination)
    else { throw damage("'\(relationship.name)' cannot lead to '\(word)'") }
    return End(entity: entity, id: id)
  }

  private static func value(_ text: String, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.type {
    case .string: unescaped(text)
    case .uri: URL(string: unescaped(text))
    case .date: Double(text).map(Date.init(timeIntervalSinceReferenceDate:))
    case .binaryData: Data(base64Encoded: text)
    case .uuid: UUID(uuidString: text)
    case .decimal: Decimal(string: text).map { NSDecimalNumber(decimal: $0) }
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
