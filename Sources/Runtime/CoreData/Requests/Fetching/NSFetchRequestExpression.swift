public import Foundation
import PredicateFormat

/// An expression whose value is what a fetch request finds.
///
/// In a request's predicate it is answered before the store is asked, by the context that it names.
@available(
  *,
  deprecated,
  message: "Foundation marks its expressions as deprecated on this platform"
)
public class NSFetchRequestExpression: _DeprecatedTreeExpression {
  /// Makes an expression whose value is what a fetch request finds.
  ///
  /// - Parameters:
  ///   - fetch: An expression whose value is a fetch request.
  ///   - context: An expression whose value is the context that the request is put to.
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

  /// The expression whose value is the context that the request is put to.
  public var contextExpression: NSExpression { part(1) }

  /// Whether the value is the number of the results.
  public var isCountOnlyRequest: Bool {
    (part(2).expressionValue(with: nil, context: nil) as? NSNumber)?.boolValue ?? false
  }

  private func part(_ index: Int) -> NSExpression {
    arguments?[checked: index] ?? NSExpression(forConstantValue: nil)
  }
}
