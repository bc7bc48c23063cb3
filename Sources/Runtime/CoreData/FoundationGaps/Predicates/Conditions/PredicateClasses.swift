import Foundation
import PredicateFormat

// The predicates of this module. Each is an instance of a Foundation class to its users, and contains a tree.

/// A predicate that contains a tree.
protocol TreeCarrying: NSPredicate {
  var storage: PredicateStorage? { get }
}

/// `NOT`, `AND`, `OR`.
final class TreeCompound: NSCompoundPredicate, TreeCarrying {
  private(set) var storage: PredicateStorage?

  convenience init(_ tree: PredicateTree, type: LogicalType, parts: [NSPredicate]) {
    self.init(type: type, subpredicates: parts)
    storage = PredicateStorage(tree)
  }

  override var predicateFormat: String { storage?.tree.format ?? "" }

  override func evaluate(
    with object: Any?,
    substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    storage?.evaluate(with: object, variables: bindings) ?? false
  }

  override var description: String { predicateFormat }
  override var hash: Int { storage?.tree.hashValue ?? 0 }
  override func isEqual(_ object: Any?) -> Bool { isEqualTree(object) }
  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A comparison: the class that `TreeComparison` names.
@available(*, deprecated)
final class DeprecatedTreeComparison: NSComparisonPredicate, TreeCarrying {
  // The only stored property, as in `ComparisonLayout`.
  private(set) var storage: PredicateStorage?

  /// The predicate of a tree, which is a comparison.
  static func carrying(_ tree: PredicateTree) -> DeprecatedTreeComparison {
    let layout = ComparisonLayout(value: false)
    layout.storage = PredicateStorage(tree)
    return retag(layout, as: DeprecatedTreeComparison.self)
  }

  override var predicateFormat: String { storage?.tree.format ?? "" }

  override func evaluate(
    with object: Any?,
    substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    storage?.evaluate(with: object, variables: bindings) ?? false
  }

  override var description: String { predicateFormat }
  override var hash: Int { storage?.tree.hashValue ?? 0 }
  override func isEqual(_ object: Any?) -> Bool { isEqualTree(object) }
  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The class whose instances become those of `TreeComparison`.
private class ComparisonLayout: NSPredicate {
  var storage: PredicateStorage?
}

/// A predicate whose format could not be parsed: it is always false, and a request with it throws.
final class FailedPredicate: NSPredicate {
  /// The error as an object, because programs catch errors with `catch let error as NSError`: without Objective-C the
  /// cast of a Swift value fails, which the compiler considers impossible.
  private(set) var error: NSError?

  convenience init(_ error: NSError) {
    self.init(value: false)
    self.error = error
  }

  override var predicateFormat: String { "FALSEPREDICATE" }

  override func evaluate(
    with object: Any?,
    substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    false
  }

  override var description: String { error?.localizedDescription ?? predicateFormat }
  override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension TreeCarrying {
  fileprivate func isEqualTree(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    if other === self { return true }
    guard let tree = storage?.tree, let otherTree = try? other.tree else { return false }
    return tree == otherTree
  }
}
