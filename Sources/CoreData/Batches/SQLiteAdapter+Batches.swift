import ObjectRows

extension SQLiteAdapter: RequestExecuting {
  func insert(_ order: BatchInsertion) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors { try SQLiteBatchInsertion(order, self).run() }
  }

  func update(_ order: BatchUpdate) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors { try SQLiteBatchUpdate(order, self).run() }
  }

  func delete(_ order: BatchDeletion) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors { try SQLiteBatchDeletion(order, self).run() }
  }
}
