import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Changes objects of an SQLite store in one transaction.
///
/// Rows that are in memory stay as they were: contexts are not told, as the request says.
final class SQLiteBatchUpdate {
  private let adapter: SQLiteAdapter
  private let order: BatchUpdate
  private let binder: ValueBinder
  private var outdatedFiles: [String] = []

  init(_ order: BatchUpdate, _ adapter: SQLiteAdapter) {
    self.order = order
    self.adapter = adapter
    binder = ValueBinder(adapter)
  }

  /// Does it; the references are those of the objects that were changed.
  func run() throws -> [Reference] {
    guard !order.assignments.isEmpty else { return [] }
    var references: [Reference] = []
    do {
      try adapter.connection.transaction {
        references = try adapter.fetch(order.fetch).references
        try write(to: references)
        try record(references)
      }
    } catch {
      for name in binder.writtenFiles { adapter.external.remove(name) }
      throw error
    }
    for name in outdatedFiles { adapter.external.remove(name) }
    return references
  }

  private func write(to references: [Reference]) throws {
    if let row = try constants(of: references) { return try write(row, to: references) }
    let values = BatchExpressions(order, adapter)
    let indices = order.assignments.map(\.index)
    for reference in references {
      // Properties have the same indices in all subentities.
      guard let shape = adapter.shape(of: reference) else { continue }
      let layout = try adapter.objectLayout(shape)
      outdatedFiles += try adapter.externalFiles(ofKey: reference.number, at: indices, layout)
      let row = try values.row(for: reference, shape)
      try adapter.overwrite(row, at: indices, key: reference.number, of: shape, binder)
    }
  }

  /// The new values if they are the same for all objects, and in the rows.
  private func constants(of references: [Reference]) throws -> Row? {
    let layout = try adapter.objectLayout(order.shape)
    let row = order.shape.binding.makeRow()
    for (index, value) in order.assignments {
      guard case .constant(let constant) = value, !layout.fields[index].isExternal else {
        return nil
      }
      row.setValue(constant, at: index)
    }
    return row
  }

  /// Writes the same values to all objects with one statement.
  private func write(_ row: Row, to references: [Reference]) throws {
    let layout = try adapter.objectLayout(order.shape)
    let indices = order.assignments.map(\.index)
    var assignments = [layout.columns.versionIncrement]
    assignments += indices.flatMap { layout.fields[$0].columns }.map { "\($0) = ?" }
    let statement = try adapter.connection.cached(
      "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) IN (SELECT value FROM json_each(?))"
    )
    let end = try binder.bind(
      row,
      indices,
      of: adapter.statements(order.shape),
      to: statement,
      from: 0
    )
    try statement.bind(text: SQLiteAdapter.list(of: references.map(\.number)), at: end)
    try statement.run()
  }

  private func record(_ references: [Reference]) throws {
    guard let history = HistoryWriter(adapter) else { return }
    let indices = Set(order.assignments.map(\.index))
    var columns: [Int: [UInt8]] = [:]
    try history.write(
      references.map { reference in
        let bytes =
          columns[reference.entity]
          ?? adapter.shape(of: reference).map { HistoryColumns($0).bytes(of: indices) } ?? []
        columns[reference.entity] = bytes
        return .init(type: .update, reference: reference, columns: bytes)
      },
      by: order.context
    )
  }
}

/// Works out the new values of objects.
private struct BatchExpressions {
  private let order: BatchUpdate
  private let adapter: SQLiteAdapter

  /// Where objects are that expressions are evaluated with.
  private let scratch: NSManagedObjectContext?

  init(_ order: BatchUpdate, _ adapter: SQLiteAdapter) {
    self.order = order
    self.adapter = adapter
    let hasExpressions = order.assignments.contains { assignment in
      if case .expression = assignment.value { true } else { false }
    }
    guard hasExpressions, let coordinator = adapter.store.persistentStoreCoordinator else {
      scratch = nil
      return
    }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    scratch = context
  }

  /// A row with the new values.
  func row(for reference: Reference, _ shape: EntityShape) throws -> Row {
    let row = shape.binding.makeRow()
    var object: NSManagedObject?
    for (index, value) in order.assignments {
      switch value {
      case .constant(let value): row.setValue(value, at: index)
      case .expression(let expression):
        if object == nil { object = try makeObject(reference, shape) }
        let result = expression.expressionValue(with: object, context: nil) ?? NSNull()
        guard let coordinator = adapter.store.persistentStoreCoordinator else { continue }
        let values = BatchValues(shape, coordinator)
        row.setValue(try values.value(result, for: shape.slots[index].name).value, at: index)
      }
    }
    return row
  }

  /// The object as it is in the database, whatever was read before.
  private func makeObject(_ reference: Reference, _ shape: EntityShape) throws -> NSManagedObject? {
    guard let scratch, let row = try adapter.storedRow(for: reference, of: shape) else {
      return nil
    }
    let object = scratch.object(for: reference)
    object?.fill(with: row)
    return object
  }
}
