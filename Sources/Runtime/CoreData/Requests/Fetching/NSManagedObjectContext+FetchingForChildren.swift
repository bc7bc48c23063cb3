import Foundation
import ObjectRows

// Work of a context for its children for many objects at once.
extension NSManagedObjectContext {
  final func readRows(of references: [Reference]) throws {
    try queue.sync { try source?.readRows(of: references.map(resolved)) }
  }

  final func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    // Relationships that were changed here are asked for one by one.
    try queue.sync {
      hasChanges || references.contains(where: \.isTemporary)
        ? nil : try source?.related(toAll: references, of: shape, at: index)
    }
  }
}
