import Foundation
import ObjectRows

/// A row as a dictionary, as conflicts show it: attributes, and the IDs of to-one destinations.
struct RowSnapshot {
  /// The values of a row of an entity; missing ones are `NSNull`.
  static func values(
    of row: Row,
    _ shape: EntityShape,
    in coordinator: NSPersistentStoreCoordinator?
  ) -> [String: Any] {
    var values: [String: Any] = [:]
    for (index, slot) in shape.slots.enumerated() where !slot.isTransient {
      switch slot.kind {
      case .attribute: values[slot.name] = row.value(at: index).object ?? NSNull()
      case .toOne:
        let reference = row.value(at: index).reference
        let id = reference.isNone ? nil : coordinator?.objectID(for: reference)
        values[slot.name] = id ?? NSNull()
      case .toMany, .fetched, .other: break
      }
    }
    return values
  }

  /// The row for a dictionary, with missing values taken from another row.
  static func row(
    of values: [String: Any],
    over other: Row?,
    for object: NSManagedObject
  ) -> Row {
    let row = other?.copy() ?? object.shape.binding.makeRow()
    for (name, any) in values {
      guard let index = object.shape.indexByName[name] else { continue }
      let value = any is NSNull ? nil : any
      switch object.shape.slots[index].kind {
      case .attribute(let type):
        row.setValue(value.flatMap { Value($0, for: type) } ?? .none, at: index)
      case .toOne:
        let id = value as? NSManagedObjectID
        let reference = id.flatMap { object.context?.reference(of: $0) }
        row.setValue(.reference(reference ?? .none), at: index)
      case .toMany, .fetched, .other: break
      }
    }
    return row
  }
}
