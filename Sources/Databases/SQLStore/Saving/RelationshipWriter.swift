import ObjectRows
import SQLDriver

/// Writes the parts of to-many relationships that are not in the rows of their objects: join tables, owners, and order.
final class RelationshipWriter {
  private let engine: StoreEngine

  /// Whether a trigger may leave out rows without an error; the store's own triggers do not.
  private lazy var mayLeaveOut: Bool = {
    guard !connection.isQueueing else { return false }
    let query = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'"
    return (try? connection.value(marked: query)) != .integer(0)
  }()

  init(_ engine: StoreEngine) {
    self.engine = engine
  }

  private var connection: any SQLConnection { engine.connection }

  /// Connects an object with the members that were added to its relationships, and disconnects those that were removed.
  func write(_ changes: [MemberChange], of owner: Reference) throws {
    let layout = try layout(of: owner)
    for change in changes {
      switch layout.fields[change.index] {
      case .join(let storage): try write(change, of: owner, in: storage)
      case .toMany(let storage) where storage.ownsKey:
        try write(change, of: owner, in: storage)
      default: break
      }
    }
  }

  private func layout(of reference: Reference) throws -> ObjectLayout {
    try engine.objectLayout(engine.entity(of: reference))
  }

  private func write(
    _ change: MemberChange,
    of owner: Reference,
    in storage: StoredJoin
  ) throws {
    let pair = [storage.source, storage.destinationKey]
    // A relationship that is its own inverse has a row for each end, and the other end need not be among the changes.
    for pair in storage.isReflexive ? [pair, pair.reversed()] : [pair] {
      try write(change.removed, of: owner, SQLRowWrite(storage.table, .deletion(matching: pair)))
      try check(change.removed, of: owner, in: storage.table, pair, arePresent: false)
      try write(
        change.added,
        of: owner,
        SQLRowWrite(storage.table, .insertionIfAbsent(columns: pair))
      )
      try check(change.added, of: owner, in: storage.table, pair, arePresent: true)
    }
  }

  /// Makes sure that a table has the rows of some members, or none of them.
  private func check(
    _ members: some Collection<Reference>,
    of owner: Reference,
    in table: String,
    _ pair: [String],
    arePresent: Bool
  ) throws {
    guard !members.isEmpty, mayLeaveOut else { return }
    for member in members {
      try check(
        "FROM \(table) WHERE \(pair[0]) = ? AND \(pair[1]) = ?",
        [.integer(owner.number), .integer(member.number)],
        arePresent: arePresent,
        owner
      )
    }
  }

  /// Makes sure that there are rows for which a condition holds, or that there are none.
  private func check(
    _ condition: String,
    _ values: [SQLValue],
    arePresent: Bool,
    _ owner: Reference
  ) throws {
    let statement = try connection.cached(marked: "SELECT COUNT(*) " + condition)
    try statement.bind(values)
    defer { statement.reset() }
    if try statement.step(), (statement.integer(at: 0) > 0) == arePresent { return }
    throw StoreError.leftOut(entity: engine.entities.name(owner.entity))
  }

  /// Writes a row of a join table for each of some members.
  private func write(
    _ members: some Collection<Reference>,
    of owner: Reference,
    _ write: SQLRowWrite
  ) throws {
    if members.isEmpty { return }
    let statement = try connection.cached(write)
    for member in members {
      try statement.bind(integer: owner.number, at: 0)
      try statement.bind(integer: member.number, at: 1)
      try connection.finish(statement)
    }
  }

  private func write(
    _ change: MemberChange,
    of owner: Reference,
    in storage: StoredToMany
  ) throws {
    guard let destination = engine.layout[storage.destination] else { return }
    let key = SQLValue.integer(owner.number)
    let ordering = storage.ordering.map { ", \($0) = NULL" } ?? ""
    let condition = "WHERE \(destination.columns.key) = ?"
    for member in change.removed {
      try connection.write(
        marked: "UPDATE \(storage.table) SET \(storage.key) = NULL\(ordering) \(condition)"
          + " AND \(storage.key) = ?",
        .integer(member.number),
        key
      )
    }
    for member in change.added {
      try connection.write(
        marked: "UPDATE \(storage.table) SET \(storage.key) = ?\(ordering) \(condition)",
        key,
        .integer(member.number)
      )
    }
  }

