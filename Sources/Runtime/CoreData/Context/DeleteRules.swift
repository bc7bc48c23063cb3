import Foundation
import ObjectRows

/// The effects of the delete rules of one object's relationships.
struct DeleteRules {
  private let object: NSManagedObject

  init(_ object: NSManagedObject) {
    self.object = object
  }

  /// Deletes or disconnects the destinations of the object's relationships.
  ///
  /// A deleted object keeps its destinations. If the rules are followed again, cascades skip those that have been
  /// moved elsewhere since: whose inverse does not lead back.
  func follow(again: Bool = false) {
    for index in object.shape.relationships {
      switch object.shape.slots[index].deleteRule {
      case .nullifyDeleteRule: disconnect(index)
      case .cascadeDeleteRule:
        for destination in object.relatedObjects(at: index) where !destination.isDeleted {
          if !again || isLedBack(from: destination, to: index) {
            object.context?.delete(destination)
          }
        }
        disconnect(index)
      case .denyDeleteRule, .noActionDeleteRule: break
      }
    }
  }

  /// Deletes or disconnects the objects that lead to this one in the store, in relationships that the context has
  /// read before others have changed them.
  func followToStoredMembers() throws {
    guard let context = object.context else { return }
    for index in object.shape.relationships where object.isToMany(index) {
      let slot = object.shape.slots[index]
      guard let inverse = slot.inverse,
        slot.deleteRule == .nullifyDeleteRule || slot.deleteRule == .cascadeDeleteRule
      else { continue }
      for member in try context.readObjects(of: object, at: index) where !member.isDeleted {
        member.takeNewerRow()
        guard isLedBack(from: member, to: index) else { continue }
        if slot.deleteRule == .cascadeDeleteRule { context.delete(member) }
        member.dropEnd(object, at: inverse)
      }
    }
  }

  /// Deletes or disconnects the objects that lead to deleted ones of one entity in the store, in relationships that are
  /// to-one at both ends.
  ///
  /// A batch request may have set the other end alone. The foreign keys of a server would clear that key as well, but
  /// neither raise the version of its row, nor record the change in the history, nor follow further delete rules.
  static func followToStoredPartners(
    of objects: [NSManagedObject],
    _ shape: EntityShape,
    in context: NSManagedObjectContext
  ) throws {
    for index in shape.relationships where shape.slots[index].kind == .toOne {
      let slot = shape.slots[index]
      guard let inverse = slot.inverse,
        slot.deleteRule == .nullifyDeleteRule || slot.deleteRule == .cascadeDeleteRule,
        let there = shape.properties[index] as? NSRelationshipDescription,
        let back = there.inverseRelationship, !back.isToMany
      else { continue }
      let request = NSFetchRequest<NSManagedObject>(entityName: back.entity.name ?? "")
      request.predicate = NSPredicate(format: "%K IN %@", argumentArray: [back.name, objects])
      request.includesPendingChanges = false
      for partner in try context.fetch(request) where !partner.isDeleted {
        partner.takeNewerRow()
        guard let end = partner.relatedObject(at: inverse), end.isDeleted else { continue }
        if slot.deleteRule == .cascadeDeleteRule { context.delete(partner) }
        partner.dropEnd(end, at: inverse)
      }
    }
  }

  /// Disconnects objects again that lead to the deleted one because their changes were discarded meanwhile.
  ///
  /// Nothing else is read: where an end was disconnected, and is so still, the relationship is changed.
  func disconnectRefreshed() {
    for index in object.shape.relationships {
      let slot = object.shape.slots[index]
      guard let inverse = slot.inverse,
        slot.deleteRule == .nullifyDeleteRule || slot.deleteRule == .cascadeDeleteRule
      else { continue }
      for end in knownEnds(index) where !end.isDeleted && end.context != nil {
        if end.changed.contains(inverse) { continue }
        if isLedBack(from: end, to: index) { end.dropEnd(object, at: inverse) }
      }
    }
  }

  /// The objects at the other end of a relationship that are in memory.
  private func knownEnds(_ index: Int) -> [NSManagedObject] {
    switch object.relatedSlot(index) {
    case .toOne(let end): end.map { [$0] } ?? []
    case .toMany(let ends): ends.members.objects
    case .unresolved, .fetched: []
    }
  }

  /// Whether the inverse of a relationship, if there is one, leads from a destination to the object.
  private func isLedBack(from destination: NSManagedObject, to index: Int) -> Bool {
    guard let inverse = object.shape.slots[index].inverse else { return true }
    return destination.relatedObjects(at: inverse).contains { $0 === object }
  }

  /// Removes the object from the inverses of a relationship.
  private func disconnect(_ index: Int) {
    guard let inverse = object.shape.slots[index].inverse else { return }
    if object.shape.slots[index].kind == .toOne,
      object.uncachedRelatedObject(at: index)?.isDeleted ?? true
    {
      // A cascade does this for many objects, none of which then allocates memory for the other.
      return
    }
    for destination in object.relatedObjects(at: index) where !destination.isDeleted {
      destination.dropEnd(object, at: inverse)
    }
  }
}
