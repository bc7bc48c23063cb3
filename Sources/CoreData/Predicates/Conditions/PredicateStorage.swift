import Foundation

/// What predicates of this module have inside: a tree, and its form for evaluation once that is needed.
final class PredicateStorage {
  let tree: PredicateTree

  private let lock = NSLock()
  private var compiled: CompiledPredicate?

  init(_ tree: PredicateTree) {
    self.tree = tree
  }

  /// Whether the predicate holds for an object.
  func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
    evaluator.evaluate(with: object, variables: variables)
  }

  /// The form for evaluation, made at the first use: many predicates are only ever translated to SQL.
  var evaluator: CompiledPredicate {
    lock.withLock {
      if let compiled { return compiled }
      let made = CompiledPredicate(tree)
      compiled = made
      return made
    }
  }
}
