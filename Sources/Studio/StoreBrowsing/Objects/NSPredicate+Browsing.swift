import CoreData
import Foundation
import ManagedModel

extension NSPredicate {
  /// Returns the predicate of a typed condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - entity: The entity of the objects.
  ///   - model: The model with the entity.
  /// - Returns: The predicate; nil for an empty text.
  /// - Throws: The problem of the text, and its position.
  static func browsing(
    _ condition: ConditionText,
    for entity: ResolvedEntity,
    in model: ResolvedModel
  ) throws(BrowsingError) -> NSPredicate? {
    guard !condition.isEmpty else { return nil }
    try condition.check(for: entity, in: model)
    do {
      return try NSPredicate(parsing: condition.text)
    } catch {
      throw BrowsingError(predicate: BrowsingError(error).message)
    }
  }
}
