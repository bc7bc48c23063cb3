import Foundation
import ObjectRows

/// Takes the values of batch requests into rows.
struct BatchValues {
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator

  init(_ shape: EntityShape, _ coordinator: NSPersistentStoreCoordinator) {
    self.shape = shape
    self.coordinator = coordinator
  }

  /// The index of a property, and a value for it.
  func value(_ any: Any, for name: String) throws -> (index: Int, value: Value) {
    let index = try index(of: name)
    if any is NSNull { return (index, isToOne(index) ? .reference(.none) : .none) }
    switch shape.slots[index].kind {
    case .attribute(let type):
      if let value = Value(any, for: type) { return (index, value) }
      throw BatchExecution.refusal(
        "The value for \(name) of \(shape.name) does not fit: "
          + NSManagedObject.refusal(of: any, named: name, type)
      )
    case .toOne:
      let id = (any as? NSManagedObjectID) ?? (any as? NSManagedObject)?.objectID
      if let id, !id.isTemporaryID { return (index, .reference(coordinator.reference(of: id))) }
      throw BatchExecution.refusal("The value for \(name) of \(shape.name) is no saved object.")
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

  private func unfit(_ name: String) -> NSError {
    BatchExecution.refusal("A batch request cannot set \(name) of \(shape.name).")
  }
}
