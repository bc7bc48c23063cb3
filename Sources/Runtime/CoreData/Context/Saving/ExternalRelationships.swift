import Foundation
import ObjectRows

/// Finds relationships between objects in different stores.
struct ExternalRelationships {
  private let saved: SavedObjects

  init(_ saved: SavedObjects) {
    self.saved = saved
  }

  /// Throws if there are any.
  func check() throws {
    var errors = ValidationErrors()
    for object in saved.written { check(object, &errors) }
    try errors.throwIfAny()
  }

  private func check(_ object: NSManagedObject, _ errors: inout ValidationErrors) {
    for index in object.shape.relationships where !object.shape.slots[index].isTransient {
      switch object.relatedSlot(index) {
      case .toOne(let destination?) where isExternal(destination, for: object):
        errors.add(error(object, index, destination))
      case .toMany(let objects):
        if let destination = objects.added.first(where: { isExternal($0, for: object) }) {
          errors.add(error(object, index, destination))
        }
      default: break
      }
    }
  }

  private func isExternal(_ destination: NSManagedObject, for object: NSManagedObject) -> Bool {
    !destination.isDeleted && destination.reference.store != object.reference.store
  }

  private func error(
    _ object: NSManagedObject,
    _ index: Int,
    _ destination: NSManagedObject
  ) -> NSError {
    .coreData(
      NSManagedObjectExternalRelationshipError,
      [
        NSLocalizedFailureReasonErrorKey:
          "A relationship cannot lead to an object in another store.",
        NSAffectedObjectsErrorKey: [object], NSValidationObjectErrorKey: object,
        NSValidationKeyErrorKey: object.shape.slots[index].name,
        NSValidationValueErrorKey: destination,
      ]
    )
  }
}
