public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: NSPredicate {
  /// Creates a predicate from one that was written with the macro `#Predicate`.
  ///
  /// Supported are: properties of managed objects, also through to-one relationships; constants and arithmetic;
  /// comparisons, `nil`, `??`, `?.`, `!`; `&&`, `||`, `!` and `if`; ranges; `contains` and `starts(with:)` of
  /// strings; `contains`, `contains(where:)`, `allSatisfy`, `filter`, `count`, `isEmpty`, `min`, `max` and indices of
  /// collections. (Foundation's macro on this platform lacks the other comparisons of strings.)
  ///
  /// The result is nil if the predicate language cannot express the same, for example for a regular expression, a
  /// type cast or a key path that does not lead to a property of a managed object.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(#Predicate<Player> { $0.goals > 10 })
  /// ```
  ///
  /// - Parameter predicate: The predicate.
  public init?<Input: NSObject>(_ predicate: Foundation.Predicate<Input>) {
    guard let tree = try? SwiftPredicateConverter.tree(predicate) else { return nil }
    self = initialised(NSPredicate.make(tree))
  }
}

extension _FoundationExtension where Self: _NSExpression {
  /// Creates an expression from one that was written with the macro `#Expression`.
  ///
  /// The result is nil if the predicate language cannot express the same.
  ///
  /// - Parameter expression: The expression.
  public init?<Input: NSObject, Output>(_ expression: Foundation.Expression<Input, Output>) {
    guard let tree = try? SwiftPredicateConverter.tree(expression) else { return nil }
    self = initialised(TreeExpression.carrying(tree))
  }
}
