import Foundation
import PredicateFormat

/// The storage of expressions of this module: a tree, and its compiled form, which is created lazily.
final class ExpressionStorage {
  let tree: ExpressionTree

  private let lock = NSLock()
  private var compiled: CompiledExpression?

  init(_ tree: ExpressionTree) {
    self.tree = tree
  }

  /// The compiled form, created at the first use.
  var evaluator: CompiledExpression {
    lock.withLock {
      if let compiled { return compiled }
      let made = CompiledExpression(tree)
      compiled = made
      return made
    }
  }
}
