import Foundation
import ObjectRows
import PredicateFormat

extension NSManagedObject {
  /// Returns the value of a property without any notification.
  ///
  /// For a to-many relationship it is an `NSMutableSet`, or an `NSMutableOrderedSet` if the relationship is ordered.
  /// An accessor may change it between `willChangeValue` and `didChangeValue`; the latter updates the inverse. To see
  /// other changes of the relationship, get the set again.
  ///
  /// ```swift
  /// var nickname: String? {
  ///   willAccessValue(forKey: "nickname")
  ///   defer { didAccessValue(forKey: "nickname") }
  ///   return primitiveValue(forKey: "nickname") as? String ?? name
  /// }
  /// ```
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

  /// Sets a property without any notification; inverses are not updated, and the object is not marked as changed.
  ///
  /// Custom accessors call it between ``NSManagedObject/willChangeValue(forKey:)`` and
  /// ``NSManagedObject/didChangeValue(forKey:)``.
  ///
  /// ```swift
  /// willChangeValue(forKey: "score")
  /// setPrimitiveValue(newValue, forKey: "score")
  /// didChangeValue(forKey: "score")
  /// ```
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
      rareState?.observers?.didChangePrimitive(self, index)
    case .fetched: setRelatedSlot(.fetched(Self.objects(in: value)), at: index)
    }
  }

  /// The value of a property; the same as `value(forKey:)` and `setValue(_:forKey:)`.
  public final subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }

  /// The value of a property for key-value coding, with the notifications of an access.
  final func publicValue(at index: Int) -> Any? {
    let name = shape.slots[index].name
    willAccessValue(forKey: name)
    defer { didAccessValue(forKey: name) }
    return modeledValue(at: index)
  }

  /// Sets a property as an accessor would: inverses are updated, observers are notified.
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

  /// Whether generated code declares an attribute with a numeric type without nil.
  final func isScalar(_ index: Int) -> Bool {
    guard case .attribute = shape.slots[index].kind else { return false }
    let type = GeneratedCodeV2.KeyTable.valueType(of: shape.slots[index].name, in: Self.self)
    return type is any Numeric.Type || type is Bool.Type
  }

  /// The value of a property from the row or from its slot.
  final func modeledValue(at index: Int) -> Any? {
    switch shape.slots[index].kind {
    case .attribute, .other: return row?.value(at: index).object
    case .toOne: return relatedObject(at: index)
    case .toMany: return relatedSet(at: index).publicValue
    case .fetched: return fetchedObjects(at: index)
    }
  }

  /// Sets a value in the row.
  ///
  /// A value of another type than the model's is refused: validation reports it.
  private func setAttribute(_ value: Any?, at index: Int) {
    rareState?.refusedValues[index] = nil
    guard let value, case .attribute(let type) = shape.slots[index].kind else {
      row?.setValue(.none, at: index)
      return
    }
    if let value = Value(value, for: type) {
      row?.setValue(value, at: index)
    } else {
      needRareState().refusedValues[index] = Self.refusal(
        of: value,
        named: shape.slots[index].name,
        type
      )
    }
  }

  /// The objects in a collection of any type.
  static func objects(in value: Any?) -> [NSManagedObject] {
    switch value {
    case nil: []
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    case let set as NSOrderedSet: members(of: set)
    case let array as NSArray: array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// The objects in an ordered set; on this platform, its array repeats elements that were passed twice.
  private static func members(of set: NSOrderedSet) -> [NSManagedObject] {
    let objects = set.array.compactMap { $0 as? NSManagedObject }
    return objects.count > set.count ? objects.distinct : objects
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

/// The kind of change of a to-many relationship.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Objects are added.
  case union = 1
  /// Objects are removed.
  case minus = 2
  /// All objects except the given ones are removed.
  case intersect = 3
  /// The given objects become the members.
  case set = 4
}

// The functions that custom accessors call around primitive accessors.
extension NSManagedObject {
  /// Prepares for a property to be set through its primitive accessor.
  final func openChange(_ index: Int) {
    if shape.slots[index].isRelationship {
      let objects = relatedObjects(at: index)
      prepareToChange(index)
      needRareState().openChanges[index] = objects
    } else {
      prepareToChange(index)
    }
    notifyWillChange(index)
  }

  /// Records that a property was set through its primitive accessor, and updates inverses.
  final func closeChange(_ index: Int) {
    guard let old = rareState?.openChanges.removeValue(forKey: index) else {
      didChange(index)
      return notifyDidChange(index)
    }
    let new = relatedObjects(at: index)
    if isToMany(index) {
      noteReplacement(of: old, by: new, at: index)
    } else {
      deltasToChange(index)?.note(old.first, at: index)
      if old.first !== new.first { moveInverse(from: old.first, to: new.first, at: index) }
    }
    didChange(index)
    notifyDidChange(index)
  }

  private func noteReplacement(
    of old: [NSManagedObject],
    by new: [NSManagedObject],
    at index: Int
  ) {
    let deltas = deltasToChange(index)
    if shape.slots[index].kind == .toMany(ordered: true) { deltas?.note(order: old, at: index) }
    let inverse = state.contains(.isAwaking) ? nil : shape.slots[index].inverse
    let (before, after) = (Set(old), Set(new))
    for object in old where !after.contains(object) {
      deltas?.noteRemoved(object, at: index)
      if let inverse, isDestination(object, at: index) { object.dropEnd(self, at: inverse) }
    }
    for object in new where !before.contains(object) && belongsHere(object) {
      deltas?.noteAdded(object, at: index)
      if let inverse, isDestination(object, at: index) { object.addEnd(self, at: inverse) }
    }
  }

  /// Changes a to-many relationship and its inverses.
  final func change(
    _ index: Int,
    by mutation: NSKeyValueSetMutationKind,
    _ objects: [NSManagedObject]
  ) {
    switch mutation {
    case .union: for object in objects { addRelated(object, at: index) }
    case .minus: for object in objects { removeRelated(object, at: index) }
    case .intersect:
      let kept = Set(objects)
      for object in relatedSet(at: index).members where !kept.contains(object) {
        removeRelated(object, at: index)
      }
    case .set: replaceRelated(objects, at: index)
    }
  }
}

extension ToManyObjects {
  /// Changes the members that differ; the other ends are not changed.
  func change(by mutation: NSKeyValueSetMutationKind, _ objects: [NSManagedObject]) {
    switch mutation {
    case .union: for object in objects { insert(object) }
    case .minus: for object in objects { remove(object) }
    case .intersect, .set:
      let kept = ObjectTable(objects)
      for object in members.objects where !kept.contains(object) { remove(object) }
      if mutation == .set { for object in objects { insert(object) } }
    }
  }
}

extension NSManagedObject: MutableKeyValueCoding {}

// Key-value coding for key paths and several keys.
extension NSManagedObject {
  /// Returns the value for a key path, such as `team.players.@sum.goals`.
  public final func value(forKeyPath keyPath: String) -> Any? {
    let components = PropertyPath.Component.components(of: keyPath)
    guard let walk = KeyPathWalk(components) else { return nil }
    if let key = walk.onlyKey { return value(forKey: key) }
    return walk.value(from: PredicateValue(self)).object
  }

  /// Sets the value for a key path; without effect if an object along the path is nil.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let key = String(keyPath[keyPath.index(after: dot)...])
    switch self.value(forKeyPath: String(keyPath[..<dot])) {
    case let object as NSManagedObject: object.setValue(value, forKey: key)
    case let object as NSObject: object.setValue(value, forKey: key)
    default: break
    }
  }

  /// Returns the values of several properties; `NSNull` stands for nil.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = value(forKey: key) ?? NSNull() }
    return values
  }

  /// Sets several properties; `NSNull` stands for nil.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// Returns a set whose changes are changes of a to-many relationship.
  ///
  /// Adding and removing members updates the inverse relationship and notifies observers, as setting the whole
  /// relationship does.
  ///
  /// ```swift
  /// team.mutableSetValue(forKey: "players").add(player)
  /// ```
  public final func mutableSetValue(forKey key: String) -> NSMutableSet {
    guard let index = shape.indexByName[key], isToMany(index) else {
      return NSMutableSet(set: value(forKey: key) as? Set<AnyHashable> ?? [])
    }
    return RelationshipSet(self, index)
  }

  /// Returns an ordered set whose changes are changes of an ordered relationship.
  public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    guard let index = shape.indexByName[key], isToMany(index) else {
      return NSMutableOrderedSet(array: value(forKey: key) as? [Any] ?? [])
    }
    return RelationshipOrderedSet(self, index)
  }

  /// Returns a set whose changes are changes of the to-many relationship at a key path.
  public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    owner(alongPath: keyPath).map { $0.mutableSetValue(forKey: $1) } ?? NSMutableSet()
  }

  /// Returns an ordered set whose changes are changes of the ordered relationship at a key path.
  public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    owner(alongPath: keyPath).map { $0.mutableOrderedSetValue(forKey: $1) } ?? NSMutableOrderedSet()
  }

  /// The object with the last property of a key path, and the key of that property.
  private func owner(alongPath keyPath: String) -> (NSManagedObject, String)? {
    guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
    let owner = value(forKeyPath: String(keyPath[..<dot])) as? NSManagedObject
    return owner.map { ($0, String(keyPath[keyPath.index(after: dot)...])) }
  }

  /// Returns an array whose changes are changes of an array property, or of an ordered relationship.
  public final func mutableArrayValue(forKey key: String) -> NSMutableArray {
    PropertyArray(self, key)
  }
}

