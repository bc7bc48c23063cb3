import Foundation
import ObjectRows

// Where relationships lead: resolving what is in the row or the store into objects of the context.
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
    if case .toOne(let object) = relatedSlot(index) { return object }
    fireFault()
    guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
    let object = context?.object(for: reference)
    setRelatedSlot(.toOne(object), at: index)
    return object
  }

  /// The object at the other end of a to-one relationship, which is not remembered.
  final func glimpsedObject(at index: Int) -> NSManagedObject? {
    if case .toOne(let object) = relatedSlot(index) { return object }
    fireFault()
    guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
    return context?.object(for: reference)
  }

  /// The objects at the other end of a to-many relationship, taken from the store if need be.
  final func relatedSet(at index: Int) -> ToManyObjects {
    let objects = pendingSet(at: index)
    if !objects.isLoaded {
      fireFault()
      objects.load(context?.storedObjects(of: self, at: index) ?? [])
    }
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
