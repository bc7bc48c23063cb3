import Foundation
import PredicateFormat

// The predicates of this module. Each is an instance of a Foundation class to its users, and contains a tree.

/// `NOT`, `AND`, `OR`.
final class TreeCompound: NSCompoundPredicate {
  private(set) var storage: PredicateStorage?

  /// - Parameters:
  ///   - storage: The storage, with a compound tree.
  ///   - type: The kind of the tree.
  ///   - parts: The subpredicates, if Foundation requires them to initialize the object.
  convenience init(_ storage: PredicateStorage, type: LogicalType, parts: [NSPredicate] = []) {
    self.init(type: type, subpredicates: parts)
    self.storage = storage
  }

  override var subpredicates: [NSPredicate] {
    get { storage?.subpredicates ?? super.subpredicates }
    set { storage?.subpredicates = newValue }
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
final class DeprecatedTreeComparison: NSComparisonPredicate {
  // The only stored property, as in `ComparisonLayout`.
  private(set) var storage: PredicateStorage?

  /// The predicate of a tree, which is a comparison.
  static func carrying(_ storage: consuming PredicateStorage) -> DeprecatedTreeComparison {
    let layout = ComparisonLayout(value: false)
    layout.storage = storage
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

extension NSPredicate {
  fileprivate func isEqualTree(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate else { return false }
    if other === self { return true }
    guard let tree = treeStorage?.tree, let otherTree = try? other.tree else { return false }
    return tree == otherTree
  }
}
