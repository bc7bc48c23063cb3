import Foundation
import ObjectRows
import PropertyLists

/// What is kept of an object that is deleted: the attributes for which the model asks that.
struct Tombstone {
  private let shape: EntityShape
  private let attributes: [(index: Int, attribute: NSAttributeDescription)]

  /// Nil if nothing is to be kept of objects of the entity.
  init?(_ shape: EntityShape) {
    self.shape = shape
    attributes = shape.persistentAttributes.compactMap { index in
      guard let attribute = shape.properties[index] as? NSAttributeDescription,
        attribute.preservesValueInHistoryOnDeletion
      else { return nil }
      return (index, attribute)
    }
    if attributes.isEmpty { return nil }
  }

  /// A property list of the values in a row.
  func bytes(of row: Row) throws -> [UInt8] {
    var values: [String: Any] = [:]
    for (index, attribute) in attributes {
      values[attribute.name] = Self.listed(row.value(at: index))
    }
    return PropertyList.dictionary(try MetadataList.list(values)).binary()
  }

  /// The values in a property list.
  func values(in bytes: [UInt8]) -> [AnyHashable: Any] {
    guard case .dictionary(let list)? = try? PropertyList(binary: bytes) else { return [:] }
    let listed = MetadataList.metadata(list)
    var values: [AnyHashable: Any] = [:]
    for (_, attribute) in attributes {
      guard let value = listed[attribute.name] else { continue }
      values[attribute.name] = Self.value(value, of: attribute.type)
    }
    return values
  }

  /// What stands for a value in a property list; nil for what has no place there.
  private static func listed(_ value: Value) -> Any? {
    switch value {
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal(let number): number.description
    case .object: nil
    default: value.object
    }
  }

  private static func value(
    _ listed: Any,
    of type: NSAttributeDescription.AttributeType
  ) -> Any? {
    let text = listed as? String
    return switch type {
    case .uuid: text.flatMap(UUID.init(uuidString:))
    case .uri: text.flatMap { URL(string: $0) }
    case .decimal: text.map { NSDecimalNumber(string: $0) }
    default: listed
    }
  }
}
