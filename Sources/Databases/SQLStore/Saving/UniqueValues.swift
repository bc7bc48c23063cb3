import ObjectRows
import SQLDriver

/// Lets objects exchange values of which no two objects may have the same.
///
/// Rows are written one after the other, and the index of a constraint sees every step. Where several objects
/// of one constraint change, all of them lose their old values before the first gets its new ones.
struct UniqueValues {
  private let engine: StoreEngine

  init(_ engine: StoreEngine) {
    self.engine = engine
  }

  /// Removes the values that are about to be replaced.
  func vacate(_ updates: [ChangeSet.Update]) throws {
    var changing: [EntityConstraint: [ChangeSet.Update]] = [:]
    var entity: StoreEntity?
    for update in updates {
      if update.reference.entity != entity?.number {
        entity = engine.entities.entity(of: update.reference)
      }
      for constraint in entity?.constraints ?? []
      where constraint.indices.contains(where: update.changed.contains) {
        changing[constraint, default: []].append(update)
      }
    }
    for (constraint, updates) in changing where updates.count > 1 {
      for update in updates { try vacate(update, constraint) }
    }
  }

  private func vacate(_ update: ChangeSet.Update, _ constraint: EntityConstraint) throws {
    let layout = try engine.objectLayout(engine.entity(of: update.reference))
    let changing = constraint.indices.filter(update.changed.contains)
    let columns = changing.compactMap { layout.fields[$0].columns.first }
    guard !columns.isEmpty, update.row != nil else { return }
    let matching = [layout.columns.key, layout.columns.presentVersion]
    try engine.connection.write(
      SQLRowWrite(layout.table, .update(columns: [], cleared: columns, matching: matching)),
      .integer(update.reference.number),
      .integer(update.baseVersion)
    )
  }
}
