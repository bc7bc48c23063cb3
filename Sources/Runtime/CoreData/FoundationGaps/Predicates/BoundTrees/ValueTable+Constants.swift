import Foundation
import PredicateFormat

extension ValueTable {
  /// The expression whose value is the given one.
  ///
  /// Numbers and strings become constants of the tree; an expression is returned as it is. `NSNull` means nil, and is
  /// printed as `<null>`.
  ///
  /// - Parameter value: Any value.
  /// - Returns: A constant, or an argument with the value in this table.
  mutating func constant(_ value: Any?) -> ExpressionNode {
    guard let value = unwrapped(value) else { return .constant(.null) }
    guard type(of: value) is AnyClass else {
      return Constant(swiftValue: value).map { .constant($0) } ?? add(value)
    }
    // Checking whether an object bridges from a Swift value would take longer than all the rest.
    if type(of: value) is any PredicateSubject.Type { return add(value) }
    switch value as AnyObject {
    case let string as NSString: return .constant(.string(String(string)))
    case let number as NSNumber where !(number is NSDecimalNumber):
      return .constant(Constant(number))
    case let expression as _NSExpression: return adopt(expression.tree)
    default: return add(value)
    }
  }
}

extension Constant {
  /// The constant of a Swift number, string or Boolean value; nil for anything else.
  init?(swiftValue value: Any) {
    // Before the dynamic casts, which are slow.
    if let string = ExactCast.value(value, String.self) {
      self = .string(string)
      return
    }
    if let number = ExactCast.value(value, Int.self) {
      self = .integer(Int64(number))
      return
    }
    switch value {
    case let text as Substring: self = .string(String(text))
    case let truth as Bool where type(of: value) == Bool.self: self = .boolean(truth)
    case let number as any BinaryInteger where !(type(of: value) is AnyClass):
      self = Int64(exactly: number).map(Constant.integer) ?? .decimal(String(describing: number))
    case let number as Double where type(of: value) == Double.self: self = .real(number)
    case let number as Float where type(of: value) == Float.self: self = .real(Double(number))
    case let number as CGFloat where type(of: value) == CGFloat.self: self = .real(Double(number))
    default: return nil
    }
  }

  /// The constant of a number that is not an `NSDecimalNumber`.
  init(_ number: NSNumber) {
    switch NumberKind(number) {
    case .boolean: self = .boolean(number.boolValue)
    case .signed: self = .integer(number.int64Value)
    case .unsigned:
      let value = number.uint64Value
      self = Int64(exactly: value).map(Constant.integer) ?? .decimal(String(value))
    case .real: self = .real(number.doubleValue)
    }
  }
}

/// The kind of number in an `NSNumber`.
enum NumberKind {
  case boolean
  case signed
  case unsigned
  case real

  init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): self = .unsigned
    case UInt8(ascii: "B"): self = .boolean
    case UInt8(ascii: "c") where number === kTrue || number === kFalse: self = .boolean
    default: self = .signed
    }
  }
}

// Numbers with a Boolean value are shared instances, which distinguishes them from those with an `Int8`.
private let kTrue = NSNumber(value: true)
private let kFalse = NSNumber(value: false)
