import Foundation

/// Equality of any values by `isEqual`.
enum ObjectEquality {
  static func isEqual(_ left: Any?, _ right: Any?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    guard let left = left as AnyObject as? NSObject else { return false }
    return left.isEqual(right)
  }
}
