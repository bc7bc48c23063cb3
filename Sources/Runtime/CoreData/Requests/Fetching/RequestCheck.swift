import Foundation
import PredicateFormat
import SQLStore

/// Validates a request before a store executes it.
///
/// Core Data raises exceptions for an invalid one. Here it is an error, because the text of a predicate may come from
/// users.
struct RequestCheck {
  private let shape: EntityShape

  init(_ shape: EntityShape) {
    self.shape = shape
  }

  /// Validates a request, whose condition is given as well.
  func check(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ condition: PredicateStorage?
  ) throws {
    if let condition { try check(condition) }
    for descriptor in request.sortDescriptors ?? [] where request.isOfObjects {
      guard let key = descriptor.key, !isOwnValue(key) else { continue }
      let path = try ModelPath(keyPath: key, from: shape)
      guard !path.isToMany else {
        throw Self.failure("to-many key not allowed here: the sort descriptor \(descriptor)")
      }
    }
    for keyPath in request.relationshipKeyPathsForPrefetching ?? [] {
      guard case .object = try ModelPath(keyPath: keyPath, from: shape).end else {
        throw Self.failure("Invalid keypath \(keyPath) passed for prefetching: no relationship.")
      }
    }
    try checkGroups(request)
  }

  /// Whether a key is of one value of each object, as most sort keys are.
  private func isOwnValue(_ key: String) -> Bool {
    guard let index = shape.index(of: key) else { return false }
    return switch shape.slots[index].kind {
    case .attribute: true
    case .toOne: shape.slots[index].destination != nil
    case .toMany, .fetched, .other: false
    }
  }

  private func check(_ condition: PredicateStorage) throws {
    guard let format = condition.format else { return try check(condition.query.predicate) }
    try format.confirm(for: shape) { try check(condition.query.predicate) }
  }

  /// Validates the key paths that begin at the objects of the entity.
  private func check(_ condition: PredicateNode) throws {
    if isOfOwnProperties(condition) { return }
    for use in condition.keyPaths where use.origin == .evaluatedObject {
      _ = try ModelPath(use.components, from: shape)
    }
  }

  /// Whether the condition only compares properties of the entity with values, as most conditions do.
  private func isOfOwnProperties(_ condition: PredicateNode) -> Bool {
    switch condition {
    case .comparison(let comparison):
      guard case .path(let path) = comparison.left, path.base == nil, path.components.count == 1,
        case .key(let key)? = path.components.first, let index = shape.index(of: key),
        !shape.slots[index].isRelationship || shape.slots[index].destination != nil
      else { return false }
      switch comparison.right {
      case .constant, .argument: return true
      default: return false
      }
    case .and(let parts): return parts.allSatisfy(isOfOwnProperties)
    case .constant, .or, .not: return false
    }
  }

  private func checkGroups(_ request: NSFetchRequest<any NSFetchRequestResult>) throws {
    let isGrouped = !(request.propertiesToGroupBy ?? []).isEmpty
    if isGrouped, request.resultType != .dictionaryResultType {
      throw Self.failure("Invalid fetch request: GROUP BY requires NSDictionaryResultType")
    }
    if request.havingPredicate != nil, !isGrouped {
      throw Self.failure("Invalid fetch request: HAVING without GROUP BY")
    }
  }

  static func failure(_ reason: String) -> NSError {
    StoreFailure.error(NSCoreDataError, reason)
  }
}

extension NSFetchRequest {
  /// Whether the results are objects or represent objects, rather than values of them.
  fileprivate final var isOfObjects: Bool { resultType != .dictionaryResultType }
}
