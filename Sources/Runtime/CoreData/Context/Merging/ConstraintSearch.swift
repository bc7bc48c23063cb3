import Foundation
import ObjectRows

/// Finds the objects to be saved that violate a uniqueness constraint.
struct ConstraintSearch {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// The objects with one key of one constraint in one store.
  private struct Group {
    let constraint: EntityConstraint
    let key: ConstraintKey
    var objects: [NSManagedObject]
  }

  private struct Place: Hashable {
    let constraint: EntityConstraint
    let key: ConstraintKey
    let store: Int
  }

  /// The conflicts of what is about to be saved.
  func conflicts(in changes: SavedObjects) throws -> [NSConstraintConflict] {
    guard coordinator.haveConstraints else { return [] }
    return try groups(in: changes).compactMap { group in
      if group.objects.count > 1 { return conflict(group, with: nil) }
      return try holder(of: group).map { conflict(group, with: $0) }
    }
  }

  private func groups(in changes: SavedObjects) -> [Group] {
    var groups: [Group] = []
    var positions: [Place: Int] = [:]
    for object in changes.written {
      guard let row = object.row else { continue }
      for constraint in object.shape.rules.constraints {
        guard let key = constraint.key(of: row), isNew(key, of: object, constraint) else {
          continue
        }
        let place = Place(constraint: constraint, key: key, store: object.reference.store)
        if let position = positions[place] {
          groups[position].objects.append(object)
        } else {
          positions[place] = groups.count
          groups.append(Group(constraint: constraint, key: key, objects: [object]))
        }
      }
    }
    return groups
  }

  /// Whether an object did not have a key before.
  private func isNew(
    _ key: ConstraintKey,
    of object: NSManagedObject,
    _ constraint: EntityConstraint
  ) -> Bool {
    guard !object.isInserted, let old = object.baseRow else { return true }
    return constraint.key(of: old) != key
  }

  /// The object in the store that has the values, and keeps them in this save.
  private func holder(of group: Group) throws -> Holder? {
    guard let object = group.objects.first,
      let adapter = coordinator.openStore(number: object.reference.store)?.adapter,
      let found = try adapter.reference(having: group.key, of: group.constraint),
      found != object.reference
    else { return nil }
    let known = context.identity[found]
    if let known, known.hasChanges {
      if known.isDeleted { return nil }
      if let row = known.row, group.constraint.key(of: row) != group.key { return nil }
    }
    guard let holder = known ?? context.object(for: found) else { return nil }
    let row = try adapter.row(for: found, of: holder.shape)
    return row.map { Holder(object: holder, row: $0, wasKnown: known != nil) }
  }

  private func conflict(_ group: Group, with holder: Holder?) -> NSConstraintConflict {
    NSConstraintConflict(
      group.constraint,
      among: group.objects,
      holder: holder,
      in: coordinator
    )
  }
}