  /// Removes a deleted object from join tables, and as the owner of other objects.
  func disconnect(_ object: Reference) throws {
    let key = SQLValue.integer(object.number)
    for field in try layout(of: object).fields {
      switch field {
      case .join(let storage):
        for end in [storage.source] + (storage.isReflexive ? [storage.destinationKey] : []) {
          let rows = "FROM \(storage.table) WHERE \(end) = ?"
          try connection.write(marked: "DELETE " + rows, key)
          if mayLeaveOut { try check(rows, [key], arePresent: false, object) }
        }
      case .toMany(let storage) where storage.ownsKey:
        let ordering = storage.ordering.map { ", \($0) = NULL" } ?? ""
        try connection.write(
          marked: "UPDATE \(storage.table) SET \(storage.key) = NULL\(ordering)"
            + " WHERE \(storage.key) = ?",
          key
        )
      default: break
      }
    }
  }

  // MARK: Order

  /// Gives the objects of changed ordered relationships their places.
  func order(_ changes: [MemberChange], of owner: Reference) throws {
    let layout = try layout(of: owner)
    for change in changes {
      guard let members = change.order else { continue }
      switch layout.fields[change.index] {
      case .join(let storage):
        guard let ordering = storage.ordering else { continue }
        try order(
          members,
          hasAll: change.hasAllMembers,
          of: owner,
          Places(
            table: storage.table,
            owner: storage.source,
            member: storage.destinationKey,
            place: ordering
          )
        )
      case .toMany(let storage):
        guard let ordering = storage.ordering,
          let destination = engine.layout[storage.destination]
        else { continue }
        try order(
          members,
          hasAll: change.hasAllMembers,
          of: owner,
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

  /// The columns with the places of members.
  private struct Places {
    var table: String
    var owner: String
    var member: String
    var place: String
  }

  /// Writes the places of those members whose places change.
  private func order(
    _ wanted: [Reference],
    hasAll: Bool,
    of owner: Reference,
    _ places: Places
  ) throws {
    let key = SQLValue.integer(owner.number)
    let rows = try connection.rows(
      marked:
        "SELECT \(places.member), \(places.place) FROM \(places.table) WHERE \(places.owner) = ?"
        + " ORDER BY \(places.place), \(places.member)",
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
    let members = Self.members(wanted, hasAll: hasAll, stored).filter { present[$0] != nil }
    let old = members.map { present[$0] ?? nil }
    let new = OrderingKeys.keys(for: members, present: old)
    for (member, (old, new)) in zip(members, zip(old, new)) where old != new {
      // The row was there a moment ago.
      try write(
        "UPDATE \(places.table) SET \(places.place) = ? WHERE \(places.owner) = ?"
          + " AND \(places.member) = ?",
        [.integer(new), key, .integer(member)],
        owner
      )
    }
  }

  /// Changes a row that is there.
  private func write(_ sql: String, _ values: [SQLValue], _ owner: Reference) throws {
    let statement = try connection.cached(marked: sql)
    try statement.bind(values)
    if connection.isQueueing {
      try statement.enqueue()
    } else if try statement.run() == 0 {
      throw StoreError.leftOut(entity: engine.entities.name(owner.entity))
    }
  }

  /// The members in their new order.
  private static func members(
    _ wanted: [Reference],
    hasAll: Bool,
    _ stored: [Int64]
  ) -> [Int64] {
    let order = wanted.map(\.number)
    if hasAll { return order }
    let late = Set(order)
    return stored.filter { !late.contains($0) } + order
  }
}
