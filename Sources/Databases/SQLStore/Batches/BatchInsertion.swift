import ObjectRows
import SQLDriver

/// Inserts rows in one transaction.
package final class BatchInsertion {
  /// The treatment of a row whose unique values an object in the store already has.
  package enum Resolution: Sendable {
    /// The insertion fails, with all other rows.
    case refuse
    /// The object stays as it is.
    case keepStored
    /// The object gets the values that were given.
    case replaceGiven
    /// The object gets all values of the row.
    case replaceAll
  }

  /// A row, and the properties for which values were given; without constraints these do not matter.
  package typealias NewRow = (row: Row, given: PropertySet)

  private let engine: StoreEngine
  private let entity: StoreEntity
  private let resolution: Resolution
  private let binder: ValueBinder
  private let columns: HistoryColumns

  // The two lists are only accessed by `run(_:by:)` and the methods that it calls, one at a time.
  @exclusivity(unchecked) private var references: [Reference] = []

  /// Rows to be inserted together.
  @exclusivity(unchecked) private var waiting: [(key: Int64, row: Row)] = []
  private var records: [HistoryWriter.Record] = []
  private var outdatedFiles: [String] = []

  /// The objects in the store that were changed.
  private var changed: [Reference] = []

  package init(_ entity: StoreEntity, resolution: Resolution, in engine: StoreEngine) {
    self.engine = engine
    self.entity = entity
    self.resolution = resolution
    binder = ValueBinder(engine)
    columns = HistoryColumns(entity)
  }

  /// Inserts the rows that `next` returns, until it returns nil.
  ///
  /// - Returns: The objects that were inserted or changed.
  package func run(_ next: () throws -> NewRow?, by author: HistoryAuthor) throws -> [Reference] {
    let layout = try engine.objectLayout(entity)
    let prepared = try engine.statements(entity)
    // Rows with unique values are looked up in the store, so the rows before them must be there by then.
    let rowsTogether = entity.constraints.isEmpty ? prepared.rowsInBlock : 1
    do {
      try engine.writing {
        try engine.keySource(root: layout.root).takeSeveral { nextKey in
          while let next = try next() {
            if let holder = try holder(of: next.row) {
              try settle(next, with: holder)
              continue
            }
            let key = try nextKey()
            waiting.append((key, next.row))
            note(.insert, engine.entities.reference(key, layout.number))
            if waiting.count >= rowsTogether { try insertWaiting(prepared) }
          }
          try insertWaiting(prepared)
        }
        try HistoryWriter(engine)?.write(records, by: author)
      }
    } catch {
      binder.discardFiles()
      throw error
    }
    for reference in changed { engine.cache.remove(reference) }
    engine.forgetComputedRows()
    engine.noteConnections(of: layout, at: layout.writableIndices)
    engine.removeFiles(outdatedFiles)
    return references
  }

  private func insertWaiting(_ prepared: EntityStatements) throws {
    try waiting.withUnsafeBufferPointer { waiting in
      try engine.insert(waiting.count, prepared, binder) { (waiting[$0].key, waiting[$0].row, 1) }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func note(
    _ kind: HistoryChangeKind,
    _ reference: Reference,
    changed: PropertySet? = nil
  ) {
    references.append(reference)
    guard engine.keepsHistory else { return }
    records.append(
      .init(kind: kind, reference: reference, columns: changed.map(columns.bytes(of:)))
    )
  }

  // MARK: Constraints

  /// The object in the store with unique values of the new row.
  private func holder(of row: Row) throws -> Reference? {
    for constraint in entity.constraints {
      guard let key = constraint.key(of: row),
        let holder = try engine.reference(having: key, of: constraint)
      else { continue }
      return holder
    }
    return nil
  }

  /// Updates the object with the same unique values according to the resolution.
  private func settle(_ new: NewRow, with holder: Reference) throws {
    let owner = try engine.entity(of: holder)
    let layout = try engine.objectLayout(owner)
    let own = try engine.objectLayout(entity).fields
    // An object of another entity shares only the inherited properties, in the same columns.
    var indices = layout.writableIndices.filter {
      own.indices.contains($0) && own[$0] == layout.fields[$0]
    }
    switch resolution {
    case .refuse: throw StoreError.notUnique(entity: owner.name)
    case .keepStored: return
    case .replaceGiven: indices = indices.filter(new.given.contains)
    case .replaceAll: break
    }
    outdatedFiles += try engine.externalFiles(ofKey: holder.number, at: indices, layout)
    try engine.overwrite(new.row, at: indices, of: holder, binder)
    changed.append(holder)
    note(.update, holder, changed: PropertySet(indices))
  }
}
