import ObjectRows
import SQLDriver

extension StoreEngine {
  /// The history of the store; nil if it keeps none.
  private var history: (any HistoryRecording)? {
    get throws {
      let history = bookkeeping.history(of: self)
      return try history.exists() ? history : nil
    }
  }

  /// The number of the last transaction in the history; nil if the store keeps none.
  package func lastHistoryTransaction() throws -> Int64? { try history?.lastTransaction() }

  /// Returns transactions of the history; nil if the store keeps none.
  ///
  /// Everything is read from one snapshot: another program may delete a part of the history meanwhile, and a
  /// transaction would seem to have no changes.
  ///
  /// - Throws: ``StoreError/historyExpired`` if some of them were deleted.
  package func history(_ query: HistoryQuery) throws -> [HistoryTransaction]? {
    try connection.transaction(.read) { try history?.transactions(query) }
  }

  /// Creates a change from its record in the history; nil if the model does not have its entity.
  ///
  /// - Parameters:
  ///   - number: The number of the change.
  ///   - kind: Its kind.
  ///   - entity: The number of the entity in rows.
  ///   - key: The key of the object.
  ///   - columns: The bits of the properties that an update has changed.
  ///   - tombstone: The property list with values of a deleted object.
  /// - Returns: The change.
  package func historyChange(
    number: Int64,
    kind: HistoryChangeKind,
    entity: Int,
    key: Int64,
    columns: [UInt8]?,
    tombstone: [UInt8]?
  ) -> HistoryChange? {
    let reference = entities.reference(key, entity)
    guard !reference.isNone, let described = entities.entity(entity) else { return nil }
    let bits = kind == .update ? columns ?? [] : []
    return HistoryChange(
      number: number,
      kind: kind,
      reference: reference,
      properties: HistoryColumns(described).indices(of: bits),
      tombstone: kind == .delete ? tombstone : nil
    )
  }

  /// Deletes a part of the history.
  package func deleteHistory(_ part: HistoryPart) throws {
    try writing { try history?.delete(part) }
  }
}
