import Foundation
import ObjectRows
import PredicateFormat

/// A rule that model files can represent, a least or a greatest number or length, which can be checked without
/// evaluating its predicate.
struct ValueBound {
  private enum Measure {
    case number
    case length
  }

  private let measure: Measure
  private let isLeast: Bool
  private let limit: Int64

  /// Creates the bound of a predicate; nil for another predicate.
  init?(_ predicate: NSPredicate) {
    guard let tree = try? predicate.tree, case .comparison(let comparison) = tree.root,
      comparison.modifier == .direct, comparison.options.isEmpty,
      case .constant(.integer(let limit)) = comparison.right
    else { return nil }
    switch comparison.relation {
    case .greaterThanOrEqualTo: isLeast = true
    case .lessThanOrEqualTo: isLeast = false
    default: return nil
    }
    switch comparison.left {
    case .evaluatedObject: measure = .number
    case .path(let path) where path.dottedKeys == "length": measure = .length
    default: return nil
    }
    self.limit = limit
  }

  /// Whether a value is within the bound; nil if the predicate has to be evaluated.
  func admits(_ value: Value) -> Bool? {
    switch (measure, value) {
    case (.number, .integer(let number)): admits(number)
    case (.length, .string(let text)): admits(Int64(text.utf16.count))
    default: nil
    }
  }

  private func admits(_ number: Int64) -> Bool {
    isLeast ? number >= limit : number <= limit
  }
}
