import Foundation
import ObjectRows

/// Conversion of values of rows to values of files and back.
struct StoredValueCoding {
  /// The allowed classes of archived values; nil for all.
  var classes: [AnyClass]?

  /// Finds the object ID of a URI.
  var objectID: (String) -> NSManagedObjectID? = { _ in nil }

  // MARK: Writing

  func stored(_ value: Value, of attribute: NSAttributeDescription) throws -> StoredValue? {
    switch value {
    case .none, .reference: return nil
    case .bool(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .float(let number): return .float(number)
    case .decimal(let number): return .decimal(number.description)
    case .string(let text): return .string(text)
    case .date(let date): return .date(date.timeIntervalSinceReferenceDate)
    case .data(let data): return .data(Array(data))
    case .uuid(let uuid): return .uuid(uuid.uuidString)
    case .url(let url): return .uri(url.absoluteString)
    case .object(let object): return try stored(object, of: attribute)
    }
  }

  private func stored(
    _ object: AnyObject,
    of attribute: NSAttributeDescription
  ) throws -> StoredValue? {
    switch object {
    case let id as NSManagedObjectID: return .objectID(id.uriText)
    case let box as BoxedValue:
      if let composite = attribute as? NSCompositeAttributeDescription {
        return try .composite(members(of: box.value, composite))
      }
      let data = try TransformableCoding(attribute, classes: classes).data(of: box.value)
      return data.map { .archive(Array($0)) }
    default: return nil
    }
  }

  private func members(
    of value: Any,
    _ composite: NSCompositeAttributeDescription
  ) throws -> [StoredAttribute] {
    guard let values = value as? [String: Any] else {
      throw StoreFailure.error(
        NSCoreDataError,
        "The value of the composite attribute \(composite.name) is not a dictionary."
      )
    }
    return try composite.elements.sorted { $0.name < $1.name }.compactMap { element in
      guard let any = values[element.name], !(any is NSNull),
        let value = Value(any, for: element.type),
        let stored = try stored(value, of: element)
      else { return nil }
      return StoredAttribute(name: element.name, value: stored)
    }
  }

  // MARK: Reading

  /// The value for a row; nil if the file's value does not have the attribute's type.
  func value(_ stored: StoredValue, of attribute: NSAttributeDescription) throws -> Value? {
    switch (stored, attribute.type) {
    case (.boolean(let flag), _): Value(NSNumber(value: flag), for: attribute.type)
    case (.integer(let number), _): integer(number, attribute.type)
    case (.double(let number), _): Value(NSNumber(value: number), for: attribute.type)
    case (.float(let number), _): Value(NSNumber(value: number), for: attribute.type)
    case (.decimal(let text), .decimal): Self.decimal(text).map(Value.decimal)
    case (.string(let text), .string): .string(text)
    case (.date(let seconds), .date): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.data(let bytes), .binaryData): .data(Data(bytes))
    case (.uuid(let text), .uuid): UUID(uuidString: text).map(Value.uuid)
    case (.uri(let text), .uri): URL(string: text).map(Value.url)
    case (.objectID(let text), .objectID): objectID(text).map(Value.object) ?? Value.none
    case (.archive(let bytes), .transformable), (.archive(let bytes), .undefined):
      try TransformableCoding(attribute, classes: classes).value(of: Data(bytes))
        .map { .object(BoxedValue($0)) } ?? Value.none
    case (.composite(let members), .composite): try composite(members, attribute)
    default: nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    text == "NaN" ? .nan : Decimal(string: text)
  }

  private func integer(
    _ number: Int64,
    _ type: NSAttributeDescription.AttributeType
  ) -> Value? {
    switch type {
    case .integer16, .integer32, .integer64: Value.integer(number, for: type)
    default: Value(NSNumber(value: number), for: type)
    }
  }

  private func composite(
    _ members: [StoredAttribute],
    _ attribute: NSAttributeDescription
  ) throws -> Value? {
    guard let composite = attribute as? NSCompositeAttributeDescription else { return nil }
    var values: [String: Any] = [:]
    for member in members {
      guard let element = composite.elements.first(where: { $0.name == member.name }) else {
        continue
      }
      guard let value = try value(member.value, of: element) else { return nil }
      values[member.name] = value.object
    }
    // A composite without members, or of which none can be read, has no value.
    return values.isEmpty ? Value.none : .object(BoxedValue(values))
  }
}
