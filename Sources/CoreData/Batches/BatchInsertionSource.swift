import Foundation
import ObjectRows

/// Gives the rows of the objects that are to be inserted, one after the other.
final class BatchInsertionSource {
  private let request: NSBatchInsertRequest
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator
  private var position = 0

  init(
    _ request: NSBatchInsertRequest,
    _ shape: EntityShape,
    _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.request = request
    self.shape = shape
    self.coordinator = coordinator
  }

  /// The next row, and the properties for which values were given; nil when there is none.
  func next() throws -> (row: Row, given: PropertySet)? {
    if let handler = request.managedObjectHandler {
      let object = shape.binding.objectClass.makeObject(shape.entity, nil)
      return handler(object) ? nil : row(of: object)
    }
    if let handler = request.dictionaryHandler {
      let dictionary = NSMutableDictionary()
      if handler(dictionary) { return nil }
      var values: [String: Any] = [:]
      for (key, value) in dictionary { if let key = key as? String { values[key] = value } }
      return try row(of: values)
    }
    guard let list = request.objectsToInsert, list.indices.contains(position) else { return nil }
    defer { position += 1 }
    return try row(of: list[position])
  }

  private func row(of values: [String: Any]) throws -> (row: Row, given: PropertySet) {
    let row = shape.binding.makeDefaultRow()
    var given = PropertySet()
    for name in values.keys.sorted() {
      guard let any = values[name] else { continue }
      let (index, value) = try BatchValues(shape, coordinator).value(any, for: name)
      row.setValue(value, at: index)
      given.insert(index)
    }
    return (row, given)
  }

  /// What a handler has put into an object.
  private func row(of object: NSManagedObject) -> (row: Row, given: PropertySet) {
    let defaults = shape.binding.makeDefaultRow()
    guard let filled = object.row else { return (defaults, PropertySet()) }
    let row = filled.copy()
    for index in shape.rules.toOne {
      let end = object.relatedObject(at: index)?.objectID
      row.setValue(.reference(end.map(coordinator.reference(of:)) ?? .none), at: index)
    }
    let given = shape.slots.indices.filter { index in
      !row.value(at: index).isSame(as: defaults.value(at: index))
    }
    return (row, PropertySet(given))
  }
}
