import Foundation
import PredicateFormat
import SQLStore
import Synchronization

/// The storage of predicates of this module: a tree, or a format with values; also the condition of requests.
///
/// Many predicates are only ever translated to SQL, which most formats allow without a tree of their own.
final class PredicateStorage: @unchecked Sendable {
  /// The values of the arguments in the condition.
  let values: [Any]

  /// The format with the condition, whose values are substituted when a tree is needed; nil if there was a tree from
  /// the beginning.
  let format: ParsedFormat?

  private let lock = Mutex(())

  // Protected by the lock.
  @exclusivity(unchecked) private var bound: PredicateTree?

  /// The other forms, which are created when they are needed.
  // Protected by the lock.
  @exclusivity(unchecked) private var forms: PredicateForms?

  init(_ tree: PredicateTree) {
    values = tree.values
    format = nil
    bound = tree
  }

  /// Creates the storage for a format whose arguments need not be substituted yet.
  init(_ format: ParsedFormat, _ arguments: [Any]) {
    values = arguments
    self.format = format
  }

  /// The kind of the predicate, which has the form of a root.
  var root: PredicateNode { format?.tree ?? tree.root }

  var tree: PredicateTree {
    locked {
      if let bound { return bound }
      let made = boundTree
      bound = made
      return made
    }
  }

  private var boundTree: PredicateTree {
    guard let format else { return PredicateTree(.constant(false)) }
    let binding = ArgumentBinding(format: format.text, arguments: values)
    // The arguments were checked when the predicate was created.
    return (try? binding.tree(of: format)) ?? PredicateTree(.constant(false))
  }

  /// The condition of requests, with arguments for the values.
  var query: QueryCondition {
    if let condition = format?.condition { return condition }
    let tree = tree
    return withForms { forms in
      let made = forms.condition ?? QueryCondition(tree.root)
      forms.condition = made
      return made
    }
  }

  /// The subpredicates of a compound predicate, which are created when they are needed.
  var subpredicates: [NSPredicate] {
    get {
      let tree = tree
      return withForms { forms in
        let made = forms.parts ?? tree.root.parts.map { .make(tree.sharingValues($0)) }
        forms.parts = made
        return made
      }
    }
    set { withForms { $0.parts = newValue } }
  }

  /// Whether the predicate is true for an object.
  func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
    if let object, type(of: object) is AnyClass, let managed = object as? any PredicateSubject {
      return evaluator(for: managed.predicateEntity).evaluate(with: managed, variables: variables)
    }
    return evaluator.evaluate(with: object, variables: variables)
  }

  private var evaluator: CompiledPredicate {
    if let known = locked({ forms?.general }) { return known }
    let made = CompiledPredicate(tree)
    withForms { $0.general = made }
    return made
  }

  /// The form for managed objects of an entity.
  private func evaluator(for entity: any PredicateEntity) -> CompiledPredicate {
    if let known = locked({ forms?.special }), known.entity === entity { return known.predicate }
    let made = CompiledPredicate(tree, for: entity)
    withForms { $0.special = (entity, made) }
    return made
  }

  private func withForms<Result>(_ body: (PredicateForms) -> Result) -> Result {
    locked {
      if let forms { return body(forms) }
      let made = PredicateForms()
      forms = made
      return body(made)
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    return body()
  }
}

/// The forms of a predicate for its uses.
///
/// They are apart from the storage, because a predicate that is only translated to SQL needs none.
private final class PredicateForms {
  // The lock of the storage protects all of them.

  /// The condition of requests, for a predicate without a format.
  var condition: QueryCondition?

  /// The subpredicates of a compound predicate.
  var parts: [NSPredicate]?

  /// The form for any objects.
  var general: CompiledPredicate?

  /// The form for managed objects of the last entity.
  var special: (entity: any PredicateEntity, predicate: CompiledPredicate)?
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

extension ParsedFormat {
  /// Returns a format that requests can be translated from with arguments that need not be substituted; nil for any
  /// other, or an invalid one.
  static func translatable(_ text: String, with arguments: [Any]) -> ParsedFormat? {
    guard let format = try? ParsedFormats.shared.format(text), format.condition != nil,
      arguments.count >= format.countOfValues, arguments.allSatisfy(isFinalArgument)
    else { return nil }
    return format
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
