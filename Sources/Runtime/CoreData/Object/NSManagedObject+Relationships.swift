import Foundation
import ObjectRows

// Resolving relationships: references in the row or the store are resolved to objects of the context.
extension NSManagedObject {
  /// The known destinations of a relationship or fetched property.
  final func relatedSlot(_ index: Int) -> RelatedObjects.Slot {
    guard let related, let place = shape.relatedSlots[index] else { return .unresolved }
    return related[place]
  }

  final func setRelatedSlot(_ slot: RelatedObjects.Slot, at index: Int) {
    guard let place = shape.relatedSlots[index] else { return }
    let related = self.related ?? makeRelated()
    related[place] = slot
  }

  private func makeRelated() -> RelatedObjects {
    let made = RelatedObjects.make(
      count: shape.unretainedBinding._withUnsafeGuaranteedRef { $0.relatedCount }
    )
    related = made
    return made
  }

  /// The object at the other end of a to-one relationship.
  final func relatedObject(at index: Int) -> NSManagedObject? {
    if case .toOne(let object) = relatedSlot(index), !isStale(object) { return object }
    fireFault()
    guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
    let object = context?.object(for: reference)
    setRelatedSlot(.toOne(object), at: index)
    return object
  }

  /// Whether a saved object has left the context, which may have another one with its reference by now.
  private func isStale(_ end: NSManagedObject?) -> Bool {
    guard let end, end.contextReference == nil, contextReference != nil else { return false }
    return !end.reference.isTemporary
  }

  /// The object at the other end of a to-one relationship, without caching it in the related slot.
  final func uncachedRelatedObject(at index: Int) -> NSManagedObject? {
    if case .toOne(let object) = relatedSlot(index), !isStale(object) { return object }
    fireFault()
    guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
    return context?.object(for: reference)
  }

  /// The objects at the other end of a to-many relationship, read from the store if necessary and possible.
  final func relatedSet(at index: Int) -> ToManyObjects {
    let objects = pendingSet(at: index)
    if objects.isLoaded { return objects }
    fireFault()
    guard let context else {
      objects.load([])
      return objects
    }
    // Members that cannot be read now are read at the next access: a save must not treat them as missing.
    if let members = try? context.readObjects(of: self, at: index) { objects.load(members) }
    return objects
  }

  /// The objects at the other end of a to-many relationship, which may not have been read from the store.
  final func pendingSet(at index: Int) -> ToManyObjects {
    if case .toMany(let objects) = relatedSlot(index) {
      if objects.primitive != nil { objects.takePrimitiveChanges() }
      return objects
    }
    let isOrdered = shape.slots[index].kind == .toMany(ordered: true)
    let isNew = !state.contains(.isStored)
    let objects = ToManyObjects(isOrdered: isOrdered, isLoaded: isNew || context == nil)
    setRelatedSlot(.toMany(objects), at: index)
    return objects
  }

  /// The results of a fetched property, which are fetched once.
  final func fetchedObjects(at index: Int) -> [NSManagedObject] {
    if case .fetched(let objects) = relatedSlot(index) { return objects }
    let objects = context?.results(of: self, at: index) ?? []
    setRelatedSlot(.fetched(objects), at: index)
    return objects
  }

  /// Reads all values and all destinations of relationships into memory.
  final func resolveEverything() {
    fireFault()
    for index in shape.relationships { _ = relatedObjects(at: index) }
  }

  /// All destinations of a relationship or fetched property.
  final func relatedObjects(at index: Int) -> [NSManagedObject] {
    switch shape.slots[index].kind {
    case .toOne: return relatedObject(at: index).map { [$0] } ?? []
    case .toMany:
      let objects = relatedSet(at: index)
      return objects.isOrdered ? objects.order : objects.members.objects
    case .fetched: return fetchedObjects(at: index)
    case .attribute, .other: return []
    }
  }
}

