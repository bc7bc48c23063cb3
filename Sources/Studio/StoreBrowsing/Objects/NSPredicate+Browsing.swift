import CoreData
import Foundation
import ManagedModel

extension NSPredicate {
  /// The predicate of a condition that is typed.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - entity: The entity whose objects it is about.
  ///   - model: The model with the entity.
  /// - Returns: The predicate; nil for a text without words.
  /// - Throws: What is wrong with the text, and where.
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
