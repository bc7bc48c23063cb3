import CoreData
import Foundation

/// Reads the objects of a ``TextFileStore``, one after another.
struct TextFileReader {
  /// An object in the file.
  struct Object {
    let entity: NSEntityDescription
    let id: UUID
    var values: [(name: String, value: Any)] = []
    var ends: [(relationship: NSRelationshipDescription, ends: [End])] = []

    func has(_ name: String) -> Bool {
      values.contains { $0.name == name } || ends.contains { $0.relationship.name == name }
    }
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

  /// Returns the next object; nil at the end.
  ///
  /// - Throws: The error in the file, with the number of its line.
  mutating func next() throws -> Object? {
    while index < lines.count, lines[index].isEmpty { index += 1 }
    guard index < lines.count else { return nil }
    let words = lines[index].split(separator: " ").map { String($0) }
    guard words.count == 2, let entity = entities[words[0]], let id = UUID(uuidString: words[1])
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
    let scalars = line.unicodeScalars
    guard let mark = scalars.firstIndex(where: { $0 == ":" || $0 == ">" }) else {
      throw damage("a colon or a greater-than sign is missing")
    }
    let name = String(scalars[..<mark])
    // An editor may have removed the space at the end of a line.
    let rest = scalars[mark...].dropFirst()
    guard rest.isEmpty || rest.first == " " else {
      throw damage("there is no space after the name '\(name)'")
    }
    let text = String(rest.dropFirst())
    guard !object.has(name) else { throw damage("'\(name)' is defined twice") }
    let isAttribute = scalars[mark] == ":"
    if isAttribute, let attribute = object.entity.attributesByName[name] {
      guard let value = Self.value(text, attribute) else {
        throw damage("this is not a value of '\(name)'")
      }
      object.values.append((name, value))
    } else if !isAttribute, let relationship = object.entity.relationshipsByName[name] {
      object.ends.append((relationship, try ends(text, of: relationship)))
    } else {
      let kind = isAttribute ? "attribute" : "relationship"
      throw damage("there is no \(kind) '\(name)'")
    }
  }

  private func ends(_ text: String, of relationship: NSRelationshipDescription) throws -> [End] {
    let ends = try text.unicodeScalars.split(separator: " ").map {
      try end(String($0), of: relationship)
    }
    guard relationship.isToMany || ends.count == 1 else {
      throw damage("'\(relationship.name)' is a to-one relationship")
    }
    guard Set(ends.map(\.id)).count == ends.count else {
      throw damage("'\(relationship.name)' has an object twice")
    }
    return ends
  }

  private func end(_ word: String, of relationship: NSRelationshipDescription) throws -> End {
    let parts = word.unicodeScalars.split(separator: "/").map { String($0) }
    guard parts.count == 2, let entity = entities[parts[0]], let id = UUID(uuidString: parts[1]),
      let destination = relationship.destinationEntity, entity.isKindOf(entity: destination)
    else { throw damage("'\(relationship.name)' cannot refer to '\(word)'") }
    return End(entity: entity, id: id)
  }

  /// Parses a value; nil for an invalid text.
  private static func value(_ text: String, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.type {
    case .string: unescaped(text)
    case .uri: unescaped(text).flatMap { URL(string: $0) }
    case .date: Double(text).map(Date.init(timeIntervalSinceReferenceDate:))
    case .binaryData: Data(base64Encoded: text)
    case .uuid: UUID(uuidString: text)
    case .decimal: decimal(text)
    case .double: Double(text).map { NSNumber(value: $0) }
    case .float: Float(text).map { NSNumber(value: $0) }
    case .boolean: ["0": false, "1": true][text].map { NSNumber(value: $0) }
    case .integer16: Int16(text).map { NSNumber(value: $0) }
    case .integer32: Int32(text).map { NSNumber(value: $0) }
    case .integer64: Int64(text).map { NSNumber(value: $0) }
    default: nil
    }
  }

  private static func decimal(_ text: String) -> NSDecimalNumber? {
    if text == "NaN" { return .notANumber }
    // Foundation parses the longest prefix of a text that is a number.
    guard text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { return nil }
    return Decimal(string: text).map { NSDecimalNumber(decimal: $0) }
  }

  /// Unescapes the text of a line; nil for an escape that the writer does not use.
  private static func unescaped(_ line: String) -> String? {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "n": text.append("\n")
        case "r": text.append("\r")
        case "\\": text.append(scalar)
        default: return nil
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return isEscaped ? nil : String(text)
  }
}
