import CoreData
import Foundation

/// Writes the objects of a ``TextFileStore``.
struct TextFileWriter {
  private(set) var text = ""

  /// Adds the lines of an object.
  ///
  /// - Throws: An error if it has a value that the file cannot represent; then the text must not be used.
  mutating func write(
    _ node: NSAtomicStoreCacheNode,
    id: UUID,
    idOf: (NSManagedObjectID) -> UUID?
  ) throws {
    let entity = node.objectID.entity
    text += "\(entity.name ?? "") \(id.uuidString)\n"
    for (name, attribute) in entity.attributesByName.sorted(by: { $0.key < $1.key }) {
      guard let value = node.value(forKey: name) else { continue }
      text += "  \(name): \(try Self.line(value, attribute))\n"
    }
    for (name, _) in entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
      let ends = Self.nodes(node.value(forKey: name)).compactMap { end in
        idOf(end.objectID).map { "\(end.objectID.entity.name ?? "")/\($0.uuidString)" }
      }
      let isOrdered = entity.relationshipsByName[name]?.isOrdered == true
      if !ends.isEmpty {
        text += "  \(name)> \((isOrdered ? ends : ends.sorted()).joined(separator: " "))\n"
      }
    }
  }

  private static func nodes(_ value: Any?) -> [NSAtomicStoreCacheNode] {
    switch value {
    case let node as NSAtomicStoreCacheNode: [node]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSAtomicStoreCacheNode }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSAtomicStoreCacheNode }
    default: []
    }
  }

  private static func line(_ value: Any, _ attribute: NSAttributeDescription) throws -> String {
    switch (attribute.type, value) {
    case (.string, let text as String): return escaped(text)
    case (.uri, let url as URL): return escaped(url.absoluteString)
    case (.date, let date as Date): return date.timeIntervalSinceReferenceDate.description
    case (.binaryData, let data as Data): return data.base64EncodedString()
    case (.uuid, let uuid as UUID): return uuid.uuidString
    case (.decimal, let number as NSNumber): return number.decimalValue.description
    case (.double, let number as NSNumber): return number.doubleValue.description
    case (.float, let number as NSNumber): return number.floatValue.description
    case (.boolean, let number as NSNumber): return number.boolValue ? "1" : "0"
    case (.integer16, let number as NSNumber), (.integer32, let number as NSNumber),
      (.integer64, let number as NSNumber):
      return number.int64Value.description
    default:
      let name = "\(attribute.entity.name ?? "").\(attribute.name)"
      throw CocoaError(
        .featureUnsupported,
        userInfo: [
          NSLocalizedFailureReasonErrorKey: "A text file has no form for the value of \(name)."
        ]
      )
    }
  }

  /// Escapes a text for one line.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
