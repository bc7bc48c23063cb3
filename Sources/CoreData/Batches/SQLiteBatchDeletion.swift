import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

/// Deletes objects of an SQLite store in one transaction, and what their delete rules say.
///
/// Rows are followed from one to the next in the database: chains of any length take no stack.
final class SQLiteBatchDeletion {
  private let adapter: SQLiteAdapter
  private let order: BatchDeletion
  private var queue: [Reference] = []
  private var known: Set<Reference> = []
  private var outdatedFiles: [String] = []
  private var records: [HistoryWriter.Record] = []

  init(_ order: BatchDeletion, _ adapter: SQLiteAdapter) {
    self.order = order
    self.adapter = adapter
  }

  /// Does it; the references are those of all objects that were deleted.
  func run() throws -> [Reference] {
    try adapter.connection.transaction {
      for reference in try adapter.fetch(order.fetch).references { add(reference) }
      var position = 0
      while position < queue.count {
        try follow(queue[position])
        position += 1
      }
      for reference in queue { try check(reference) }
      let history = HistoryWriter(adapter)
      for reference in queue { try delete(reference, history) }
      try history?.write(records, by: order.context)
    }
    for reference in queue { adapter.cache.remove(reference) }
    for name in outdatedFiles { adapter.external.remove(name) }
    return queue
  }

  private func add(_ reference: Reference) {
    if !reference.isNone, known.insert(reference).inserted { queue.append(reference) }
  }

  // MARK: Rules

  /// Finds what has to go with an object.
  private func follow(_ reference: Reference) throws {
    guard let shape = adapter.shape(of: reference) else { return }
    for index in shape.relationships where shape.slots[index].deleteRule == .cascadeDeleteRule {
      for end in try ends(of: reference, shape, at: index) { add(end) }
    }
  }

  /// Makes sure that an object may go, as all those that go with it are known.
  private func check(_ reference: Reference) throws {
    guard let shape = adapter.shape(of: reference) else { return }
    for index in shape.relationships {
      let isDenied = shape.slots[index].deleteRule == .denyDeleteRule
      guard isDenied || shape.endsAreLost(at: index) else { continue }
      if try ends(of: reference, shape, at: index).allSatisfy(known.contains) { continue }
      if isDenied { throw denial(shape, at: index) }
      throw StoreFailure.error(
        NSPersistentStoreSaveError,
        "Batch delete failed: objects that \(shape.slots[index].name) of \(shape.name) leads to"
          + " must have an object at the other end.",
        url: adapter.file.url
      )
    }
  }

  /// The objects at the other end of a relationship.
  private func ends(
    of reference: Reference,
    _ shape: EntityShape,
    at index: Int
  ) throws -> [Reference] {
    guard case .toOne = shape.slots[index].kind else {
      return try adapter.related(to: reference, of: shape, at: index)
    }
    let layout = try adapter.objectLayout(shape)
    guard case .toOne(let storage) = layout.fields[index] else { return [] }
    let columns = [storage.key] + (storage.entityNumber.map { [$0] } ?? [])
    let rows = try adapter.connection.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(layout.table)"
        + " WHERE \(layout.columns.key) = ?",
      .integer(reference.number)
    )
    guard let row = rows.first, case .integer(let key) = row[0] else { return [] }
    var entity = storage.destination
    if row.count > 1, case .integer(let number) = row[1] {
      entity = Int(truncatingIfNeeded: number)
    }
    return [adapter.reference(key, entity: entity)]
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

  private func delete(_ reference: Reference, _ history: HistoryWriter?) throws {
    guard let shape = adapter.shape(of: reference) else { return }
    let layout = try adapter.objectLayout(shape)
    if let history {
      let tombstone = try history.tombstone(of: reference, shape, row: nil)
      records.append(.init(type: .delete, reference: reference, tombstone: tombstone))
    }
    outdatedFiles += try adapter.externalFiles(
      ofKey: reference.number,
      at: layout.writableIndices,
      layout
    )
    for index in shape.relationships { try leave(reference, shape, layout, at: index) }
    try adapter.connection.run(
      "DELETE FROM \(layout.table) WHERE \(layout.columns.key) = ?",
      .integer(reference.number)
    )
  }

  /// Takes an object out of what leads to it.
  private func leave(
    _ reference: Reference,
    _ shape: EntityShape,
    _ layout: ObjectLayout,
    at index: Int
  ) throws {
    let key = SQLValue.integer(reference.number)
    switch layout.fields[index] {
    case .join(let storage):
      try adapter.connection.run("DELETE FROM \(storage.table) WHERE \(storage.source) = ?", key)
      guard storage.isReflexive else { return }
      try adapter.connection.run(
        "DELETE FROM \(storage.table) WHERE \(storage.destinationKey) = ?",
        key
      )
    case .toMany(let storage):
      guard shape.slots[index].deleteRule != .noActionDeleteRule,
        let destination = adapter.layout[storage.destination]
      else { return }
      let columns = [storage.key] + (storage.ordering.map { [$0] } ?? [])
      try empty(columns, of: storage.key, in: destination, table: storage.table, key)
    case .toOne(let storage):
      guard shape.slots[index].deleteRule != .noActionDeleteRule,
        let inverse = shape.slots[index].inverse,
        let destination = adapter.layout[storage.destination],
        destination.fields.indices.contains(inverse),
        case .toOne(let end) = destination.fields[inverse]
      else { return }
      let columns = [end.key] + (end.entityNumber.map { [$0] } ?? [])
      try empty(columns, of: end.key, in: destination, table: destination.table, key)
    case .none, .attribute, .composite: return
    }
  }

  /// Empties the columns that lead to an object.
  private func empty(
    _ columns: [String],
    of column: String,
    in destination: ObjectLayout,
    table: String,
    _ key: SQLValue
  ) throws {
    let version = destination.columns.version
    let assignments = columns.map { "\($0) = NULL" } + ["\(version) = IFNULL(\(version), 0) + 1"]
    try adapter.connection.run(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(column) = ?",
      key
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
