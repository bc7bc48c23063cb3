import Foundation
import ObjectRows
import PredicateFormat

/// Follows relationships of many objects at once: for each step of a key path the store is asked once, not
/// once for every object.
struct RelationshipPrefetch {
  private let context: NSManagedObjectContext

  init(in context: NSManagedObjectContext) {
    self.context = context
  }

  /// Follows dotted key paths, each part of which is a relationship.
  func prefetch(_ keyPaths: [String], of objects: [NSManagedObject]) throws {
    // What paths have in common is followed once.
    var levels: [String: [NSManagedObject]] = ["": objects]
    for keyPath in keyPaths {
      var prefix = ""
      for key in keyPath.split(separator: ".").map(String.init) {
        let level = levels[prefix] ?? []
        prefix += prefix.isEmpty ? key : "." + key
        if levels[prefix] == nil { levels[prefix] = try follow(key, from: level) }
      }
    }
  }

  /// The objects that a relationship leads to, whose rows have been read.
  private func follow(_ key: String, from owners: [NSManagedObject]) throws -> [NSManagedObject] {
    var found: [NSManagedObject] = []
    let byEntity = Dictionary(grouping: owners) { $0.shape.number }
    for number in byEntity.keys.sorted() {
      guard let owners = byEntity[number], let shape = owners.first?.shape,
        let index = shape.index(of: key)
      else { continue }
      switch shape.slots[index].kind {
      case .toOne: found += try destinations(of: owners, at: index)
      case .toMany: found += try members(of: owners, at: index)
      case .attribute, .fetched, .other: break
      }
    }
    var seen = Set<ObjectIdentifier>(minimumCapacity: found.count)
    let objects = found.filter { seen.insert(ObjectIdentifier($0)).inserted }
    let unread = objects.filter { $0.isFault && !$0.state.contains(.hasRowAtHand) }
    if !unread.isEmpty { try context.source?.readRows(of: unread.map(\.reference)) }
    return objects
  }

  private func destinations(
    of owners: [NSManagedObject],
    at index: Int
  ) throws -> [NSManagedObject] {
    try context.source?.readRows(of: owners.filter(\.isFault).map(\.reference))
    return try owners.compactMap { owner in
      if case .toOne(let known) = owner.relatedSlot(index) { return known }
      let row = try owner.row ?? context.source?.row(for: owner.reference, of: owner.shape)
      guard let reference = row?.value(at: index).reference, !reference.isNone,
        let object = context.object(for: reference)
      else { return nil }
      // The relationship retains what was prefetched.
      owner.setRelatedSlot(.toOne(object), at: index)
      return object
    }
  }

  private func members(of owners: [NSManagedObject], at index: Int) throws -> [NSManagedObject] {
    let unknown = owners.filter { !$0.pendingSet(at: index).isLoaded }
    if let first = unknown.first,
      var members = try context.source?.related(
        toAll: unknown.map(\.reference),
        of: first.shape,
        at: index
      )
    {
      for owner in unknown {
        // Taken out of the dictionary, the rows need not be retained once more.
        var found = members.removeValue(forKey: owner.reference) ?? StoreFetchResult(references: [])
        let objects = context.objects(for: found.references, rows: found.rows.take())
        owner.pendingSet(at: index).load(objects)
      }
    }
    return owners.flatMap { owner -> [NSManagedObject] in
      let objects = owner.pendingSet(at: index)
      return objects.isOrdered ? objects.order : objects.members.objects
    }
  }
}
