import Foundation
import ObjectRows

/// Brings the changes of a context to its parent, one level up.
///
/// Whatever has happened in the parent meanwhile, the child's changes win. Properties that the child has not
/// changed remain as they are in the parent.
struct ParentSave {
  private let child: NSManagedObjectContext
  private let parent: NSManagedObjectContext

  init(_ child: NSManagedObjectContext, to parent: NSManagedObjectContext) {
    self.child = child
    self.parent = parent
  }

  /// Makes all changes in the parent, where they are processed then.
  func run() {
    parent.queue.sync {
      child.takeMail()
      let changed = child.listed.filter { $0.hasChanges && !$0.isDeleted }
      let twins = changed.compactMap { object in twin(toChange: object).map { (object, $0) } }
      for (object, twin) in twins { bring(object, to: twin) }
      for object in child.listed where object.isDeleted && object.state.contains(.isStored) {
        delete(object)
      }
      parent.processPendingChanges()
    }
  }

  /// The parent's object for one of the child, made if it is new.
  private func twin(toChange object: NSManagedObject) -> NSManagedObject? {
    let reference = parent.resolved(object.reference)
    if object.isInserted, parent.identity[reference] == nil {
      return parent.insertTwin(reference, of: object.shape)
    }
    guard let twin = parent.object(for: reference) else { return nil }
    if twin.isDeleted { parent.insert(twin) }
    return twin
  }

  private func twin(of object: NSManagedObject) -> NSManagedObject? {
    let twin = parent.object(for: parent.resolved(object.reference))
    return twin?.isDeleted == true ? nil : twin
  }

  private func delete(_ object: NSManagedObject) {
    let reference = parent.resolved(object.reference)
    if let twin = parent.identity[reference] { return parent.delete(twin) }
    // An object that is gone from the store need not be deleted again.
    guard (try? parent.source?.row(for: reference, of: object.shape)) != nil else { return }
    parent.object(for: reference).map(parent.delete)
  }

  // MARK: Values

  private func bring(_ object: NSManagedObject, to twin: NSManagedObject) {
    let indices =
      object.isInserted ? Array(object.shape.slots.indices) : object.changed.indices
    twin.fireFault()
    for index in indices {
      switch object.shape.slots[index].kind {
      case .attribute, .other: bringValue(of: object, to: twin, at: index)
      case .toOne: bringDestination(of: object, to: twin, at: index)
      case .toMany: bringMembers(of: object, to: twin, at: index)
      case .fetched: break
      }
    }
  }

  private func bringValue(of object: NSManagedObject, to twin: NSManagedObject, at index: Int) {
    guard let value = object.row?.value(at: index) else { return }
    twin.prepareToChange(index)
    twin.extra?.observers?.willChange(twin, index)
    twin.row?.setValue(value, at: index)
    if object.changed.contains(index) { twin.didChange(index) }
    twin.extra?.observers?.didChange(twin, index)
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
  /// Ends a relationship on both sides, without taking the objects of the store into memory.
  fileprivate final func separate(from object: NSManagedObject, at index: Int) {
    dropEnd(object, at: index)
    if let inverse = shape.slots[index].inverse { object.dropEnd(self, at: inverse) }
  }
}
