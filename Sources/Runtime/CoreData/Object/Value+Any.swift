import Foundation
import ObjectRows

// The values of rows, and what key-value coding shows of them.

extension Value {
  /// The form in rows of a program's value, or nil if it is not of the attribute's type.
  init?(_ any: Any, for type: NSAttributeDescription.AttributeType) {
    switch type {
    case .boolean: self.init(number: any) { .bool($0.boolValue) }
    case .integer16: self.init(integer: any, within: Int16.self)
    case .integer32: self.init(integer: any, within: Int32.self)
    case .integer64: self.init(integer: any, within: Int64.self)
    case .double: self.init(number: any) { .double($0.doubleValue) }
    case .float: self.init(number: any) { .float($0.floatValue) }
    case .decimal: self.init(decimal: any)
    case .string: self = (any as? String).map(Self.string) ?? .none
    case .date: self = (any as? Date).map(Self.date) ?? .none
    case .binaryData: self = (any as? Data).map(Self.data) ?? .none
    case .uuid: self = (any as? UUID).map(Self.uuid) ?? .none
    case .uri: self = (any as? URL).map(Self.url) ?? .none
    case .objectID: self = (any as? NSManagedObjectID).map(Self.object) ?? .none
    default: self = .object(BoxedValue(any))
    }
    if case .none = self { return nil }
  }

  private init(number any: Any, _ make: (NSNumber) -> Self) {
    self = (any as? NSNumber).map(make) ?? .none
  }

  /// A number without its fraction; none for one that the type cannot hold, which would become another number.
  private init<Whole: FixedWidthInteger>(integer any: Any, within type: Whole.Type) {
    self.init(number: any) { number in
      let whole = number.int64Value
      // Numbers beyond 64 bits have some whole number, too, but one that is far away.
      let isNear = abs(number.doubleValue - Double(whole)) < 1
      return isNear && Whole(exactly: whole) != nil ? .integer(whole) : .none
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
