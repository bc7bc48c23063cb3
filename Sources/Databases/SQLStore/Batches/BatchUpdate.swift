import ObjectRows
import SQLDriver

/// Changes properties of objects in one transaction.
///
/// Rows in memory do not change: a batch request does not update contexts.
package final class BatchUpdate {
  /// The new values of the changed properties.
  package enum Values {
    /// The same for all objects: a row with them.
    case constant(Row)

    /// Computed for each object: a row with them.
    case computed((Reference) throws -> Row)
  }

  private let engine: StoreEngine
  private let entity: StoreEntity
  private let indices: [Int]
  private let values: Values
  private let binder: ValueBinder
  private var outdatedFiles: [String] = []

  package init(
    _ entity: StoreEntity,
    _ indices: [Int],
    _ values: Values,
    in engine: StoreEngine
  ) {
    self.engine = engine
    self.entity = entity
    self.indices = indices
    self.values = values
    binder = ValueBinder(engine)
  }

  /// Changes the objects that `find` returns, which is called in the transaction.
  ///
  /// - Returns: The objects that were changed.
  package func run(
    _ find: () throws -> [Reference],
    by author: HistoryAuthor
  ) throws -> [Reference] {
    guard !indices.isEmpty else { return [] }
    var references: [Reference] = []
    do {
      try engine.writing {
        references = try find()
        try write(to: references)
        try record(references, by: author)
      }
    } catch {
      binder.discardFiles()
      throw error
    }
    engine.forgetComputedRows()
    try engine.noteConnections(of: engine.objectLayout(entity), at: indices)
    engine.removeFiles(outdatedFiles)
    return references
  }

  private func write(to references: [Reference]) throws {
    let layout = try engine.objectLayout(entity)
    if case .constant(let row) = values, !indices.contains(where: { layout.fields[$0].isExternal })
    {
      return try write(row, to: references, layout)
    }
    for reference in references {
      // Properties have the same indices in all subentities.
      guard let own = engine.entities.entity(of: reference) else { continue }
      outdatedFiles += try engine.externalFiles(
        ofKey: reference.number,
        at: indices,
        engine.objectLayout(own)
      )
      try engine.overwrite(row(for: reference), at: indices, of: reference, binder)
    }
  }

  private func row(for reference: Reference) throws -> Row {
    switch values {
    case .constant(let row): row
    case .computed(let row): try row(reference)
    }
  }

  /// Writes the same values to all objects with one statement.
  private func write(_ row: Row, to references: [Reference], _ layout: ObjectLayout) throws {
    var assignments = [layout.columns.versionIncrement]
    assignments += indices.flatMap { layout.fields[$0].columns }.map { "\($0) = ?" }
    let statement = try engine.connection.cached(
      marked: "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) \(engine.layout.isAmongKeys)"
    )
    let end = try binder.bind(
      row,
      indices,
      of: engine.statements(entity),
      to: statement,
      from: 0
    )
    try statement.bind(engine.list(of: references.map(\.number)), at: end)
    let count = try statement.run()
    if count < references.count {
      try engine.confirmAbsence(of: references, except: count, layout)
    }
  }

  private func record(_ references: [Reference], by author: HistoryAuthor) throws {
    guard let history = HistoryWriter(engine) else { return }
    let changed = PropertySet(indices)
    var columns: [Int: [UInt8]] = [:]
    try history.write(
      references.map { reference in
        let bytes =
          columns[reference.entity]
          ?? engine.entities.entity(of: reference).map { HistoryColumns($0).bytes(of: changed) }
          ?? []
        columns[reference.entity] = bytes
        return .init(kind: .update, reference: reference, columns: bytes)
      },
      by: author
    )
  }
}
