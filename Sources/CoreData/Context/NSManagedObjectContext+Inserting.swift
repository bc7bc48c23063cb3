import Foundation

extension NSManagedObjectContext {
  /// Takes in an object that was made for this context.
  final func insertNew(_ object: NSManagedObject) {
    adopt(object)
    object.awakeFromInsert()
  }

  /// Inserts an object that has no context, or takes back the deletion of one that is in this context.
  public final func insert(_ object: NSManagedObject) {
    if object.context === self {
      guard object.isDeleted else { return }
      object.state.remove([.isDeleted, .awaitsDeletePropagation])
      if !object.state.contains(.isStored) { object.state.insert(.isInserted) }
      return pend(object, for: .wasUpdated)
    }
    guard object.context == nil else { return }
    adopt(object)
    object.awakeFromInsert()
  }

  private func adopt(_ object: NSManagedObject) {
    register(object)
    object.state.formUnion([.isInserted, .ownsRow])
    list(object)
    pend(object, for: .wasInserted)
  }

  /// Retains an object until the next save.
  final func list(_ object: NSManagedObject) {
    guard !object.state.contains(.isListed) else { return }
    object.state.insert(.isListed)
    listed.append(object)
  }

  /// Takes note of what has happened to an object since changes were last processed.
  final func pend(_ object: NSManagedObject, for event: ObjectState) {
    object.state.insert(event)
    object.state.remove(.wasAskedToSave)
    guard !object.state.contains(.isPending) else { return }
    object.state.insert(.isPending)
    if pending.isEmpty { expectEndOfEvent() }
    pending.append(object)
  }

  /// Takes note that an object was changed.
  final func noteUpdate(of object: NSManagedObject) {
    if object.state.isDisjoint(with: .changes) {
      object.state.insert(.isUpdated)
      list(object)
    }
    if object.state.isUpdateNews { pend(object, for: .wasUpdated) }
  }

  /// Whether what objects were like before the current event has to be kept.
  final var remembersEvents: Bool { undoManager?.isUndoRegistrationEnabled == true }

  /// Whether accessors have to say what is read.
  final var watchesAccesses: Bool { false }
}
