import ObjectRows
import SQLDriver

/// Moves objects away from their destinations before these are deleted.
///
/// Foreign keys with actions would delete the rows that refer to a deleted one, even if the same save has given their
/// objects another destination. So rows get their new keys before anything is deleted; the remaining changes follow.
struct DepartingRows {
  private let engine: StoreEngine
  private let binder: ValueBinder

  init(_ engine: StoreEngine, _ binder: ValueBinder) {
    self.engine = engine
    self.binder = binder
  }

  /// Writes the new values of changed to-one relationships, if objects of the destinations are deleted.
  func leave(_ changes: ChangeSet) throws {
    guard engine.connection.dialect.features.contains(.actingForeignKeys) else { return }
    var roots: Set<Int> = []
    for deletion in changes.deleted {
      roots.insert(try engine.objectLayout(engine.entity(of: deletion.reference)).root)
    }
    if roots.isEmpty { return }
    for update in changes.updated {
      guard let row = update.row else { continue }
      let prepared = try engine.statements(engine.entity(of: update.reference))
      let indices = prepared.writable.filter { index in
        guard update.changed.contains(index), case .toOne(let end) = prepared.layout.fields[index]
        else { return false }
        return engine.layout[end.destination].map { roots.contains($0.root) } ?? false
      }
      if !indices.isEmpty { try write(row, indices, of: update, prepared) }
    }
  }

  private func write(
    _ row: Row,
    _ indices: [Int],
    of update: ChangeSet.Update,
    _ prepared: EntityStatements
  ) throws {
    let layout = prepared.layout
    let columns = indices.flatMap { layout.fields[$0].columns }
    let statement = try engine.connection.cached(
      SQLRowWrite(
        layout.table,
        .update(columns: columns, matching: [layout.columns.key, layout.columns.presentVersion])
      )
    )
    let end = try binder.bind(row, indices, of: prepared, to: statement, from: 0)
    try statement.bind(integer: update.reference.number, at: end)
    try statement.bind(integer: update.baseVersion, at: end + 1)
    try engine.connection.finish(statement)
  }
}