extension NSManagedObject {
  /// The value of a property for predicates; nil for an unknown key, because a predicate may come from users.
  final func predicateValue(forKey key: String) -> PredicateValue {
    if shape.indexByName[key] != nil { return PredicateValue(value(forKey: key)) }
    switch key {
    case "self", "SELF": return .object(self)
    case "objectID": return .object(objectID)
    case "entity": return .object(shape.entity)
    default: break
    }
    // A class may support keys that are not in the model.
    state.insert(.isAskedByPredicate)
    defer { state.remove(.isAskedByPredicate) }
    return PredicateValue(value(forKey: key))
  }
}

// Access of predicates to rows.
extension NSManagedObject: PredicateSubject {
  final var predicateEntity: any PredicateEntity { shape }

  final func storedValue(along path: SlotPath) -> Value {
    if path.relationships.isEmpty { return storedValue(at: path.attribute) }
    var object = self
    for index in path.relationships {
      guard let next = object.relatedObject(at: index) else { return .none }
      object = next
    }
    return object.storedValue(at: path.attribute)
  }

  /// The value of a property in the row.
  private final func storedValue(at index: Int) -> Value {
    if state.allowsFastAccess, let row { return row.value(at: index) }
    fireFault()
    noteAccess(index)
    return row?.value(at: index) ?? .none
  }
}

