import Foundation
import ObjectRows
import PropertyLists
import SQLStore

extension SQLAdapter {
  func lastHistoryTransaction() throws -> Int64? {
    try reading { try engine.lastHistoryTransaction() }
  }

  func history(_ query: HistoryQuery) throws -> [NSPersistentHistoryTransaction]? {
    guard let coordinator = store.persistentStoreCoordinator else { return nil }
    let records = HistoryRecords(of: store, coordinator)
    return try reading { try engine.history(query)?.map(records.transaction) }
  }

  func forgetHistory(_ part: HistoryPart) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try confirmPlace()
    try prepareConnection()
    try translatingErrors { try engine.deleteHistory(part) }
  }
}

/// Converts the history that the engine has read for programs.
private struct HistoryRecords {
  private let store: NSPersistentStore
  private let coordinator: NSPersistentStoreCoordinator

  init(of store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator) {
    self.store = store
    self.coordinator = coordinator
  }

  func transaction(_ stored: HistoryTransaction) -> NSPersistentHistoryTransaction {
    NSPersistentHistoryTransaction(
      .init(
        number: stored.number,
        timestamp: Date(timeIntervalSinceReferenceDate: stored.seconds),
        storeID: store.identifier ?? "",
        bundleID: stored.author.bundleID ?? "",
        processID: stored.author.processID ?? "",
        contextName: stored.author.contextName,
        author: stored.author.author
      ),
      changes: stored.changes?.compactMap(change)
    )
  }

  private func change(_ stored: HistoryChange) -> NSPersistentHistoryChange? {
    guard let objectID = coordinator.objectID(for: stored.reference),
      let shape = coordinator.shape(number: stored.reference.entity)
    else { return nil }
    return NSPersistentHistoryChange(
      .init(
        number: stored.number,
        type: stored.kind.changeType,
        objectID: objectID,
        tombstone: stored.tombstone.map { values(in: $0, shape) },
        updatedProperties: stored.kind == .update
          ? Set(stored.properties.map { shape.properties[$0] }) : nil
      )
    )
  }

  /// The values that were kept of a deleted object.
  private func values(in bytes: [UInt8], _ shape: EntityShape) -> [AnyHashable: Any] {
    guard case .dictionary(let list)? = try? PropertyList(binary: bytes) else { return [:] }
    let listed = MetadataList.metadata(list)
    var values: [AnyHashable: Any] = [:]
    for index in shape.persistentAttributes {
      guard let attribute = shape.properties[index] as? NSAttributeDescription,
        attribute.preservesValueInHistoryOnDeletion, let value = listed[attribute.name]
      else { continue }
      values[attribute.name] = Self.value(value, of: attribute.type)
    }
    return values
  }

  private static func value(
    _ listed: Any,
    of type: NSAttributeDescription.AttributeType
  ) -> Any? {
    let text = listed as? String
    return switch type {
    case .uuid: text.flatMap(UUID.init(uuidString:))
    case .uri: text.flatMap { URL(string: $0) }
    case .decimal: text.map { NSDecimalNumber(string: $0) }
    default: listed
    }
  }
}

extension HistoryChangeKind {
  fileprivate var changeType: NSPersistentHistoryChangeType {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}
