import Foundation
import PredicateFormat

extension Constant {
  /// The constant as an object: a number is an `NSNumber`.
  var objectValue: Any? {
    switch self {
    case .null: nil
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .decimal(let digits): NSDecimalNumber(string: digits)
    case .string(let string): string
    }
  }
}
