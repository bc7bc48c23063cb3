import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Inserts objects into an SQLite store in one transaction, without any object in memory.
final class SQLiteBatchInsertion {
  private let adapter: SQLiteAdapter
  private let order: BatchInsertion
  private let binder: ValueBinder
  private var references: [Reference] = []
  private var records: [HistoryWriter.Record] = []
  private var outdatedFiles: [String] = []
  private let columns: HistoryColumns

  init(_ order: BatchInsertion, _ adapter: SQLiteAdapter) {
    self.order = order
    self.adapter = adapter
    binder = ValueBinder(adapter)
    columns = HistoryColumns(order.shape)
  }

  /// Does it; the references are those of the objects that were inserted or changed.
  func run() throws -> [Reference] {
    let layout = try adapter.objectLayout(order.shape)
    do {
      try adapter.connection.transaction {
        var key = try adapter.takeKeys(0, root: layout.root)
        let first = key
        while let next = try order.next() {
          if let holder = try holder(of: next.row) {
            try settle(next.row, next.given, with: holder)
            continue
          }
          key = try adapter.number(after: key, "keys")
          try adapter.insert(next.row, key: key, adapter.statements(order.shape), binder)
          note(.insert, adapter.reference(key, entity: layout.number))
        }
        if key != first { try setLastKey(key, root: layout.root) }
        try HistoryWriter(adapter)?.write(records, by: order.context)
      }
    } catch {
      for name in binder.writtenFiles { adapter.external.remove(name) }
      throw error
    }
    for name in outdatedFiles { adapter.external.remove(name) }
    return references
  }

  private func note(
    _ type: NSPersistentHistoryChangeType,
    _ reference: Reference,
    changed: Set<Int>? = nil
  ) {
    references.append(reference)
    guard adapter.store.keepsHistory else { return }
    records.append(
      .init(type: type, reference: reference, columns: changed.map(columns.bytes(of:)))
    )
  }

  private func setLastKey(_ key: Int64, root: Int) throws {
    try adapter.connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      .integer(key),
      .integer(Int64(root))
    )
  }

  // MARK: Constraints

  /// The object in the store that has values which the new one must not have as well.
  private func holder(of row: Row) throws -> Reference? {
    for constraint in order.shape.rules.constraints {
      guard let key = constraint.key(of: row),
        let holder = try adapter.reference(having: key, of: constraint)
      else { continue }
      return holder
    }
    return nil
  }

  /// Lets the new values, or the present ones, be those of the object that is there.
  private func settle(_ row: Row, _ given: Set<Int>, with holder: Reference) throws {
    guard let shape = adapter.shape(of: holder) else { return }
    let layout = try adapter.objectLayout(shape)
    var indices = layout.writableIndices.filter(order.shape.slots.indices.contains)
    switch order.policy {
    case .errorMergePolicyType:
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        [
          NSLocalizedFailureReasonErrorKey:
            "There is an object of \(shape.name) already with values that are to be unique."
        ]
      )
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return
    case .mergeByPropertyObjectTrumpMergePolicyType: indices = indices.filter(given.contains)
    case .overwriteMergePolicyType: break
    }
    outdatedFiles += try adapter.externalFiles(ofKey: holder.number, at: indices, layout)
    try adapter.overwrite(row, at: indices, key: holder.number, of: shape, binder)
    adapter.cache.remove(holder)
    note(.update, holder, changed: Set(indices))
  }
}

extension SQLiteAdapter {
  /// The shape of the entity of a reference.
  func shape(of reference: Reference) -> EntityShape? {
    shape(ofEntity: entityNumber(of: reference))
  }
}
