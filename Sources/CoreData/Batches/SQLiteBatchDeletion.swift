import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver
import StoreMigration

/// Deletes objects of an SQLite store in one transaction, and what their delete rules say.
///
/// Rows are followed in the database, all of one entity at a time: the statements are as many as there are entities
/// and relationships, and chains of any length take no stack.
final class SQLiteBatchDeletion {
  private let adapter: SQLiteAdapter
  private let order: BatchDeletion
  private var found: [Reference] = []
  private var known: Set<Reference> = []
  private var outdatedFiles: [String] = []
  private var records: [HistoryWriter.Record] = []

  init(_ order: BatchDeletion, _ adapter: SQLiteAdapter) {
    self.order = order
    self.adapter = adapter
  }

  /// Objects of one entity.
  private struct Group {
    let shape: EntityShape
    let layout: ObjectLayout
    var references: [Reference]

    /// The keys as the JSON array that statements about several objects take.
    var keys: SQLValue { .text(SQLiteAdapter.list(of: references.map(\.number))) }
  }

  /// Does it; the references are those of all objects that were deleted.
  func run() throws -> [Reference] {
    try adapter.connection.transaction {
      var level = add(try adapter.fetch(order.fetch).references)
      while !level.isEmpty { level = add(try cascade(from: groups(level))) }
      let all = try groups(found)
      for group in all { try check(group) }
      let history = HistoryWriter(adapter)
      for group in all { try note(group, history) }
      for group in all { try delete(group) }
      try history?.write(records, by: order.context)
    }
    for reference in found { adapter.cache.remove(reference) }
    for name in outdatedFiles { adapter.external.remove(name) }
    return found
  }

  /// Takes note of what is to go; what was not known before comes back.
  private func add(_ references: [Reference]) -> [Reference] {
    let fresh = references.filter { !$0.isNone && known.insert($0).inserted }
    found += fresh
    return fresh
  }

  private func groups(_ references: [Reference]) throws -> [Group] {
    let byEntity = Dictionary(grouping: references, by: \.entity)
    return try byEntity.keys.sorted().compactMap { entity in
      guard let references = byEntity[entity], let first = references.first,
        let shape = adapter.shape(of: first)
      else { return nil }
      return Group(shape: shape, layout: try adapter.objectLayout(shape), references: references)
    }
  }

  // MARK: Rules

  /// What has to go with objects.
  private func cascade(from groups: [Group]) throws -> [Reference] {
    var ends: [Reference] = []
    for group in groups {
      let shape = group.shape
      for index in shape.relationships where shape.slots[index].deleteRule == .cascadeDeleteRule {
        ends += try self.ends(of: group, at: index)
      }
    }
    return ends
  }

  /// Makes sure that objects may go, as all those that go with them are known.
  private func check(_ group: Group) throws {
    let shape = group.shape
    for index in shape.relationships {
      let isDenied = shape.slots[index].deleteRule == .denyDeleteRule
      guard isDenied || shape.endsAreLost(at: index) else { continue }
      if try ends(of: group, at: index).allSatisfy(known.contains) { continue }
      if isDenied { throw denial(shape, at: index) }
      throw StoreFailure.error(
        NSPersistentStoreSaveError,
        "Batch delete failed: objects that \(shape.slots[index].name) of \(shape.name) leads to"
          + " must have an object at the other end.",
        url: adapter.file.url
      )
    }
  }

