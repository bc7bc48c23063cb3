import Foundation
import PredicateFormat
import SQLStore
import Synchronization

/// The storage of predicates of this module: a tree, and its other forms, which are created lazily.
///
/// Many predicates are only ever translated to SQL, which most formats allow without a tree of their own.
final class PredicateStorage: @unchecked Sendable {
  /// The condition of requests for a predicate with a format and values, whose tree is created when it is needed.
  ///
  /// It is nil if there was a tree from the beginning.
  private let unbound: RequestCondition?
  private let lock = Mutex(())

  // Protected by the lock.
  @exclusivity(unchecked) private var bound: PredicateTree?

  /// The condition of requests, for a predicate without a format.
  @exclusivity(unchecked) private var condition: QueryCondition?

  /// The subpredicates of a compound predicate.
  @exclusivity(unchecked) private var parts: [NSPredicate]?

  /// The form for any objects.
  @exclusivity(unchecked) private var general: CompiledPredicate?

  /// The form for managed objects of the last entity.
  @exclusivity(unchecked) private var special:
    (entity: any PredicateEntity, predicate: CompiledPredicate)?

  init(_ tree: PredicateTree) {
    unbound = nil
    bound = tree
  }

  /// Creates the storage for a format that need not be substituted yet; nil for any other.
  init?(_ text: String, _ arguments: [Any]) {
    guard let format = try? ParsedFormats.shared.format(text), let condition = format.condition,
      arguments.count >= format.countOfValues, arguments.allSatisfy(isFinalArgument)
    else { return nil }
    unbound = RequestCondition(condition, values: arguments, format: format)
  }

  /// The kind of the predicate, which has the form of a root.
  var root: PredicateNode { unbound?.format?.tree ?? tree.root }

  var tree: PredicateTree {
    locked {
      if let bound { return bound }
      let made = boundTree
      bound = made
      return made
    }
  }

  private var boundTree: PredicateTree {
    guard let unbound, let format = unbound.format else {
      return PredicateTree(.constant(false))
    }
    let binding = ArgumentBinding(format: format.text, arguments: unbound.values)
    // The arguments were checked when the predicate was created.
    return (try? binding.tree(of: format)) ?? PredicateTree(.constant(false))
  }

  /// The condition of a request with the predicate.
  var requestCondition: RequestCondition {
    if let unbound { return unbound }
    let tree = tree
    return locked {
      let made = condition ?? QueryCondition(tree.root)
      condition = made
      return RequestCondition(made, values: tree.values)
    }
  }

  /// The subpredicates of a compound predicate, which are created when they are needed.
  var subpredicates: [NSPredicate] {
    get {
      let tree = tree
      return locked {
        let made = parts ?? tree.root.parts.map { .make(tree.sharingValues($0)) }
        parts = made
        return made
      }
    }
    set { locked { parts = newValue } }
  }

  /// Whether the predicate is true for an object.
  func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
    if let object, type(of: object) is AnyClass, let managed = object as? any PredicateSubject {
      return evaluator(for: managed.predicateEntity).evaluate(with: managed, variables: variables)
    }
    return evaluator.evaluate(with: object, variables: variables)
  }

  private var evaluator: CompiledPredicate {
    let tree = tree
    return locked {
      if let general { return general }
      let made = CompiledPredicate(tree)
      general = made
      return made
    }
  }

  /// The form for managed objects of an entity.
  private func evaluator(for entity: any PredicateEntity) -> CompiledPredicate {
    let tree = tree
    return locked {
      if let special, special.entity === entity { return special.predicate }
      let made = CompiledPredicate(tree, for: entity)
      special = (entity, made)
      return made
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    return body()
  }
}

extension PredicateNode {
  /// The parts of a compound predicate.
  fileprivate var parts: [PredicateNode] {
    switch self {
    case .and(let parts), .or(let parts): parts
    case .not(let part): [part]
    case .constant, .comparison: []
    }
  }
}

/// Whether the value of an argument is the same whenever it is substituted.
///
/// A string may be mutable, an optional is unwrapped, and an expression becomes part of the tree.
private func isFinalArgument(_ argument: Any) -> Bool {
  if let object = ExactCast.object(argument) {
    return !(object is NSString) && !(object is _NSExpression)
  }
  let type = type(of: argument)
  return type == String.self || type == Int.self || type == Double.self || type == Bool.self
    || type == Date.self || type == UUID.self
}

/// The condition of a request: the predicate with arguments, and their values.
///
/// A class, because it is passed on many times, and its members would be retained each time.
final class RequestCondition {
  let query: QueryCondition
  let values: [Any]

  /// The format of the predicate, if the condition is that of the format.
  let format: ParsedFormat?

  init(_ query: QueryCondition, values: [Any], format: ParsedFormat? = nil) {
    self.query = query
    self.values = values
    self.format = format
  }

  var tree: PredicateTree { PredicateTree(query.predicate, values: values) }
}
