import Foundation
import ObjectRows

/// The IDs of a custom store, which identifies its objects by reference objects of its own.
struct NamedReferences {
  private unowned let store: NSPersistentStore
  private let slot: Int
  private let table = ReferenceTable()

  init(_ store: NSPersistentStore, slot: StoreSlot) {
    self.store = store
    self.slot = slot.number
  }

  /// Returns the reference of the object with a reference object.
  func reference(for object: Any, of shape: EntityShape) -> Reference {
    Reference(number: table.number(of: object, in: shape), entity: shape.number, store: slot)
  }

  /// Returns the reference of the object with a text in its URI.
  func reference(ofText text: String, shape: EntityShape) -> Reference {
    Reference(number: table.number(ofText: text, in: shape), entity: shape.number, store: slot)
  }

  func text(of reference: Reference) -> String { table.text(for: reference.number) }

  func objectID(
    for entity: NSEntityDescription,
    referenceObject: Any
  ) -> NSManagedObjectID {
    let entity = shape(of: entity).entity
    return id(of: reference(for: referenceObject, of: entity.shape), entity: entity)
  }

  func id(of reference: Reference, entity: NSEntityDescription) -> NSManagedObjectID {
    NSManagedObjectID(
      reference,
      entity: entity,
      store: store,
      referenceText: table.text(for: reference.number)
    )
  }

  /// Returns the reference object of an ID, which may come from another coordinator with the same store.
  func referenceObject(for id: NSManagedObjectID) -> Any {
    table.object(for: reference(of: id).number) ?? id.referenceText
  }

  /// Returns the reference of an ID in this coordinator.
  func reference(of id: NSManagedObjectID) -> Reference {
    if id.isTemporaryID || id.store === store { return id.reference }
    return reference(ofText: id.referenceText, shape: shape(of: id.entity))
  }

  /// The shape of an entity in the coordinator's model; the entity may be one of an equal model.
  private func shape(of entity: NSEntityDescription) -> EntityShape {
    let shapes = store.persistentStoreCoordinator?.shapes
    return shapes?.first { $0.name == entity.name } ?? entity.shape
  }
}