extension NSManagedObject {
  /// The value for a key without a modeled property: that of a property of the class, or of
  /// `value(forUndefinedKey:)`.
  final func unmodeledValue(forKey key: String) -> Any? {
    if let keyPath = HandWrittenMembers.of(type(of: self)).keyPaths[key] {
      return unwrapped(self[keyPath: keyPath as AnyKeyPath])
    }
    if let value = Self.commonValues[key] { return value(self) }
    return value(forUndefinedKey: key)
  }

  /// The values that every managed object has, by their names in Objective-C and those of the getters.
  private static let commonValues: [String: @Sendable (NSManagedObject) -> Any?] = [
    "objectID": { $0.objectID }, "entity": { $0.entity },
    "managedObjectContext": { $0.managedObjectContext },
    "inserted": { $0.isInserted }, "isInserted": { $0.isInserted },
    "updated": { $0.isUpdated }, "isUpdated": { $0.isUpdated },
    "deleted": { $0.isDeleted }, "isDeleted": { $0.isDeleted },
    "fault": { $0.isFault }, "isFault": { $0.isFault },
    "hasChanges": { $0.hasChanges },
    "hasPersistentChangedValues": { $0.hasPersistentChangedValues },
  ]

  /// Sets the value for a key without a modeled property.
  final func setUnmodeledValue(_ value: Any?, forKey key: String) {
    guard
      let keyPath = HandWrittenMembers.of(type(of: self)).keyPaths[key] as? any SettableKeyPath,
      keyPath.set(value, of: self)
    else { return setValue(value, forUndefinedKey: key) }
  }

  /// Whether the class has a property of the name that the entity lacks.
  final func hasUnmodeledProperty(_ key: String) -> Bool {
    HandWrittenMembers.of(type(of: self)).keyPaths[key] != nil
  }
}
