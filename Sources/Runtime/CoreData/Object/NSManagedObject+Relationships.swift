import Foundation
import ObjectRows

// Resolving relationships: the references in the row or the store become objects of the context.
extension NSManagedObject {
  /// The destinations of a relationship or fetched property, as far as they are known.
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

  /// The object at the other end of a to-one relationship, without keeping it in the related slot.
  final func uncachedRelatedObject(at index: Int) -> NSManagedObject? {
    if case .toOne(let object) = relatedSlot(index), !isStale(object) { return object }
    fireFault()
    guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
    return context?.object(for: reference)
  }

  /// The objects at the other end of a to-many relationship, taken from the store if need be and possible.
  final func relatedSet(at index: Int) -> ToManyObjects {
    let objects = pendingSet(at: index)
    if objects.isLoaded { return objects }
    fireFault()
    guard let context else {
      objects.load([])
      return objects
    }
    // Members that cannot be read now are read when they are asked for next: a save must not take them for none.
    if let members = try? context.readObjects(of: self, at: index) { objects.load(members) }
    return objects
  }

  /// The objects at the other end of a to-many relationship, which may not have been taken from the store.
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

  /// Takes all values and all that relationships lead to into memory.
  final func resolveEverything() {
    fireFault()
    for index in shape.relationships { _ = relatedObjects(at: index) }
  }

  /// Everything that a relationship or fetched property leads to.
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

// Changes of relationships, each of which changes both ends.
extension NSManagedObject {
  /// Lets a to-one relationship lead to an object, and that object's inverse lead back.
  final func setRelated(_ object: NSManagedObject?, at index: Int) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    let old = relatedObject(at: index)
    guard old !== object else {
      // Setting what is there already still marks the object, as any assignment does.
      tellWillChange(index)
      deltasToChange(index)?.note(old, at: index)
      didChange(index)
      return tellDidChange(index)
    }
    setEnd(object, insteadOf: old, at: index)
    moveInverse(from: old, to: object, at: index)
  }

  /// Lets the inverses follow a to-one relationship.
  final func moveInverse(from old: NSManagedObject?, to object: NSManagedObject?, at index: Int) {
    guard !state.contains(.isAwaking), let inverse = shape.slots[index].inverse else { return }
    if let old, isDestination(old, at: index) { old.dropEnd(self, at: inverse) }
    if let object, isDestination(object, at: index) { object.addEnd(self, at: inverse) }
  }

  /// Adds an object to a to-many relationship, at the end or at a place of an ordered one.
  final func addRelated(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    // To undo it, it must be known whether the object was there already.
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

  /// Makes a to-many relationship lead to exactly the given objects.
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

  /// Puts the objects of an ordered relationship in another order.
  final func reorderRelated(_ objects: [NSManagedObject], at index: Int) {
    let present = relatedSet(at: index)
    guard present.order != objects else { return }
    tellWillChange(index)
    deltasToChange(index)?.noteOrder(of: present, at: index)
    present.reorder(objects)
    didChange(index)
    tellDidChange(index)
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
  /// Lets this end of a to-one relationship lead to an object; the other end is not touched.
  final func setEnd(_ object: NSManagedObject?, at index: Int) {
    setEnd(object, insteadOf: relatedObject(at: index), at: index)
  }

  private func setEnd(_ object: NSManagedObject?, insteadOf old: NSManagedObject?, at index: Int) {
    tellWillChange(index)
    deltasToChange(index)?.note(old, at: index)
    row?.setValue(.reference(object?.reference ?? .none), at: index)
    setRelatedSlot(.toOne(object), at: index)
    didChange(index)
    tellDidChange(index)
  }

  /// Lets this end lead to an object as well; a to-one end leaves where it led before.
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
    tellWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteAdded(object, at: index)
    }
    objects.insert(object, at: position ?? objects.order.count)
    didChange(index)
    tellDidChange(index)
  }

