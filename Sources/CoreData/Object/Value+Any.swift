import Foundation

// The values of rows, and what key-value coding shows of them.

extension GeneratedCode1.Value {
  /// What a program's value is in a row, or nil if it is not of the attribute's type.
  init?(_ any: Any, for type: NSAttributeDescription.AttributeType) {
    switch type {
    case .boolean: self.init(number: any) { .bool($0.boolValue) }
    case .integer16: self.init(number: any) { .integer(Int64($0.int16Value)) }
    case .integer32: self.init(number: any) { .integer(Int64($0.int32Value)) }
    case .integer64: self.init(number: any) { .integer($0.int64Value) }
    case .double: self.init(number: any) { .double($0.doubleValue) }
    case .float: self.init(number: any) { .float($0.floatValue) }
    case .decimal: self.init(decimal: any)
    case .string: self.init(any as? String)
    case .date: self.init(any as? Date)
    case .binaryData: self.init(any as? Data)
    case .uuid: self.init(any as? UUID)
    case .uri: self.init(any as? URL)
    case .objectID: self.init(any as? NSManagedObjectID)
    default: self = .object(Box(any))
    }
    if case .none = self { return nil }
  }

  private init(number any: Any, _ make: (NSNumber) -> Self) {
    self = (any as? NSNumber).map(make) ?? .none
  }

  private init(decimal any: Any) {
    switch any {
    case let number as NSDecimalNumber: self = .object(number)
    case let decimal as Decimal: self = .object(NSDecimalNumber(decimal: decimal))
    case let number as NSNumber: self = .object(NSDecimalNumber(decimal: number.decimalValue))
    default: self = .none
    }
  }

  /// What key-value coding shows: numbers as `NSNumber`, everything else as itself.
  var object: Any? {
    switch self {
    case .none, .reference: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .url(let value): value
    case .object(let value): (value as? Box)?.value ?? value
    }
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether two values are the same as `isEqual` says.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.float(let left), .float(let right)): left == right || (left.isNaN && right.isNaN)
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.url(let left), .url(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.object(let left), .object(let right)): Self.areSame(left, right)
    default: false
    }
  }

  private static func areSame(_ left: AnyObject, _ right: AnyObject) -> Bool {
    if left === right { return true }
    guard let leftBox = left as? Box, let rightBox = right as? Box else {
      return (left as? NSObject)?.isEqual(right) ?? false
    }
    if let left = leftBox.value as? any Hashable, let right = rightBox.value as? any Hashable {
      return AnyHashable(left) == AnyHashable(right)
    }
    if let left = leftBox.value as? NSObject, let right = rightBox.value as? NSObject {
      return left.isEqual(right)
    }
    return false
  }
}