  /// The objects at the other ends of a relationship.
  private func ends(of group: Group, at index: Int) throws -> [Reference] {
    guard case .toOne = group.shape.slots[index].kind else {
      let ends = try adapter.related(toAll: group.references, of: group.shape, at: index) ?? [:]
      return group.references.flatMap { ends[$0]?.references ?? [] }
    }
    guard case .toOne(let storage) = group.layout.fields[index] else { return [] }
    let columns = [storage.key] + (storage.entityNumber.map { [$0] } ?? [])
    let rows = try adapter.connection.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(group.layout.table)"
        + " WHERE \(group.layout.columns.key) IN \(Self.keys) AND \(storage.key) IS NOT NULL",
      group.keys
    )
    return rows.compactMap { row in
      guard case .integer(let key)? = row.first else { return nil }
      var entity = storage.destination
      if row.count > 1, case .integer(let number) = row[1] {
        entity = Int(truncatingIfNeeded: number)
      }
      return adapter.reference(key, entity: entity)
    }
  }

  private func denial(_ shape: EntityShape, at index: Int) -> NSError {
    .coreData(
      NSValidationRelationshipDeniedDeleteError,
      [
        NSLocalizedFailureReasonErrorKey:
          "An object of \(shape.name) cannot be deleted: \(shape.slots[index].name) leads to others.",
        NSValidationKeyErrorKey: shape.slots[index].name,
      ]
    )
  }

  // MARK: Rows

  private static let keys = "(SELECT value FROM json_each(?))"

  /// Keeps what has to be known of objects when their rows are gone.
  private func note(_ group: Group, _ history: HistoryWriter?) throws {
    if let history {
      for reference in group.references {
        let tombstone = try history.tombstone(of: reference, group.shape, row: nil)
        records.append(.init(type: .delete, reference: reference, tombstone: tombstone))
      }
    }
    for case .attribute(let column) in group.layout.fields where column.isExternal {
      let rows = try adapter.connection.rows(
        "SELECT \(column.name) FROM \(group.layout.table)"
          + " WHERE \(group.layout.columns.key) IN \(Self.keys)",
        group.keys
      )
      for case .blob(let bytes)? in rows.map(\.first) {
        if let name = ExternalDataFolder.fileName(in: bytes) { outdatedFiles.append(name) }
      }
    }
  }

  private func delete(_ group: Group) throws {
    let keys = group.keys
    for index in group.shape.relationships { try leave(group, at: index, keys) }
    try adapter.connection.run(
      "DELETE FROM \(group.layout.table) WHERE \(group.layout.columns.key) IN \(Self.keys)",
      keys
    )
  }

  /// Takes objects out of what leads to them.
  private func leave(_ group: Group, at index: Int, _ keys: SQLValue) throws {
    let slot = group.shape.slots[index]
    switch group.layout.fields[index] {
    case .join(let storage):
      let ends = [storage.source] + (storage.isReflexive ? [storage.destinationKey] : [])
      for end in ends {
        try adapter.connection.run(
          "DELETE FROM \(storage.table) WHERE \(end) IN \(Self.keys)",
          keys
        )
      }
    case .toMany(let storage):
      guard slot.deleteRule != .noActionDeleteRule,
        let destination = adapter.layout[storage.destination]
      else { return }
      let columns = [storage.key] + (storage.ordering.map { [$0] } ?? [])
      try empty(columns, of: storage.key, in: destination, table: storage.table, keys)
    case .toOne(let storage):
      guard slot.deleteRule != .noActionDeleteRule, let inverse = slot.inverse,
        let destination = adapter.layout[storage.destination],
        destination.fields.indices.contains(inverse),
        case .toOne(let end) = destination.fields[inverse]
      else { return }
      let columns = [end.key] + (end.entityNumber.map { [$0] } ?? [])
      try empty(columns, of: end.key, in: destination, table: destination.table, keys)
    case .none, .attribute, .composite: return
    }
  }

  /// Empties the columns that lead to objects.
  private func empty(
    _ columns: [String],
    of column: String,
    in destination: ObjectLayout,
    table: String,
    _ keys: SQLValue
  ) throws {
    let assignments = columns.map { "\($0) = NULL" } + [destination.columns.versionIncrement]
    try adapter.connection.run(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(column) IN \(Self.keys)",
      keys
    )
  }
}

extension EntityShape {
  /// Whether the objects at the other end need the one at this end, which a deletion would take from them.
  fileprivate func endsAreLost(at index: Int) -> Bool {
    guard slots[index].deleteRule == .nullifyDeleteRule, let inverse = slots[index].inverse,
      let destination = slots[index].destination, case .toOne = destination.slots[inverse].kind
    else { return false }
    return !destination.properties[inverse].isOptional
  }
}
