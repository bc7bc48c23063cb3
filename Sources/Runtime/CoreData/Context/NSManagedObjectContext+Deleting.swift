import Foundation

extension NSManagedObjectContext {
  /// Marks an object as one that the next save deletes.
  ///
  /// An object that was never saved just leaves the context.
  final func prepareAndMarkDeleted(_ object: NSManagedObject) {
    confirmQueue()
    guard object.isRegistered(in: self) else { return }
    object.prepareForDeletion()
    guard !object.isDeleted else { return }
    if remembersEvents { object.resolveEverything() }
    markDeleted(object)
    object.state.insert(.awaitsDeletePropagation)
    deletionsToPropagate.append(object)
  }

  /// Makes an object one that the next save deletes, whatever its delete rules say.
  final func markDeleted(_ object: NSManagedObject) {
    pend(object, for: .wasDeleted)
    object.state.remove([.isInserted, .isUpdated])
    object.state.insert(.isDeleted)
    list(object)
  }

  /// Follows the delete rules of the objects that were deleted since this was last done, and announces the effects.
  final func propagateDeletes() {
    followDeleteRules()
    // On saving, what this has brought has not been announced yet.
    if !propagatesDeletesAtEndOfEvent { processPendingChanges() }
  }

  /// Follows the delete rules of the objects that were deleted since this was last done.
  final func followDeleteRules() {
    // Cascades put more objects at the end of the list, so that no chain is too deep.
    var position = 0
    while position < deletionsToPropagate.count {
      let object = deletionsToPropagate[position]
      position += 1
      guard object.state.contains(.awaitsDeletePropagation) else { continue }
      object.state.remove(.awaitsDeletePropagation)
      DeleteRules(object).follow()
    }
    deletionsToPropagate = []
  }
}

/// The effects of the delete rules of one object's relationships.
struct DeleteRules {
  private let object: NSManagedObject

  init(_ object: NSManagedObject) {
    self.object = object
  }

  /// Deletes or disconnects what the object's relationships lead to.
  func follow() {
    for index in object.shape.relationships {
      switch object.shape.slots[index].deleteRule {
      case .nullifyDeleteRule: disconnect(index)
      case .cascadeDeleteRule:
        for destination in object.relatedObjects(at: index) where !destination.isDeleted {
          object.context?.delete(destination)
        }
        disconnect(index)
      case .denyDeleteRule, .noActionDeleteRule: break
      }
    }
  }

  /// Takes the object out of the inverses of a relationship.
  private func disconnect(_ index: Int) {
    guard let inverse = object.shape.slots[index].inverse else { return }
    if object.shape.slots[index].kind == .toOne,
      object.glimpsedObject(at: index)?.isDeleted ?? true
    {
      // After a cascade that is so for each of many objects, none of which needs memory for the other one then.
      return
    }
    for destination in object.relatedObjects(at: index) where !destination.isDeleted {
      destination.dropEnd(object, at: inverse)
    }
  }
}
