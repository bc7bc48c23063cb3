import Foundation
import ObjectRows

/// Provides the rows of the objects to insert, one at a time.
final class BatchInsertionSource {
  private let request: NSBatchInsertRequest
  private let objectHandler: ((NSManagedObject) -> Bool)?
  private let shape: EntityShape
  private let coordinator: NSPersistentStoreCoordinator
  private let values: BatchValues
  private let hasConstraints: Bool
  private var position = 0

  /// The object for the handler's next call; used by one caller at a time.
  @exclusivity(unchecked) private var spare: NSManagedObject?
  private let isReusable: Bool

  init(
    _ request: NSBatchInsertRequest,
    _ shape: EntityShape,
    _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.request = request
    objectHandler = request.managedObjectHandler
    self.shape = shape
    self.coordinator = coordinator
    values = BatchValues(shape, coordinator)
    let objectClass = shape.binding.objectClass
    isReusable =
      ClassMetadata(objectClass).instanceSize == ClassMetadata(NSManagedObject.self).instanceSize
    hasConstraints = !shape.rules.constraints.isEmpty
  }

  /// Returns the next row, and the properties for which values were given; nil at the end.
  func next() throws -> (row: Row, given: PropertySet)? {
    if let objectHandler { return try next(from: objectHandler) }
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
      let (index, value) = try self.values.value(any, for: name)
      row.setValue(value, at: index)
      given.insert(index)
    }
    return (row, given)
  }

  /// Returns the values that a handler has set in an object; nil at the end.
  ///
  /// The handler may have kept the object, and change it later. Otherwise its row need not be copied, and the object
  /// serves for the next call too if its class has no properties that would keep their values.
  private func next(
    from handler: (NSManagedObject) -> Bool
  ) throws -> (row: Row, given: PropertySet)? {
    var object = spare.take() ?? shape.binding.objectClass.makeObject(shape.entity, nil)
    if handler(object) { return nil }
    try values.requireFit(object)
    let isUnshared = isKnownUniquelyReferenced(&object)
    let next = row(of: object, isUnshared: isUnshared)
    if isUnshared, isReusable, object.contextReference == nil, object.home == nil {
      object.startAgain()
      spare = object
    }
    return next
  }

  private func row(
    of object: NSManagedObject,
    isUnshared: Bool
  ) -> (row: Row, given: PropertySet) {
    guard let known = object.row else { return (shape.binding.makeDefaultRow(), PropertySet()) }
    let row = isUnshared && object.state.contains(.ownsRow) ? known : known.copy()
    if object.related != nil {
      for index in shape.rules.toOne {
        let end = object.relatedObject(at: index)?.objectID
        row.setValue(.reference(end.map(coordinator.reference(of:)) ?? .none), at: index)
      }
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
