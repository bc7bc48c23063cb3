import Foundation
import ManagedModel
import ModelFiles

/// Conversion of attribute defaults between objects and the texts of a model file.
enum DefaultValueConversion {
  /// A default as an object of Core Data.
  static func object(_ value: DefaultValue?) -> Any? {
    switch value {
    case nil: nil
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .boolean(let flag): NSNumber(value: flag)
    case .decimal(let digits): DecimalNumber(digits).map { NSDecimalNumber(string: $0.text) }
    case .string(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .uuid(let text): UUID(uuidString: text)
    case .uri(let text): URL(string: text)
    }
  }

  /// Writes a default into the value of an attribute.
  ///
  /// Values that a model file cannot represent, such as bytes, are left out.
  static func write(_ object: Any?, into attribute: inout Attribute) {
    attribute.defaultValueText = nil
    attribute.defaultDateTimeInterval = nil
    guard let object else { return }
    if let date = object as? Date, attribute.type == .date {
      attribute.defaultDateTimeInterval = date.timeIntervalSinceReferenceDate
    } else {
      attribute.defaultValueText = text(of: object, type: attribute.type)
    }
  }

  private static func text(of object: Any, type: AttributeType) -> String? {
    switch type {
    case .boolean:
      (object as? NSNumber).map { $0.boolValue ? "YES" : "NO" }
    case .integer16, .integer32, .integer64:
      (object as? NSNumber).map { String($0.int64Value) }
    case .decimal:
      (object as? NSNumber)?.stringValue ?? (object as? Decimal)?.description
    case .float:
      (object as? NSNumber).map { String($0.floatValue) }
    case .double:
      (object as? NSNumber).map { String($0.doubleValue) }
    case .string: object as? String
    case .uuid: (object as? UUID)?.uuidString
    case .uri: (object as? URL)?.absoluteString
    case .undefined, .date, .binary, .transformable, .objectID, .composite: nil
    }
  }
}
