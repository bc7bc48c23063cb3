public import Foundation
import PredicateFormat

/// An expression whose value is the result of a fetch request.
///
/// In a request's predicate it is evaluated before the store executes the request, by its context.
@available(
  *,
  deprecated,
  message: "Foundation marks its expressions as deprecated on this platform"
)
public class NSFetchRequestExpression: _DeprecatedTreeExpression {
  /// Creates an expression whose value is the result of a fetch request.
  ///
  /// - Parameters:
  ///   - fetch: An expression whose value is a fetch request.
  ///   - context: An expression whose value is the context that executes the request.
  ///   - countFlag: Whether the value is the number of the results instead of a list of them.
  /// - Returns: An `NSFetchRequestExpression`.
  public class func expression(
    forFetch fetch: NSExpression,
    context: NSExpression,
    countOnly countFlag: Bool
  ) -> NSExpression {
    var table = ValueTable()
    let arguments = [
      table.adopt(fetch.tree), table.adopt(context.tree), .constant(.boolean(countFlag)),
    ]
    let call = FunctionCall(FunctionCall.fetchSelector, arguments)
    return carrying(ExpressionTree(.function(call), values: table.values))
  }

  /// The expression whose value is the fetch request.
  public var requestExpression: NSExpression { part(0) }

  /// The expression whose value is the context that executes the request.
  public var contextExpression: NSExpression { part(1) }

  /// Whether the value is the number of the results.
  public var isCountOnlyRequest: Bool {
    (part(2).expressionValue(with: nil, context: nil) as? NSNumber)?.boolValue ?? false
  }

  private func part(_ index: Int) -> NSExpression {
    arguments?[checked: index] ?? NSExpression(forConstantValue: nil)
  }
}
