import Foundation

/// The storage of predicates of this module: a tree, and its compiled forms, which are created lazily.
///
/// Many predicates are only ever translated to SQL.
final class PredicateStorage: @unchecked Sendable {
  let tree: PredicateTree
  private let lock = NSLock()

  /// The form for any objects.
  private var general: CompiledPredicate?

  /// The form for managed objects of the last entity.
  private var special: (entity: any PredicateEntity, predicate: CompiledPredicate)?

  init(_ tree: PredicateTree) {
    self.tree = tree
  }

  /// Whether the predicate is true for an object.
  func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
    if let object, type(of: object) is AnyClass, let managed = object as? any PredicateSubject {
      return evaluator(for: managed.predicateEntity).evaluate(with: managed, variables: variables)
    }
    return evaluator.evaluate(with: object, variables: variables)
  }

  private var evaluator: CompiledPredicate {
    lock.withLock {
      if let general { return general }
      let made = CompiledPredicate(tree)
      general = made
      return made
    }
  }

  /// The form for managed objects of an entity.
  private func evaluator(for entity: any PredicateEntity) -> CompiledPredicate {
    lock.withLock {
      if let special, special.entity === entity { return special.predicate }
      let made = CompiledPredicate(tree, for: entity)
      special = (entity, made)
      return made
    }
  }
}
