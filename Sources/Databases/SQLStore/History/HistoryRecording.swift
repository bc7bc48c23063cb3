import ObjectRows

/// The history of a store in its database.
package protocol HistoryRecording {
  /// Whether the database has a history.
  func exists() throws -> Bool

  /// Records a transaction with some changes, in the database transaction that makes them.
  ///
  /// - Returns: Its number; nil if it gets one by the commit.
  func write(_ records: [HistoryRecord], by author: HistoryAuthor) throws -> Int64?

  /// The number of the last transaction, deleted ones included; 0 before the first.
  func lastTransaction() throws -> Int64

  /// The transactions that match the query, the oldest first.
  ///
  /// - Throws: ``StoreError/historyExpired`` if some of them were deleted.
  func transactions(_ query: HistoryQuery) throws -> [HistoryTransaction]

  /// Deletes a part of the history.
  func delete(_ part: HistoryPart) throws
}

/// One object that was changed, as the history records it.
package struct HistoryRecord {
  package var kind: HistoryChangeKind
  package var reference: Reference

  /// The bits of the properties that an update has changed.
  package var columns: [UInt8]?

  /// The property list with the values that are kept of a deleted object.
  package var tombstone: [UInt8]?
}
