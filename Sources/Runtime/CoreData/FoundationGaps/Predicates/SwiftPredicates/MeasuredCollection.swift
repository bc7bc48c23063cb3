import Foundation
import PredicateFormat

/// A type whose values have a number of elements, which Swift predicates access by key paths.
///
/// These are not properties of an entity, so they have no registered names.
protocol MeasuredCollection {
  static var countPath: AnyKeyPath { get }
  static var isEmptyPath: AnyKeyPath? { get }

  /// The number of elements of a value.
  static func count(of value: ExpressionNode) -> ExpressionNode
}

extension MeasuredCollection {
  static func count(of value: ExpressionNode) -> ExpressionNode { value.count }

  /// The property of a collection for a key path; nil for another key path.
  static func node(
    _ keyPath: AnyKeyPath,
    of value: ExpressionNode
  ) -> SwiftPredicateConverter.Node? {
    if keyPath == countPath { return .value(count(of: value)) }
    if keyPath == isEmptyPath {
      return .condition(
        .comparison(ComparisonNode(count(of: value), .equalTo, .constant(.integer(0))))
      )
    }
    return nil
  }
}

extension Set: MeasuredCollection {
  static var countPath: AnyKeyPath { \Set<Element>.count }
  static var isEmptyPath: AnyKeyPath? { \Set<Element>.isEmpty }
}

extension Array: MeasuredCollection {
  static var countPath: AnyKeyPath { \[Element].count }
  static var isEmptyPath: AnyKeyPath? { \[Element].isEmpty }
}

extension Dictionary: MeasuredCollection {
  static var countPath: AnyKeyPath { \[Key: Value].count }
  static var isEmptyPath: AnyKeyPath? { \[Key: Value].isEmpty }
}

extension String: MeasuredCollection {
  static var countPath: AnyKeyPath { \String.count }
  static var isEmptyPath: AnyKeyPath? { \String.isEmpty }

  static func count(of value: ExpressionNode) -> ExpressionNode {
    .function(FunctionCall("length:", [value]))
  }
}

extension NSSet: MeasuredCollection {
  static var countPath: AnyKeyPath { \NSSet.count }
  static var isEmptyPath: AnyKeyPath? { nil }
}

extension NSOrderedSet: MeasuredCollection {
  static var countPath: AnyKeyPath { \NSOrderedSet.count }
  static var isEmptyPath: AnyKeyPath? { nil }
}
