import Foundation
import PredicateFormat

/// What expressions of this module have inside: a tree, and its form for evaluation once that is needed.
final class ExpressionStorage {
  let tree: ExpressionTree

  private let lock = NSLock()
  private var compiled: CompiledExpression?

  init(_ tree: ExpressionTree) {
    self.tree = tree
  }

  /// The form for evaluation, made at the first use.
  var evaluator: CompiledExpression {
    lock.withLock {
      if let compiled { return compiled }
      let made = CompiledExpression(tree)
      compiled = made
      return made
    }
  }
}