// Changes of relationships, which update both ends.
extension NSManagedObject {
  /// Sets the destination of a to-one relationship, and updates the inverses.
  final func setRelated(_ object: NSManagedObject?, at index: Int) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    let old = relatedObject(at: index)
    guard old !== object else {
      // Setting the current value still marks the object as changed, as any assignment does.
      notifyWillChange(index)
      deltasToChange(index)?.note(old, at: index)
      didChange(index)
      return notifyDidChange(index)
    }
    setEnd(object, insteadOf: old, at: index)
    moveInverse(from: old, to: object, at: index)
  }

  /// Updates the inverses of a to-one relationship.
  final func moveInverse(from old: NSManagedObject?, to object: NSManagedObject?, at index: Int) {
    guard !state.contains(.isAwaking), let inverse = shape.slots[index].inverse else { return }
    if let old, isDestination(old, at: index) { old.dropEnd(self, at: inverse) }
    if let object, isDestination(object, at: index) { object.addEnd(self, at: inverse) }
  }

  /// Adds an object to a to-many relationship, at the end or at a position of an ordered one.
  final func addRelated(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    // Undoing requires to know whether the object was a member already.
    let mayBePending = position == nil && context?.remembersEvents != true
    let objects = mayBePending ? pendingSet(at: index) : relatedSet(at: index)
    guard objects.canInsert(object) else { return }
    addEnd(object, at: index, position: position)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse {
      object.addEnd(self, at: inverse)
    }
  }

  /// Removes an object from a to-many relationship.
  final func removeRelated(_ object: NSManagedObject, at index: Int) {
    guard relatedSet(at: index).members.contains(object) else { return }
    dropEnd(object, at: index)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse,
      isDestination(object, at: index)
    {
      object.dropEnd(self, at: inverse)
    }
  }

  /// Sets the members of a to-many relationship.
  final func replaceRelated(_ objects: [NSManagedObject], at index: Int) {
    guard objects.allSatisfy({ accepts($0, at: index) }) else { return }
    let wanted = Set(objects)
    let present = relatedSet(at: index)
    for object in present.members where !wanted.contains(object) {
      removeRelated(object, at: index)
    }
    for object in objects where !present.members.contains(object) {
      addRelated(object, at: index)
    }
    guard present.isOrdered else { return }
    var seen: Set<NSManagedObject> = []
    reorderRelated(objects.filter { seen.insert($0).inserted }, at: index)
  }

  /// Changes the order of an ordered relationship.
  final func reorderRelated(_ objects: [NSManagedObject], at index: Int) {
    let present = relatedSet(at: index)
    guard present.order != objects else { return }
    notifyWillChange(index)
    deltasToChange(index)?.noteOrder(of: present, at: index)
    present.reorder(objects)
    didChange(index)
    notifyDidChange(index)
  }

  /// Whether an object may be at the other end; objects of another context may not.
  final func belongsHere(_ object: NSManagedObject?) -> Bool {
    guard let object, let theirs = object.context, let ours = context, theirs !== ours else {
      return true
    }
    preconditionFailure(
      "Illegal attempt to establish a relationship between objects in different contexts "
        + "(source = \(self), destination = \(object))."
    )
  }
}

// MARK: One end

extension NSManagedObject {
  /// Sets this end of a to-one relationship; the other end is not changed.
  final func setEnd(_ object: NSManagedObject?, at index: Int) {
    setEnd(object, insteadOf: relatedObject(at: index), at: index)
  }

  private func setEnd(_ object: NSManagedObject?, insteadOf old: NSManagedObject?, at index: Int) {
    notifyWillChange(index)
    deltasToChange(index)?.note(old, at: index)
    row?.setValue(.reference(object?.reference ?? .none), at: index)
    setRelatedSlot(.toOne(object), at: index)
    didChange(index)
    notifyDidChange(index)
  }

  /// Adds an object to this end; a to-one end leaves its previous destination.
  final func addEnd(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard isToMany(index) else {
      let old = relatedObject(at: index)
      guard old !== object else { return }
      setEnd(object, insteadOf: old, at: index)
      if let old, let inverse = shape.slots[index].inverse { old.dropEnd(self, at: inverse) }
      return
    }
    let objects = pendingSet(at: index)
    guard objects.canInsert(object) else { return }
    notifyWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteAdded(object, at: index)
    }
    objects.insert(object, at: position ?? objects.order.count)
    didChange(index)
    notifyDidChange(index)
  }

  /// Removes an object from this end.
  final func dropEnd(_ object: NSManagedObject, at index: Int) {
    guard isToMany(index) else {
      // The other end may be newer than this one, whose row in the context may be outdated.
      if relatedObject(at: index) !== object {
        takeNewerRow()
        guard relatedObject(at: index) === object else { return }
      }
      return setEnd(nil, insteadOf: object, at: index)
    }
    let pending = pendingSet(at: index)
    // An object that was added before the members were known may have been one of them in the store. To restore a
    // removed one its position must be known.
    let isKnown = !pending.mayHaveStored(object) && !(pending.isOrdered && mayBeUndone)
    let objects = isKnown ? pending : relatedSet(at: index)
    guard objects.canRemove(object) else { return }
    notifyWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteRemoved(object, at: index)
    }
    objects.remove(object)
    didChange(index)
    notifyDidChange(index)
  }

  /// Whether changes are registered with an undo manager.
  private final var mayBeUndone: Bool {
    context?.undoManager?.isUndoRegistrationEnabled == true
  }

  /// Prepares a change like ``prepareToChange(_:)``, and returns the recorder of relationship changes, if there is
  /// one.
  final func deltasToChange(_ index: Int) -> RelationshipDeltas? {
    prepareToChange(index)
    guard let rareState, rareState.eventRow != nil, !state.contains(.isAwaking) else { return nil }
    if let deltas = rareState.eventRelated { return deltas }
    let made = RelationshipDeltas()
    rareState.eventRelated = made
    return made
  }

  final func notifyWillChange(_ index: Int) {
    rareState?.observers?.willChange(self, index)
  }

  final func notifyDidChange(_ index: Int) {
    rareState?.observers?.didChange(self, index)
  }
}

