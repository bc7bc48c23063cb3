import ObjectRows
import SQLDriver

/// Writes the parts of to-many relationships that are not in the rows of their objects: join tables, owners, and order.
final class RelationshipWriter {
  private let engine: StoreEngine

  /// Whether a trigger of a table may suppress rows without an error, by the known tables.
  private var tablesWithTriggers: [String: Bool] = [:]

  /// The conditions to check after all statements have run: those of statements that changed no row.
  private var doubts: [Doubt] = []

  /// A condition for rows of a table that must be absent, or present.
  private struct Doubt {
    var table: String
    var condition: String
    var values: [SQLValue]
    var arePresent = false
    var owner: Reference
  }

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
    // A relationship that is its own inverse has a row for each end, and the other end may not be among the changes.
    for pair in storage.isReflexive ? [pair, pair.reversed()] : [pair] {
      try write(
        change.removed,
        of: owner,
        SQLRowWrite(storage.table, .deletion(matching: pair)),
        pair,
        arePresent: false
      )
      try write(
        change.added,
        of: owner,
        SQLRowWrite(storage.table, .insertionIfAbsent(columns: pair)),
        pair,
        arePresent: true
      )
    }
  }

  /// Writes or deletes the rows of a join table for some members.
  private func write(
    _ members: some Collection<Reference>,
    of owner: Reference,
    _ write: SQLRowWrite,
    _ pair: [String],
    arePresent: Bool
  ) throws {
    if members.isEmpty { return }
    let statement = try connection.cached(write)
    let condition = "\(pair[0]) = ? AND \(pair[1]) = ?"
    for member in members {
      let keys = [SQLValue.integer(owner.number), .integer(member.number)]
      try statement.bind(keys)
      try finish(
        statement,
        Doubt(
          table: write.table,
          condition: condition,
          values: keys,
          arePresent: arePresent,
          owner: owner
        )
      )
    }
  }

  private func write(_ sql: String, _ values: [SQLValue], _ doubt: Doubt) throws {
    let statement = try connection.cached(marked: sql)
    try statement.bind(values)
    try finish(statement, doubt)
  }

  /// Executes a statement whose parameters are bound, and records the condition to check if it changes no row.
  private func finish(_ statement: SQLStatement, _ doubt: Doubt) throws {
    try connection.finish(statement) { [self] count in
      if count == 0 { doubts.append(doubt) }
    }
  }

  /// Throws if a row was suppressed.
  ///
  /// Usually a row existed already: both ends of a relationship write their connection.
  ///
  /// - Throws: ``StoreError/leftOut(entity:)``.
  func confirm() throws {
    try connection.settle()
    for doubt in doubts { try check(doubt) }
  }

  private func check(_ doubt: Doubt) throws {
    guard try hasTriggers(doubt.table) else { return }
    let statement = try connection.cached(
      marked: "SELECT COUNT(*) FROM \(doubt.table) WHERE \(doubt.condition)"
    )
    try statement.bind(doubt.values)
    defer { statement.reset() }
    if try statement.step(), (statement.integer(at: 0) > 0) == doubt.arePresent { return }
    throw StoreError.leftOut(entity: engine.entities.name(doubt.owner.entity))
  }

  private func hasTriggers(_ table: String) throws -> Bool {
    if let known = tablesWithTriggers[table] { return known }
    let query = connection.dialect.triggersOfTable
    let found = try connection.value(marked: query, .text(table)) != .integer(0)
    tablesWithTriggers[table] = found
    return found
  }

  private func write(
    _ change: MemberChange,
    of owner: Reference,
    in storage: StoredToMany
  ) throws {
    guard let destination = engine.layout[storage.destination] else { return }
    let key = SQLValue.integer(owner.number)
    let ordering = storage.ordering.map { ", \($0) = NULL" } ?? ""
    let condition = "\(destination.columns.key) = ?"
    func doubt(_ other: String, _ values: [SQLValue]) -> Doubt {
      Doubt(
        table: storage.table,
        condition: "\(condition) AND \(other)",
        values: values,
        owner: owner
      )
    }
    for member in change.removed {
      let keys = [SQLValue.integer(member.number), key]
      try write(
        "UPDATE \(storage.table) SET \(storage.key) = NULL\(ordering) WHERE \(condition)"
          + " AND \(storage.key) = ?",
        keys,
        doubt("\(storage.key) = ?", keys)
      )
    }
    for member in change.added {
      let number = SQLValue.integer(member.number)
      let isOther = "(\(storage.key) <> ? OR \(storage.key) IS NULL)"
      try write(
        "UPDATE \(storage.table) SET \(storage.key) = ?\(ordering) WHERE \(condition)",
        [key, number],
        doubt(isOther, [number, key])
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
          try connection.write(marked: "DELETE FROM \(storage.table) WHERE \(end) = ?", key)
          try check(
            Doubt(table: storage.table, condition: "\(end) = ?", values: [key], owner: object)
          )
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

  /// Updates the positions of the objects of changed ordered relationships.
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

  /// The columns with the positions of members.
  private struct Places {
    var table: String
    var owner: String
    var member: String
    var place: String
  }

  /// Writes the positions of those members whose positions change.
  private func order(
    _ wanted: [Reference],
    hasAll: Bool,
    of owner: Reference,
    _ places: Places
  ) throws {
    // Members of which the object does not know keep their order.
    guard !wanted.isEmpty else { return }
    let key = SQLValue.integer(owner.number)
    let rows = try connection.rows(
      marked:
        "SELECT \(places.member), \(places.place) FROM \(places.table) WHERE \(places.owner) = ?"
        + " ORDER BY \(engine.layout.orderTerms(places.place, places.member))",
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
      let rows = "\(places.owner) = ? AND \(places.member) = ?"
      let isOther = "(\(places.place) <> ? OR \(places.place) IS NULL)"
      let keys = [key, .integer(member)]
      try write(
        "UPDATE \(places.table) SET \(places.place) = ? WHERE \(rows)",
        [.integer(new)] + keys,
        Doubt(
          table: places.table,
          condition: "\(rows) AND \(isOther)",
          values: keys + [.integer(new)],
          owner: owner
        )
      )
    }
  }

  /// The members in their new order.
  ///
  /// Members that others have added and the object does not know of follow those of a known order.
  private static func members(
    _ wanted: [Reference],
    hasAll: Bool,
    _ stored: [Int64]
  ) -> [Int64] {
    let order = wanted.map(\.number)
    let known = Set(order)
    let others = stored.filter { !known.contains($0) }
    return hasAll ? order + others : others + order
  }
}
