import Foundation
import ObjectRows
import PredicateFormat

/// Follows relationships of many objects at once: the store executes one request for each step of a key path, not one
/// for every object.
struct RelationshipPrefetch {
  private let context: NSManagedObjectContext

  init(in context: NSManagedObjectContext) {
    self.context = context
  }

  /// Follows dotted key paths of relationships.
  func prefetch(_ keyPaths: [String], of objects: [NSManagedObject]) throws {
    var paths = Paths()
    for keyPath in keyPaths { paths.add(keyPath.split(separator: ".").map(String.init)[...]) }
    try follow(paths, from: objects)
  }

  /// Key paths by their first components, so that common ones are followed once.
  private struct Paths {
    private(set) var keys: [String] = []
    private var rests: [String: Paths] = [:]

    subscript(key: String) -> Paths { rests[key] ?? Paths() }

    mutating func add(_ path: ArraySlice<String>) {
      guard let key = path.first else { return }
      if rests[key] == nil { keys.append(key) }
      rests[key, default: Paths()].add(path.dropFirst())
    }
  }

  private func follow(_ paths: Paths, from owners: [NSManagedObject]) throws {
    for key in paths.keys {
      let rest = paths[key]
      // The objects at the end of a path need not be collected.
      let found = try follow(key, from: owners, isGathering: !rest.keys.isEmpty)
      if rest.keys.isEmpty { continue }
      var seen = Set<ObjectIdentifier>(minimumCapacity: found.count)
      try follow(rest, from: found.filter { seen.insert(ObjectIdentifier($0)).inserted })
    }
  }

  /// The destinations of a relationship.
  private struct Ends {
    /// The objects, with duplicates, if they are collected.
    private(set) var objects: [NSManagedObject] = []

    /// Those whose rows must be read.
    private(set) var unread: Set<Reference> = []
    private let isGathering: Bool

    init(isGathering: Bool) { self.isGathering = isGathering }

    mutating func add(_ some: [NSManagedObject]) {
      some.forEachUnretained { object in
        if object.isFault, !object.state.contains(.hasPrefetchedRow) {
          unread.insert(object.reference)
        }
      }
      if isGathering { objects += some }
    }
  }

  /// Reads the rows of a relationship's destinations.
  ///
  /// - Returns: The objects if they are collected.
  private func follow(
    _ key: String,
    from owners: [NSManagedObject],
    isGathering: Bool
  ) throws -> [NSManagedObject] {
    var ends = Ends(isGathering: isGathering)
    let byEntity = Dictionary(grouping: owners) { $0.shape.number }
    for number in byEntity.keys.sorted() {
      guard let owners = byEntity[number], let shape = owners.first?.shape,
        let index = shape.index(of: key)
      else { continue }
      switch shape.slots[index].kind {
      case .toOne: ends.add(try destinations(of: owners, at: index))
      case .toMany: try addMembers(of: owners, at: index, to: &ends)
      case .attribute, .fetched, .other: break
      }
    }
    if !ends.unread.isEmpty {
      try context.source?.readRows(of: ends.unread.sorted { $0.precedes($1) })
    }
    return ends.objects
  }

  /// The number of owners whose members are read at once.
  ///
  /// Then the rows are still in the processor's cache when their objects are created.
  private static let ownersAtOnce = 100

  private func addMembers(
    of owners: [NSManagedObject],
    at index: Int,
    to ends: inout Ends
  ) throws {
    for start in stride(from: 0, to: owners.count, by: Self.ownersAtOnce) {
      let some = owners[start..<min(start + Self.ownersAtOnce, owners.count)]
      try load(some.filter { !$0.pendingSet(at: index).isLoaded }, at: index)
      for owner in some {
        let objects = owner.pendingSet(at: index)
        ends.add(objects.isOrdered ? objects.order : objects.unsearched)
      }
    }
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
      // The relationship retains the prefetched object.
      owner.setRelatedSlot(.toOne(object), at: index)
      return object
    }
  }

  private func load(_ owners: [NSManagedObject], at index: Int) throws {
    guard let first = owners.first,
      let members = try context.source?.related(
        toAll: owners.map(\.reference),
        of: first.shape,
        at: index
      )
    else { return }
    for owner in owners {
      let found = members[owner.reference] ?? StoreFetchResult(references: [])
      let objects = context.objects(for: found.references, rows: found.rows)
      owner.pendingSet(at: index).load(objects)
    }
  }
}
