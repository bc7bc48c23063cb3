/// The maximum height of a tree composed in code.
///
/// Compiling, copying, printing and comparing a tree take a few kilobytes of stack for each level, and threads have a
/// few megabytes.
package let maximumTreeHeight = 500

extension Predicate {
  /// Whether the tree is higher than a limit; the traversal stops there.
  package func isHigher(than limit: Int) -> Bool {
    guard limit > 0 else { return true }
    return switch self {
    case .constant: false
    case .comparison(let comparison):
      comparison.left.isHigher(than: limit - 1) || comparison.right.isHigher(than: limit - 1)
    case .and(let parts), .or(let parts): parts.contains { $0.isHigher(than: limit - 1) }
    case .not(let part): part.isHigher(than: limit - 1)
    }
  }
}

extension Expression {
  /// Whether the tree is higher than a limit; the traversal stops there.
  package func isHigher(than limit: Int) -> Bool {
    guard limit > 0 else { return true }
    let rest = limit - 1
    return switch self {
    case .constant, .evaluatedObject, .variable, .anyKey, .argument: false
    case .assignment(_, let value), .cast(let value, _), .unary(_, let value):
      value.isHigher(than: rest)
    case .path(let path): path.base?.isHigher(than: rest) ?? false
    case .function(let call):
      call.receiver?.isHigher(than: rest) ?? false
        || call.arguments.contains { $0.isHigher(than: rest) }
    case .element(let collection, .element(let index)):
      collection.isHigher(than: rest) || index.isHigher(than: rest)
    case .element(let collection, _): collection.isHigher(than: rest)
    case .subquery(let subquery):
      subquery.collection.isHigher(than: rest) || subquery.predicate.isHigher(than: rest)
    case .conditional(let condition, let first, let second):
      condition.isHigher(than: rest) || first.isHigher(than: rest) || second.isHigher(than: rest)
    case .aggregate(let elements): elements.contains { $0.isHigher(than: rest) }
    case .combination(_, let left, let right), .arithmetic(_, let left, let right):
      left.isHigher(than: rest) || right.isHigher(than: rest)
    }
  }
}
