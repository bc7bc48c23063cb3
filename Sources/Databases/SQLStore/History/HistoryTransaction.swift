import ObjectRows

/// The program and the context that made a transaction, as recorded in the history.
package struct HistoryAuthor: Sendable {
  package var author: String?
  package var contextName: String?
  package var bundleID: String?
  package var processID: String?

  package init(
    author: String? = nil,
    contextName: String? = nil,
    bundleID: String? = nil,
    processID: String? = nil
  ) {
    self.author = author
    self.contextName = contextName
    self.bundleID = bundleID
    self.processID = processID
  }
}

/// The kinds of changes, with their numbers in the history.
package enum HistoryChangeKind: Int64, Sendable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// A transaction in the history of a store.
package struct HistoryTransaction {
  package var number: Int64

  /// The time, in seconds since 2001.
  package var seconds: Double
  package var author: HistoryAuthor

  /// The changes; nil if they were not requested.
  package var changes: [HistoryChange]?

  package init(
    number: Int64,
    seconds: Double,
    author: HistoryAuthor,
    changes: [HistoryChange]?
  ) {
    self.number = number
    self.seconds = seconds
    self.author = author
    self.changes = changes
  }
}

/// A change of one object in the history of a store.
package struct HistoryChange {
  package var number: Int64
  package var kind: HistoryChangeKind
  package var reference: Reference

  /// The properties that an update has changed.
  package var properties: [Int]

  /// The property list with the values that are kept of a deleted object.
  package var tombstone: [UInt8]?
}

/// A part of a store's history.
package enum HistoryPart: Sendable {
  case all
  case before(Int64)
  case beforeDate(Double)
  case transactions([Int64])
}

/// A query for transactions of a store's history.
package struct HistoryQuery: Sendable {
  package enum Start: Sendable {
    /// Those after a transaction.
    case transaction(Int64)
    /// Those after a time, in seconds since 2001.
    case date(Double)
  }

  package var start: Start
  package var wantsChanges: Bool

  /// The greatest number of transactions; 0 for all.
  package var limit: Int

  package init(start: Start, wantsChanges: Bool, limit: Int = 0) {
    self.start = start
    self.wantsChanges = wantsChanges
    self.limit = limit
  }
}