// The allowed destinations of a relationship.
extension NSManagedObject {
  /// Whether an object is allowed in a relationship: one of its destination entity, or of a subentity.
  ///
  /// Entities of another copy of the model are compared by name.
  final func isDestination(_ object: NSManagedObject, at index: Int) -> Bool {
    guard let destination = shape.slots[index].destination else { return true }
    if object.shape === destination { return true }
    var next: EntityShape? = object.shape
    while let current = next {
      if current === destination { return true }
      next = current.parent
    }
    return object.entity.lineage.contains { $0.name == destination.name }
  }

  /// Whether a relationship accepts an object; validation reports one that it does not accept.
  final func accepts(_ object: NSManagedObject?, at index: Int) -> Bool {
    if let rareState, !rareState.refusedValues.isEmpty { rareState.refusedValues[index] = nil }
    guard let object, !isDestination(object, at: index) else { return true }
    refuse(object, ofType: object.entity.name ?? "?", at: index)
    return false
  }

  /// The object for a to-one relationship in a value of any type; nil if the value is not acceptable.
  final func acceptable(_ value: Any?, at index: Int) -> NSManagedObject?? {
    guard let value, !(value is NSNull) else {
      _ = accepts(nil, at: index)
      return .some(nil)
    }
    guard let object = value as? NSManagedObject else {
      refuse(value, ofType: "\(type(of: value))", at: index)
      return nil
    }
    return accepts(object, at: index) ? .some(object) : nil
  }

  /// The objects for a to-many relationship in a value of any type; nil if the value is not acceptable.
  final func acceptableMembers(_ value: Any?, at index: Int) -> [NSManagedObject]? {
    _ = accepts(nil, at: index)
    let objects = Self.objects(in: value)
    guard objects.count == Self.count(of: value) else {
      if let value { refuse(value, ofType: "\(type(of: value))", at: index) }
      return nil
    }
    return objects.allSatisfy { accepts($0, at: index) } ? objects : nil
  }

  /// The number of elements in a collection of any type; nil for other values.
  private static func count(of value: Any?) -> Int? {
    switch value {
    case nil, is NSNull: 0
    case let set as NSSet: set.count
    case let set as NSOrderedSet: set.count
    case let array as NSArray: array.count
    default: nil
    }
  }

  /// Records the problem with a value for the validation of the object, which counts as changed.
  private func refuse(_ value: Any, ofType type: String, at index: Int) {
    let name = shape.slots[index].name
    willChangeValue(forKey: name)
    needRareState().refusedValues[index] = refusal(of: value, ofType: type, at: index)
    didChangeValue(forKey: name)
  }

  /// The reason why a relationship does not accept a value.
  final func refusal(of value: Any, ofType type: String, at index: Int) -> String {
    let slot = shape.slots[index]
    let kind = isToMany(index) ? "to-many" : "to-one"
    return "Unacceptable type of value for \(kind) relationship: property = \"\(slot.name)\"; "
      + "desired type = \(slot.destination?.name ?? "?"); given type = \(type); value = \(value)."
  }

  /// The reason why an object that was added to a to-many relationship cannot be saved in it.
  ///
  /// A set that is the relationship's primitive value accepts any object.
  final func refusedMember(of objects: ToManyObjects, at index: Int) -> String? {
    objects.added.objects.first { !isDestination($0, at: index) }.map {
      refusal(of: $0, ofType: $0.entity.name ?? "?", at: index)
    }
  }
}