  /// Lets this end not lead to an object any more.
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
    // An object that was added before the members were known may have been one of them in the
    // store. The place of one that goes must be known for its return.
    let isKnown = !pending.mayHaveStored(object) && !(pending.isOrdered && mayBeUndone)
    let objects = isKnown ? pending : relatedSet(at: index)
    guard objects.canRemove(object) else { return }
    tellWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteRemoved(object, at: index)
    }
    objects.remove(object)
    didChange(index)
    tellDidChange(index)
  }

  /// Whether changes are registered with an undo manager.
  private final var mayBeUndone: Bool {
    context?.undoManager?.isUndoRegistrationEnabled == true
  }

  /// Does what ``prepareToChange(_:)`` does, and gives what keeps how relationships change, if that is kept.
  final func deltasToChange(_ index: Int) -> RelationshipDeltas? {
    prepareToChange(index)
    guard let rareState, rareState.eventRow != nil, !state.contains(.isAwaking) else { return nil }
    if let deltas = rareState.eventRelated { return deltas }
    let made = RelationshipDeltas()
    rareState.eventRelated = made
    return made
  }

  final func tellWillChange(_ index: Int) {
    rareState?.observers?.willChange(self, index)
  }

  final func tellDidChange(_ index: Int) {
    rareState?.observers?.didChange(self, index)
  }
}

// The objects to which a relationship can lead.
extension NSManagedObject {
  /// Whether a relationship can lead to an object: one of its destination entity, or of a subentity of that.
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

  /// Whether a relationship takes an object; one that it does not take is reported by validation.
  final func accepts(_ object: NSManagedObject?, at index: Int) -> Bool {
    if let rareState, !rareState.refusedValues.isEmpty { rareState.refusedValues[index] = nil }
    guard let object, !isDestination(object, at: index) else { return true }
    refuse(object, ofType: object.entity.name ?? "?", at: index)
    return false
  }

  /// The object for a to-one relationship in a value of any type; nil for what it does not take.
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

  /// The objects for a to-many relationship in a value of any type; nil for what it does not take.
  final func acceptableMembers(_ value: Any?, at index: Int) -> [NSManagedObject]? {
    _ = accepts(nil, at: index)
    let objects = Self.objects(in: value)
    guard objects.count == Self.count(of: value) else {
      if let value { refuse(value, ofType: "\(type(of: value))", at: index) }
      return nil
    }
    return objects.allSatisfy { accepts($0, at: index) } ? objects : nil
  }

  /// The number of things in a collection of whatever type; nil for what is none.
  private static func count(of value: Any?) -> Int? {
    switch value {
    case nil, is NSNull: 0
    case let set as NSSet: set.count
    case let set as NSOrderedSet: set.count
    case let array as NSArray: array.count
    default: nil
    }
  }

  /// Keeps what is wrong with a value for the validation of the object, which counts as changed.
  private func refuse(_ value: Any, ofType type: String, at index: Int) {
    let name = shape.slots[index].name
    willChangeValue(forKey: name)
    needRareState().refusedValues[index] = refusal(of: value, ofType: type, at: index)
    didChangeValue(forKey: name)
  }

  /// The reason for which a relationship does not take a value.
  final func refusal(of value: Any, ofType type: String, at index: Int) -> String {
    let slot = shape.slots[index]
    let kind = isToMany(index) ? "to-many" : "to-one"
    return "Unacceptable type of value for \(kind) relationship: property = \"\(slot.name)\"; "
      + "desired type = \(slot.destination?.name ?? "?"); given type = \(type); value = \(value)."
  }

  /// The reason for which an object that was added to a to-many relationship cannot be saved in it.
  ///
  /// A set that is the relationship's primitive value takes any object.
  final func refusedMember(of objects: ToManyObjects, at index: Int) -> String? {
    objects.added.objects.first { !isDestination($0, at: index) }.map {
      refusal(of: $0, ofType: $0.entity.name ?? "?", at: index)
    }
  }
}
