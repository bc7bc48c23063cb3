import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Writes what to-many relationships need besides the rows of objects: join tables, owners, and order.
struct RelationshipWriter {
  private let adapter: SQLiteAdapter

  init(_ adapter: SQLiteAdapter) {
    self.adapter = adapter
  }

  private var connection: some SQLConnection { adapter.connection }

  /// Connects an object with what was added to its relationships, and disconnects what was removed.
  func write(_ object: NSManagedObject) throws {
    guard object.related != nil else { return }
    let prepared = try adapter.statements(object.shape)
    let layout = prepared.layout
    for index in prepared.connected {
      guard case .toMany(let objects) = object.relatedSlot(index), objects.hasChanges else {
        continue
      }
      switch layout.fields[index] {
      case .join(let storage): try write(objects, of: object, in: storage)
      case .toMany(let storage) where storage.ownsKey:
        try write(objects, of: object, in: storage)
      default: break
      }
    }
  }

  private func write(
    _ objects: ToManyObjects,
    of owner: NSManagedObject,
    in storage: StoredJoin
  ) throws {
    let key = SQLValue.integer(owner.reference.number)
    let pair = "\(storage.source) = ? AND \(storage.destinationKey) = ?"
    for object in objects.removed.inOrder {
      try connection.run(
        "DELETE FROM \(storage.table) WHERE \(pair)",
        key,
        .integer(object.reference.number)
      )
    }
    for object in objects.added.inOrder where !object.isDeleted {
      try connection.run(
        "INSERT INTO \(storage.table) (\(storage.source), \(storage.destinationKey))"
          + " VALUES (?, ?) ON CONFLICT DO NOTHING",
        key,
        .integer(object.reference.number)
      )
    }
  }

  private func write(
    _ objects: ToManyObjects,
    of owner: NSManagedObject,
    in storage: StoredToMany
  ) throws {
    guard let destination = adapter.layout[storage.destination] else { return }
    let key = SQLValue.integer(owner.reference.number)
    let ordering = storage.ordering.map { ", \($0) = NULL" } ?? ""
    let condition = "WHERE \(destination.columns.key) = ?"
    for object in objects.removed.inOrder {
      try connection.run(
        "UPDATE \(storage.table) SET \(storage.key) = NULL\(ordering) \(condition)"
          + " AND \(storage.key) = ?",
        .integer(object.reference.number),
        key
      )
    }
    for object in objects.added.inOrder where !object.isDeleted {
      try connection.run(
        "UPDATE \(storage.table) SET \(storage.key) = ?\(ordering) \(condition)",
        key,
        .integer(object.reference.number)
      )
    }
  }

  /// Takes a deleted object out of join tables, and out of what it owned.
  func disconnect(_ object: NSManagedObject) throws {
    let key = SQLValue.integer(object.reference.number)
    for field in try adapter.objectLayout(object.shape).fields {
      switch field {
      case .join(let storage):
        try connection.run("DELETE FROM \(storage.table) WHERE \(storage.source) = ?", key)
        if storage.isReflexive {
          try connection.run(
            "DELETE FROM \(storage.table) WHERE \(storage.destinationKey) = ?",
            key
          )
        }
      case .toMany(let storage) where storage.ownsKey:
        try connection.run(
          "UPDATE \(storage.table) SET \(storage.key) = NULL WHERE \(storage.key) = ?",
          key
        )
      default: break
      }
    }
  }

  // MARK: Order

  /// Gives the objects of changed ordered relationships their places.
  func order(_ object: NSManagedObject) throws {
    guard object.related != nil else { return }
    let prepared = try adapter.statements(object.shape)
    let layout = prepared.layout
    for index in prepared.connected {
      guard case .toMany(let objects) = object.relatedSlot(index), objects.isOrdered,
        objects.hasChanges
      else { continue }
      switch layout.fields[index] {
      case .join(let storage):
        guard let ordering = storage.ordering else { continue }
        try order(
          objects,
          of: object,
          Places(
            table: storage.table,
            owner: storage.source,
            member: storage.destinationKey,
            place: ordering
          )
        )
      case .toMany(let storage):
        guard let ordering = storage.ordering,
          let destination = adapter.layout[storage.destination]
        else { continue }
        try order(
          objects,
          of: object,
          Places(
            table: storage.table,
            owner: storage.key,
            member: destination.columns.key,
            place: ordering
          )
        )
      default: continue
      }
    }
  }

  /// The columns that say where a member stands.
  private struct Places {
    var table: String
    var owner: String
    var member: String
    var place: String
  }

  /// Writes the places of those members whose places change.
  private func order(
    _ objects: ToManyObjects,
    of owner: NSManagedObject,
    _ places: Places
  ) throws {
    let key = SQLValue.integer(owner.reference.number)
    let rows = try connection.rows(
      "SELECT \(places.member), \(places.place) FROM \(places.table) WHERE \(places.owner) = ?"
        + " ORDER BY \(places.place) IS NULL, \(places.place), \(places.member)",
      key
    )
    var present: [Int64: Int64?] = [:]
    var stored: [Int64] = []
    for row in rows {
      guard case .integer(let member) = row[0] else { continue }
      stored.append(member)
      if case .integer(let place) = row[1] {
        present[member] = place
      } else {
        present[member] = .some(nil)
      }
    }
    let members = Self.wanted(objects, stored).filter { present[$0] != nil }
    let old = members.map { present[$0] ?? nil }
    let new = OrderingKeys.keys(for: members, present: old)
    for (member, (old, new)) in zip(members, zip(old, new)) where old != new {
      try connection.run(
        "UPDATE \(places.table) SET \(places.place) = ? WHERE \(places.owner) = ?"
          + " AND \(places.member) = ?",
        .integer(new),
        key,
        .integer(member)
      )
    }
  }

  /// The members in the order that is to be.
  private static func wanted(_ objects: ToManyObjects, _ stored: [Int64]) -> [Int64] {
    let order = objects.order.map(\.reference.number)
    if objects.isLoaded { return order }
    let late = Set(order)
    return stored.filter { !late.contains($0) } + order
  }
}

extension ObjectTable {
  /// The objects in an order that is the same in each run.
  fileprivate var inOrder: [NSManagedObject] {
    count < 2 ? objects : sorted { $0.reference.number < $1.reference.number }
  }
}
