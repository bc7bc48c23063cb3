import Foundation

struct CompiledPredicate {
  init(_ t: PredicateTree) {}
  func evaluate(with object: Any?, variables: [String: Any]?) -> Bool { false }
}
struct CompiledExpression {
  init(_ t: ExpressionTree) {}
  func value(with object: Any?, context: NSMutableDictionary?) -> Any? { nil }
}
