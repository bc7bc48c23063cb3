import Foundation
import ObjectRows
import SQLDriver
import SQLStore

extension SQLAdapter: RequestExecuting {
  func insert(_ order: BatchInsertionOrder) throws -> [Reference] {
    try changing {
      let insertion = BatchInsertion(
        try entity(order.shape),
        resolution: BatchInsertion.Resolution(order.policy),
        in: engine
      )
      return try insertion.run(order.next, by: HistoryAuthor(order.context))
    }
  }

  func update(_ order: BatchUpdateOrder) throws -> [Reference] {
    try changingOnceMore {
      let update = BatchUpdate(
        try entity(order.shape),
        order.assignments.map(\.index),
        try values(of: order),
        in: engine
      )
      return try update.run(
        { try exactReferences(order.fetch) },
        by: HistoryAuthor(order.context)
      )
    }
  }

  func delete(_ order: BatchDeletionOrder) throws -> [Reference] {
    try changingOnceMore {
      try BatchDeletion(in: engine).run(
        { try exactReferences(order.fetch) },
        by: HistoryAuthor(order.context)
      )
    }
  }

  private func changing(_ body: () throws -> [Reference]) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try confirmPlace()
    try prepareConnection()
    return try translatingErrors(body)
  }

  /// Makes changes, and retries them if the transaction failed because of others; the body begins anew then.
  private func changingOnceMore(_ body: () throws -> [Reference]) throws -> [Reference] {
    try changing { try retryingTransaction { try body() } }
  }

  private func entity(_ shape: EntityShape) throws -> StoreEntity {
    guard let entity = engine.entities[shape.number] else {
      throw StoreError.unknownEntity(shape.name)
    }
    return entity
  }

  private func values(of order: BatchUpdateOrder) throws -> BatchUpdate.Values {
    let row = order.shape.binding.makeRow()
    for (index, value) in order.assignments {
      guard case .constant(let constant) = value else {
        let expressions = BatchExpressions(order, self)
        return .computed { try expressions.row(for: $0) }
      }
      row.setValue(constant, at: index)
    }
    return .constant(row)
  }
}

extension BatchInsertion.Resolution {
  fileprivate init(_ policy: NSMergePolicyType) {
    self =
      switch policy {
      case .errorMergePolicyType: .refuse
      case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .keepStored
      case .mergeByPropertyObjectTrumpMergePolicyType: .replaceGiven
      case .overwriteMergePolicyType: .replaceAll
      }
  }
}

/// Computes the new values of objects from the expressions of a request.
private struct BatchExpressions {
  private let order: BatchUpdateOrder
  private let adapter: SQLAdapter
  private let coordinator: NSPersistentStoreCoordinator?

  /// The context of the objects that expressions are evaluated with.
  private let scratch = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

  init(_ order: BatchUpdateOrder, _ adapter: SQLAdapter) {
    self.order = order
    self.adapter = adapter
    coordinator = adapter.store.persistentStoreCoordinator
    if let coordinator { scratch.persistentStoreCoordinator = coordinator }
  }

  /// A row with the new values.
  func row(for reference: Reference) throws -> Row {
    let shape = coordinator?.shape(number: reference.entity) ?? order.shape
    let row = shape.binding.makeRow()
    var object: NSManagedObject?
    for (index, value) in order.assignments {
      switch value {
      case .constant(let value): row.setValue(value, at: index)
      case .expression(let expression):
        if object == nil { object = try makeObject(reference) }
        let result = expression.expressionValue(with: object, context: nil) ?? NSNull()
        guard let coordinator else { continue }
        let values = BatchValues(shape, coordinator)
        row.setValue(try values.value(result, for: shape.slots[index].name).value, at: index)
      }
    }
    return row
  }

  /// The object as it is in the database, whatever was read before.
  private func makeObject(_ reference: Reference) throws -> NSManagedObject? {
    guard let row = try adapter.engine.storedRow(for: reference) else { return nil }
    let object = scratch.object(for: reference)
    object?.fill(with: row)
    return object
  }
}
