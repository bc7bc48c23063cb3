import Foundation
import ObjectRows

extension NSManagedObject {
  /// The value of a property without any notification.
  ///
  /// That of a to-many relationship is an `NSMutableSet`, or an `NSMutableOrderedSet` if the relationship is
  /// ordered. An accessor may change it between `willChangeValue` and `didChangeValue`; the inverse follows
  /// with the latter. A set that is kept shows other changes of the relationship when it is asked for again.
  public final func primitiveValue(forKey key: String) -> Any? {
    guard let index = shape.indexByName[key] else {
      // A primitive accessor that was generated for another version of the model.
      if GeneratedCodeV2.KeyTable.reportsMissing(key, of: Self.self, in: shape) { return nil }
      return value(forUndefinedKey: key)
    }
    fireFault()
    if isToMany(index) { return relatedSet(at: index).primitiveValue }
    return modeledValue(at: index)
  }

  /// Gives a property a value without any notification; inverses are not touched, nothing is to be saved.
  public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
    guard let index = shape.indexByName[key] else {
      if GeneratedCodeV2.KeyTable.reportsMissing(key, of: Self.self, in: shape) { return }
      return setValue(value, forUndefinedKey: key)
    }
    prepareToChangeQuietly()
    switch shape.slots[index].kind {
    case .attribute, .other: setAttribute(value, at: index)
    case .toOne:
      guard let object = acceptable(value, at: index) else { return }
      row?.setValue(.reference(object?.reference ?? .none), at: index)
      setRelatedSlot(.toOne(object), at: index)
    case .toMany:
      guard let wanted = acceptableMembers(value, at: index) else { return }
      let objects = relatedSet(at: index)
      let kept = ObjectTable(wanted)
      for object in objects.members where !kept.contains(object) { objects.remove(object) }
      for object in wanted { objects.insert(object) }
      objects.reorder(wanted)
    case .fetched: setRelatedSlot(.fetched(Self.objects(in: value)), at: index)
    }
  }

  /// The value of a property; the same as `value(forKey:)` and `setValue(_:forKey:)`.
  public final subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }

  /// The value of a property as key-value coding shows it, with the notifications of an access.
  final func publicValue(at index: Int) -> Any? {
    let name = shape.slots[index].name
    willAccessValue(forKey: name)
    defer { didAccessValue(forKey: name) }
    return modeledValue(at: index)
  }

  /// Gives a property a value as an accessor would: inverses follow, observers are told.
  final func setPublicValue(_ value: Any?, at index: Int) {
    let value = value is NSNull ? nil : value
    switch shape.slots[index].kind {
    case .attribute, .other:
      let name = shape.slots[index].name
      willChangeValue(forKey: name)
      setAttribute(value, at: index)
      didChangeValue(forKey: name)
    case .toOne:
      if let object = acceptable(value, at: index) { setRelated(object, at: index) }
    case .toMany:
      if let objects = acceptableMembers(value, at: index) { replaceRelated(objects, at: index) }
    case .fetched: break
    }
  }

  /// The value of a property from the row or from beside it.
  final func modeledValue(at index: Int) -> Any? {
    switch shape.slots[index].kind {
    case .attribute, .other: return row?.value(at: index).object
    case .toOne: return relatedObject(at: index)
    case .toMany: return relatedSet(at: index).publicValue
    case .fetched: return fetchedObjects(at: index)
    }
  }

  /// Puts a value into the row.
  ///
  /// One of another type than the model says is refused: validation reports it.
  private func setAttribute(_ value: Any?, at index: Int) {
    extra?.refusedValues[index] = nil
    guard let value, case .attribute(let type) = shape.slots[index].kind else {
      row?.setValue(.none, at: index)
      return
    }
    if let value = Value(value, for: type) {
      row?.setValue(value, at: index)
    } else {
      needExtra().refusedValues[index] = Self.refusal(
        of: value,
        named: shape.slots[index].name,
        type
      )
    }
  }

  /// The objects in a collection of whatever type.
  static func objects(in value: Any?) -> [NSManagedObject] {
    switch value {
    case nil: []
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let array as NSArray: array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  final var valuesDescription: String {
    shape.slots.indices.map { index in
      "\(shape.slots[index].name) = \(describe(index))"
    }.sorted().joined(separator: "; ")
  }

  private func describe(_ index: Int) -> String {
    switch shape.slots[index].kind {
    case .attribute, .other: return row?.value(at: index).object.map { "\($0)" } ?? "nil"
    case .toOne: return relatedObject(at: index)?.objectID.uriText ?? "nil"
    case .toMany, .fetched:
      return hasFault(forRelationshipNamed: shape.slots[index].name)
        ? "<relationship fault>" : "\(relatedObjects(at: index).count) objects"
    }
  }
}
