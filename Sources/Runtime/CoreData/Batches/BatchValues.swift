import Foundation
import ObjectRows

/// Converts the values of batch requests for rows.
struct BatchValues {
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator
  private let composites: [NSCompositeAttributeDescription]

  init(_ shape: EntityShape, _ coordinator: NSPersistentStoreCoordinator) {
    self.shape = shape
    self.coordinator = coordinator
    composites = shape.properties.compactMap { $0 as? NSCompositeAttributeDescription }
  }

  /// The index of a property, and a value for it.
  func value(_ any: Any, for name: String) throws -> (index: Int, value: Value) {
    let index = try index(of: name)
    if any is NSNull { return (index, isToOne(index) ? .reference(.none) : .none) }
    switch shape.slots[index].kind {
    case .attribute(let type):
      guard let value = Value(any, for: type) else {
        throw misfit(name, NSManagedObject.refusal(of: any, named: name, type))
      }
      let composite = shape.properties[index] as? NSCompositeAttributeDescription
      if let reason = composite?.refusal(of: any) { throw misfit(name, reason) }
      return (index, value)
    case .toOne:
      let id = (any as? NSManagedObjectID) ?? (any as? NSManagedObject)?.objectID
      if let id, !id.isTemporaryID { return (index, .reference(coordinator.reference(of: id))) }
      throw unsaved(name)
    case .toMany, .fetched, .other: throw unfit(name)
    }
  }

  /// The index of a property that batch requests can set.
  func index(of name: String) throws -> Int {
    guard let index = shape.indexByName[name] else {
      throw BatchExecution.refusal("The entity \(shape.name) has no property named '\(name)'.")
    }
    let slot = shape.slots[index]
    if slot.isTransient || shape.properties[index] is NSDerivedAttributeDescription {
      throw unfit(name)
    }
    switch slot.kind {
    case .attribute, .toOne: return index
    case .toMany, .fetched, .other: throw unfit(name)
    }
  }

  private func isToOne(_ index: Int) -> Bool { shape.slots[index].kind == .toOne }

  /// Throws unless a row can hold all values that a handler has set in an object.
  func requireFit(_ object: NSManagedObject) throws {
    if let (index, reason) = object.rareState?.refusedValues.min(by: { $0.key < $1.key }) {
      throw misfit(shape.slots[index].name, reason)
    }
    for index in object.related == nil ? [] : shape.relationships {
      let name = shape.slots[index].name
      switch object.relatedSlot(index) {
      case .toMany(let objects) where !objects.added.isEmpty: throw unfit(name)
      case .toOne(let end?) where end.objectID.isTemporaryID: throw unsaved(name)
      default: continue
      }
    }
    for composite in composites {
      guard let value = object.value(forKey: composite.name),
        let reason = composite.refusal(of: value)
      else { continue }
      throw misfit(composite.name, reason)
    }
  }

  private func misfit(_ name: String, _ reason: String) -> NSError {
    BatchExecution.refusal("The value for \(name) of \(shape.name) does not fit: \(reason)")
  }

  private func unsaved(_ name: String) -> NSError {
    BatchExecution.refusal("The value for \(name) of \(shape.name) is not a saved object.")
  }

  private func unfit(_ name: String) -> NSError {
    BatchExecution.refusal("A batch request cannot set \(name) of \(shape.name).")
  }
}
