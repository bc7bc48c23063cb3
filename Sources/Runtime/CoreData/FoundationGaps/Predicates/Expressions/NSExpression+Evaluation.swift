public import Foundation

extension _FoundationExtension where Self: _NSExpression {
  /// Returns the value of the expression for an object.
  ///
  /// - Parameters:
  ///   - object: The object that key paths start at.
  ///   - context: The values of variables, by name; it is passed to blocks as well.
  /// - Returns: The value; a number is an `NSNumber`.
  public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    guard let expression = self as? TreeExpression, let storage = expression.storage else {
      return nil
    }
    return storage.evaluator.value(with: object, context: context)
  }
}
