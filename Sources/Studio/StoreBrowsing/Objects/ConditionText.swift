import ManagedModel
import ModelReview
import PredicateFormat

/// A condition on the objects of an entity, as typed.
struct ConditionText {
  let text: String

  /// Whether there are no words.
  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Checks that the text is a condition that can be evaluated.
  ///
  /// - Parameters:
  ///   - entity: The entity of the objects.
  ///   - model: The model with the entity.
  /// - Throws: The problem of the text, and its position.
  func check(for entity: ResolvedEntity, in model: ResolvedModel) throws(BrowsingError) {
    let tree: Predicate
    do {
      tree = try Predicate(parsing: text, allowsArguments: false)
    } catch {
      throw BrowsingError(predicate: error.message, hint: error.hint, at: error.utf8Offset)
    }
    if let variable = tree.variables.first {
      throw BrowsingError(
        predicate: "the variable '$\(variable.name)' has no value here",
        hint: "write the value in its place"
      )
    }
    for path in tree.keyPaths {
      // The variable of a subquery stands for objects of another entity.
      if case .variable = path.origin { continue }
      guard let breach = KeyPathCheck(model).breach(of: path.components, from: entity) else {
        continue
      }
      throw BrowsingError(
        predicate: "'\(breach.key)' is not a property of '\(breach.entity)'",
        hint: breach.suggestion,
        at: path.position.utf8Offset
      )
    }
  }
}
