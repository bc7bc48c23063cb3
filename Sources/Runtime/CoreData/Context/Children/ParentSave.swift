import Foundation
import ObjectRows

/// Saves the changes of a context to its parent, one level up.
///
/// Whatever has happened in the parent meanwhile, the child's changes win. Properties that the child has not changed
/// remain as they are in the parent.
struct ParentSave {
  private let child: NSManagedObjectContext
  private let parent: NSManagedObjectContext

  init(_ child: NSManagedObjectContext, to parent: NSManagedObjectContext) {
    self.child = child
    self.parent = parent
  }

  /// Makes all changes in the parent, which processes them.
  func run() {
    parent.queue.sync {
      child.applyRenamedReferences()
      let changed = child.tracked.filter { $0.hasChanges && !$0.isDeleted }
      let twins = changed.compactMap { object in twin(toChange: object).map { (object, $0) } }
      for (object, twin) in twins { bring(object, to: twin) }
      for object in child.tracked where object.isDeleted && object.state.contains(.isStored) {
        delete(object)
      }
      parent.processPendingChanges()
    }
  }

  /// The parent's counterpart of an object of the child, and whether it has none of its values yet.
  private struct Twin {
    let object: NSManagedObject
    let isNew: Bool
  }

  /// The parent's counterpart of a changed object of the child, created if it is new or missing; nil for a fault
  /// without a row.
  private func twin(toChange object: NSManagedObject) -> Twin? {
    let reference = parent.resolved(object.reference)
    if let known = parent.identity[reference]?.backIfStored() {
      if !known.state.contains(.isInaccessible) {
        if known.isDeleted { parent.insert(known) }
        return Twin(object: known, isNew: object.isInserted)
      }
      if object.isFault { return nil }
      parent.unregister(known)
    } else if !object.isInserted, exists(reference, object.shape) {
      return parent.object(for: reference).map { Twin(object: $0, isNew: false) }
    }
    guard !object.isFault else { return nil }
    let twin = parent.insertTwin(reference, of: object.shape)
    if !reference.isTemporary, let versions = parent.rootCoordinator?.deletedVersions {
      twin.row?.version = versions.next(after: object.row?.version ?? 0)
    }
    return Twin(object: twin, isNew: true)
  }

  /// Whether the parent can fill a fault that it does not have yet.
  private func exists(_ reference: Reference, _ shape: EntityShape) -> Bool {
    do { return try parent.row(for: reference, of: shape) != nil } catch { return true }
  }

  /// The parent's counterpart of the other end of a relationship, if there is one.
  private func twin(of object: NSManagedObject) -> NSManagedObject? {
    let reference = parent.resolved(object.reference)
    if parent.identity[reference] == nil, !exists(reference, object.shape) { return nil }
    let twin = parent.object(for: reference)?.backIfStored()
    return twin?.isDeleted == true || twin?.state.contains(.isInaccessible) == true ? nil : twin
  }

  private func delete(_ object: NSManagedObject) {
    let reference = parent.resolved(object.reference)
    if let twin = parent.identity[reference] { return parent.delete(twin) }
    // An object without a row in the store need not be deleted again.
    guard (try? parent.source?.row(for: reference, of: object.shape)) != nil else { return }
    parent.object(for: reference).map(parent.delete)
  }

  // MARK: Values

  private func bring(_ object: NSManagedObject, to found: Twin) {
    let twin = found.object
    let indices = found.isNew ? Array(object.shape.slots.indices) : object.changed.indices
    twin.fireFault()
    for index in indices {
      switch object.shape.slots[index].kind {
      case .attribute, .other: bringValue(of: object, to: twin, at: index)
      case .toOne: bringDestination(of: object, to: twin, at: index)
      case .toMany where found.isNew && !object.isInserted:
        for other in object.relatedObjects(at: index) {
          if let new = self.twin(of: other) { twin.addRelated(new, at: index) }
        }
      case .toMany: bringMembers(of: object, to: twin, at: index)
      case .fetched: break
      }
    }
  }

  private func bringValue(of object: NSManagedObject, to twin: NSManagedObject, at index: Int) {
    guard let value = object.row?.value(at: index) else { return }
    twin.prepareToChange(index)
    twin.rareState?.observers?.willChange(twin, index)
    twin.row?.setValue(value, at: index)
    if object.changed.contains(index) { twin.didChange(index) }
    twin.rareState?.observers?.didChange(twin, index)
  }

  private func bringDestination(
    of object: NSManagedObject,
    to twin: NSManagedObject,
    at index: Int
  ) {
    let destination = object.relatedObject(at: index).flatMap(twin(of:))
    if destination == nil, twin.relatedObject(at: index) == nil { return }
    twin.setRelated(destination, at: index)
  }

  private func bringMembers(of object: NSManagedObject, to twin: NSManagedObject, at index: Int) {
    guard case .toMany(let members) = object.relatedSlot(index), members.hasChanges else { return }
    if members.isOrdered, members.isLoaded {
      return twin.replaceRelated(members.order.compactMap(self.twin(of:)), at: index)
    }
    for member in members.removed {
      if let gone = self.twin(of: member) { twin.separate(from: gone, at: index) }
    }
    for member in members.added {
      if let new = self.twin(of: member) { twin.addRelated(new, at: index) }
    }
  }
}

extension NSManagedObject {
  /// Ends a relationship on both sides, without loading the objects of the store.
  fileprivate final func separate(from object: NSManagedObject, at index: Int) {
    dropEnd(object, at: index)
    if let inverse = shape.slots[index].inverse { object.dropEnd(self, at: inverse) }
  }
}
