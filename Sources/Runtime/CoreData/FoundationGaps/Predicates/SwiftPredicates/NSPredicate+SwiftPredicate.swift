public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: NSPredicate {
  /// Makes a predicate of one that was written with the macro `#Predicate`.
  ///
  /// Converted are: properties of managed objects, also through to-one relationships; constants and
  /// arithmetic; comparisons, `nil`, `??`, `?.`, `!`; `&&`, `||`, `!` and `if`; ranges; `contains` and
  /// `starts(with:)` of strings; `contains`, `contains(where:)`, `allSatisfy`, `filter`, `count`, `isEmpty`,
  /// `min`, `max` and indices of collections. (The other comparisons of strings do not exist in
  /// Foundation's macro on this platform.)
  ///
  /// The result is nil when the language of predicates cannot say the same, for instance for a regular
  /// expression, a type cast or a key path that leads to no property of a managed object.
  ///
  /// - Parameter predicate: The predicate.
  public init?<Input: NSObject>(_ predicate: Foundation.Predicate<Input>) {
    guard let tree = try? SwiftPredicateConverter.tree(predicate) else { return nil }
    self = initialised(NSPredicate.make(tree))
  }
}

extension _FoundationExtension where Self: _NSExpression {
  /// Makes an expression of one that was written with the macro `#Expression`.
  ///
  /// The result is nil when the language of predicates cannot say the same.
  ///
  /// - Parameter expression: The expression.
  public init?<Input: NSObject, Output>(_ expression: Foundation.Expression<Input, Output>) {
    guard let tree = try? SwiftPredicateConverter.tree(expression) else { return nil }
    self = initialised(TreeExpression.carrying(tree))
  }
}
