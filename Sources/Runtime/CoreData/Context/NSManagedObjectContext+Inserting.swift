import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Takes in an object that was made for this context.
  final func insertNew(_ object: NSManagedObject) {
    adopt(object)
    object.awakeFromInsert()
  }

  /// Inserts an object that has no context, or takes back the deletion of one that is in this context.
  final func takeIn(_ object: NSManagedObject) {
    if object.isRegistered(in: self) {
      if object.isDeleted { undelete(object) }
      return
    }
    guard object.context == nil else { return }
    object.becomeNew()
    adopt(object)
    object.awakeFromInsert()
  }

  /// Registers an object as one that the next save inserts.
  final func adopt(_ object: NSManagedObject) {
    confirmQueue()
    register(object)
    pend(object, for: .wasInserted)
    object.state.formUnion([.isInserted, .ownsRow, .hasEventRow])
    list(object)
  }

  /// Takes back the deletion of an object.
  final func undelete(_ object: NSManagedObject) {
    // Observers that were notified of the deletion must be notified of the insertion.
    let wasTold = !object.state.contains(.wasDeleted)
    pend(object, for: wasTold ? .wasInserted : .wasUpdated)
    object.state.remove([.isDeleted, .awaitsDeletePropagation, .wasDeleted])
    if !object.state.contains(.isStored) {
      object.state.insert(.isInserted)
    } else if !object.changed.isEmpty {
      object.state.insert(.isUpdated)
    }
    list(object)
  }

  /// Retains an object until the next save.
  final func list(_ object: NSManagedObject) {
    guard !object.state.contains(.isListed) else { return }
    object.state.insert(.isListed)
    listed.append(object)
  }

  /// Takes note of what has happened to an object since changes were last processed.
  final func pend(_ object: NSManagedObject, for event: ObjectState) {
    if !object.state.contains(.isPending) { startEvent(of: object) }
    object.state.insert(event)
    object.state.remove(.wasAskedToSave)
  }

  private func startEvent(of object: NSManagedObject) {
    if remembersEvents { object.needExtra().eventState = object.state }
    object.state.insert(.isPending)
    if pending.isEmpty { expectEndOfEvent() }
    pending.append(object)
  }

  /// Takes note that an object was changed.
  final func noteUpdate(of object: NSManagedObject) {
    confirmQueue()
    if object.state.isUpdateNews { pend(object, for: .wasUpdated) }
    if object.state.isDisjoint(with: .changes) {
      object.state.insert(.isUpdated)
      list(object)
    }
  }

  /// Whether what objects were like before the current event has to be kept.
  final var remembersEvents: Bool {
    // The method of a subclass may have another manager than the one that was set.
    type(of: self) == NSManagedObjectContext.self ? undoTies != nil : undoManager != nil
  }

  /// Whether accessors have to say what is read.
  ///
  /// It is so in contexts of the main queue, whose objects are what user interfaces show.
  final var watchesAccesses: Bool { queue.type == .mainQueueConcurrencyType || checksQueue }
}

extension NSManagedObject {
  /// Forgets that the object was in a context, or in a store from which it was deleted.
  final func becomeNew() {
    if !state.contains(.ownsRow) { row = row?.copy() ?? shape.binding.makeRow() }
    if state.contains(.isStored) {
      reference = .nextTemporary(entity: shape.number)
      row?.version = 0
      committed = nil
      for index in shape.relationships {
        if case .toMany(let objects) = relatedSlot(index) { objects.becomeNew() }
      }
    }
    state.remove([.isStored, .isInaccessible, .isDeleted, .isUpdated, .awaitsDeletePropagation])
    state.insert(.ownsRow)
  }
}
