import Diagnostics
import ManagedModel
import PredicateFormat

/// Resolves the keys of a path in a model.
package struct KeyPathCheck {
  private let resolved: ResolvedModel

  package init(_ resolved: ResolvedModel) {
    self.resolved = resolved
  }

  /// A key that does not exist.
  package struct Breach {
    package let key: String
    package let entity: String
    package let suggestion: String?
  }

  /// The first key that does not exist, or nil if all exist or that is unknown.
  ///
  /// A path that leaves the model, into a Transformable or after an operator, is not
  /// resolved any further. Properties of subentities count: their objects are fetched too.
  package func breach(of path: [PropertyPath.Component], from start: ResolvedEntity) -> Breach? {
    var entity = start
    for component in path {
      guard case .key(let key) = component else {
        // `@count` and so on; a model does not describe the results of operators.
        if case .collectionOperator = component { continue }
        return nil
      }
      if Self.keysOfEveryObject.contains(key.lowercased()) { continue }
      guard let location = locate(key, in: entity) else {
        return Breach(key: key, entity: entity.name, suggestion: suggestion(for: key, in: entity))
      }
      guard resolved.property(at: location).relationship != nil,
        let destination = resolved.entities[location.entity].ends[location.property].destination
      else { return nil }
      entity = resolved.entities[destination]
    }
    return nil
  }

  private static let keysOfEveryObject: Set<String> = ["self", "entity", "objectid"]

  private func locate(_ key: String, in entity: ResolvedEntity) -> PropertyLocation? {
    if let location = resolved.locate(key, in: entity) { return location }
    for descendant in resolved.subtree(of: entity) {
      if let position = descendant.position(of: key) {
        return PropertyLocation(entity: descendant.index, property: position)
      }
    }
    return nil
  }

  private func suggestion(for key: String, in entity: ResolvedEntity) -> String? {
    Suggestion.didYouMean(
      key,
      among: resolved.allProperties(of: entity).map { resolved.property(at: $0).name }
    )
  }
}
