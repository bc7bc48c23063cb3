import Foundation
import ObjectRows

extension NSManagedObject {
  /// The context of the object; nil before it is inserted and after its deletion was saved.
  public final var managedObjectContext: NSManagedObjectContext? { context }

  /// The entity of the object.
  public final var entity: NSEntityDescription { shape.entity }

  /// The identity of the object.
  ///
  /// An object that was never saved has a temporary ID.
  public final var objectID: NSManagedObjectID {
    if reference.isTemporary { context?.takeMailIfCurrent() }
    if let known = extra?.objectID, known.reference == reference { return known }
    let made = makeObjectID()
    needExtra().objectID = made
    return made
  }

  /// An ID of the object; it is equal to the one that the object keeps once it was asked for it.
  final func makeObjectID() -> NSManagedObjectID {
    if reference.isTemporary || reference.isNone {
      return NSManagedObjectID(temporary: reference, of: shape)
    }
    let coordinator = context?.rootCoordinator ?? home?.coordinator
    if let made = coordinator?.objectID(for: reference) { return made }
    return NSManagedObjectID(temporary: reference, of: shape)
  }

  /// Whether the next save inserts the object.
  public final var isInserted: Bool { state.contains(.isInserted) }

  /// Whether the next save updates the object.
  public final var isUpdated: Bool { state.contains(.isUpdated) }

  /// Whether the next save deletes the object.
  public final var isDeleted: Bool { state.contains(.isDeleted) }

  /// Whether the next save does anything with the object.
  public final var hasChanges: Bool { !state.isDisjoint(with: .changes) }

  /// Whether the object's values are still to be taken from the store.
  public final var isFault: Bool { rowStorage == nil || state.contains(.hasRowAtHand) }

  /// 0 for an object with values, another number for a fault.
  public final var faultingState: Int { isFault ? 1 : 0 }

  /// The part of the object that few objects need.
  final func needExtra() -> ObjectExtra {
    if let extra { return extra }
    let made = ObjectExtra()
    extra = made
    return made
  }
}

// An object and its ID mean the same in predicates, and so do the objects of two contexts.
extension NSManagedObject: IdentifiedInPredicates {
  var identityInPredicates: AnyHashable { objectID }
}

extension NSManagedObjectID: IdentifiedInPredicates {
  var identityInPredicates: AnyHashable { self }
}

/// State that few objects have.
final class ObjectExtra {
  var objectID: NSManagedObjectID?

  /// The values as they were when changes were last processed, if they have changed since.
  var eventRow: Row?

  /// How relationships have changed since changes were last processed.
  var eventRelated: RelationshipDeltas?

  /// The state before the current event, if changes can be undone.
  var eventState: ObjectState?

  /// The properties that have changed since changes were last processed.
  var eventChanged = PropertySet()

  /// The observers of changes.
  var observers: PropertyObservers?

  /// The store that `assign(_:to:)` has named.
  weak var assignedStore: NSPersistentStore?

  /// The destinations of relationships when `willChangeValue(forKey:)` was called for them.
  var openChanges: [Int: [NSManagedObject]] = [:]

  /// The problem with a value that was refused; reported by validation.
  var refusedValues: [Int: String] = [:]
}

extension ObjectExtra {
  /// Keeps a row as the one from before the current event.
  func beginEvent(_ row: Row) {
    eventRow = row
    eventRelated = nil
    eventChanged.removeAll()
  }

  /// Forgets what there was before the current event.
  func endEvent() {
    eventRow = nil
    eventRelated = nil
    eventState = nil
    eventChanged.removeAll()
  }
}
