import CoreData
import Foundation

/// Writes the objects of a ``TextFileStore``.
struct TextFileWriter {
  private(set) var text = ""

  mutating func write(
    _ node: NSAtomicStoreCacheNode,
    id: UUID,
    idOf: (NSManagedObjectID) -> UUID?
  ) {
    let entity = node.objectID.entity
    text += "\(entity.name ?? "") \(id.uuidString)\n"
    for (name, attribute) in entity.attributesByName.sorted(by: { $0.key < $1.key }) {
      guard let value = node.value(forKey: name), let line = Self.line(value, attribute) else {
        continue
      }
      text += "  \(name): \(line)\n"
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

  private static func line(_ value: Any, _ attribute: NSAttributeDescription) -> String? {
    switch value {
    case let text as String: escaped(text)
    case let date as Date: date.timeIntervalSinceReferenceDate.description
    case let data as Data: data.base64EncodedString()
    case let uuid as UUID: uuid.uuidString
    case let url as URL: escaped(url.absoluteString)
    case let decimal as NSDecimalNumber: decimal.decimalValue.description
    case let number as NSNumber:
      switch attribute.type {
      case .double: number.doubleValue.description
      case .float: number.floatValue.description
      case .decimal: number.decimalValue.description
      default: number.int64Value.description
      }
    default: nil
    }
  }

  /// A text in one line.
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
