import Foundation
import ObjectRows

/// Provides the rows of the objects to insert, one at a time.
final class BatchInsertionSource {
  private let request: NSBatchInsertRequest
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator
  private let hasConstraints: Bool
  private var position = 0

  init(
    _ request: NSBatchInsertRequest,
    _ shape: EntityShape,
    _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.request = request
    self.shape = shape
    self.coordinator = coordinator
    hasConstraints = !shape.rules.constraints.isEmpty
  }

  /// Returns the next row, and the properties for which values were given; nil at the end.
  func next() throws -> (row: Row, given: PropertySet)? {
    if let handler = request.managedObjectHandler {
      let object = shape.binding.objectClass.makeObject(shape.entity, nil)
      return handler(object) ? nil : try row(of: object)
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

  /// Returns the values that a handler has set in an object.
  private func row(of object: NSManagedObject) throws -> (row: Row, given: PropertySet) {
    try BatchValues(shape, coordinator).requireFit(object)
    // The handler may have kept the object, and change it later.
    guard let row = object.row?.copy() else {
      return (shape.binding.makeDefaultRow(), PropertySet())
    }
    for index in shape.rules.toOne {
      let end = object.relatedObject(at: index)?.objectID
      row.setValue(.reference(end.map(coordinator.reference(of:)) ?? .none), at: index)
    }
    return (row, hasConstraints ? given(in: row) : PropertySet())
  }

  /// The properties with other values than the defaults.
  private func given(in row: Row) -> PropertySet {
    let defaults = shape.binding.makeDefaultRow()
    return PropertySet(
      shape.slots.indices.filter { !row.value(at: $0).isSame(as: defaults.value(at: $0)) }
    )
  }
}
