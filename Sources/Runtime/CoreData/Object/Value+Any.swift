import Foundation
import ObjectRows

// Conversion between the values of rows and those of key-value coding.

extension Value {
  /// Converts a program's value for a row; nil if it does not have the attribute's type.
  init?(_ any: Any, for type: NSAttributeDescription.AttributeType) {
    switch type {
    case .boolean: self.init(number: any) { .bool($0.boolValue) }
    case .integer16, .integer32, .integer64:
      self.init(number: any) { number in
        Self.wholePart(of: number).flatMap { Self.integer($0, for: type) } ?? .none
      }
    case .double: self.init(number: any) { .double($0.doubleValue) }
    case .float: self.init(number: any) { .float($0.floatValue) }
    case .decimal: self.init(decimal: any)
    case .string: self = (any as? String).map(Self.string) ?? .none
    case .date: self = (any as? Date).map(Self.date) ?? .none
    case .binaryData: self = (any as? Data).map(Self.data) ?? .none
    case .uuid: self = (any as? UUID).map(Self.uuid) ?? .none
    case .uri: self = (any as? URL).map(Self.url) ?? .none
    case .objectID: self = (any as? NSManagedObjectID).map(Self.object) ?? .none
    case .composite:
      // One without members is no value, as it is none in a store.
      self = Self.composite(any)
      return
    default: self = .object(BoxedValue(any))
    }
    if case .none = self { return nil }
  }

  private init(number any: Any, _ make: (NSNumber) -> Self) {
    self = (any as? NSNumber).map(make) ?? .none
  }

  /// A whole number; nil if it is out of the range of the integer type.
  static func integer(_ number: Int64, for type: NSAttributeDescription.AttributeType) -> Self? {
    let fits =
      switch type {
      case .integer16: Int16(exactly: number) != nil
      case .integer32: Int32(exactly: number) != nil
      default: true
      }
    return fits ? .integer(number) : nil
  }

  /// A number without its fraction; nil for one that needs more than 64 bits, whose `int64Value` would be wrong.
  private static func wholePart(of number: NSNumber) -> Int64? {
    let whole = number.int64Value
    return abs(number.doubleValue - Double(whole)) < 1 ? whole : nil
  }

  /// A composite value with the members that it has; one without any is nil, as it is when a store is read.
  private static func composite(_ any: Any) -> Self {
    guard let members = any as? [String: Any] else { return .object(BoxedValue(any)) }
    let present = presentMembers(of: members)
    return present.isEmpty ? .none : .object(BoxedValue(present))
  }

  private static func presentMembers(of members: [String: Any]) -> [String: Any] {
    members.compactMapValues { member in
      if member is NSNull { return nil }
      guard let inner = member as? [String: Any] else { return member }
      let present = presentMembers(of: inner)
      return present.isEmpty ? nil : present
    }
  }

  private init(decimal any: Any) {
    switch any {
    case let number as NSNumber: self = .decimal(number.decimalValue)
    case let decimal as Decimal: self = .decimal(decimal)
    default: self = .none
    }
  }

  /// The form for key-value coding: numbers as `NSNumber`, everything else as itself.
  var object: Any? {
    switch self {
    case .none, .reference: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .object(let value): (value as? BoxedValue)?.value ?? value
    }
  }
}
