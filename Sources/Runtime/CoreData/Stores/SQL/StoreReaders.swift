import Foundation
import Synchronization

/// A pool of connections that lets several contexts read a store in a database concurrently, and while another one
/// saves.
///
/// The coordinator's own connection serves one caller at a time, and none during a save. A caller that finds it in
/// use borrows a connection from here, which reads the rows that were committed last.
///
/// The lock guards all mutable state. A reader is either in `idle` or used by one caller.
final class StoreReaders: ReaderPool, @unchecked Sendable {
  private let limit: Int

  private let open: () throws -> Reader

  private let lock = NSLock()
  private var idle: [Reader] = []
  private var count = 0
  private var isClosed = false

  /// The counters of the readers' work, and their number.
  private let counters = PoolCounters()

  /// A connection that only reads.
  final class Reader {
    let adapter: SQLAdapter
    private let close: () -> Void

    /// - Parameters:
    ///   - adapter: The engine over the connection.
    ///   - close: Closes the connection.
    init(_ adapter: SQLAdapter, close: @escaping () -> Void) {
      self.adapter = adapter
      self.close = close
    }

    deinit { close() }
  }

  /// Creates the readers of a store.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of connections.
  ///   - metrics: The metrics to which the readers' counters are added.
  ///   - open: Opens a connection.
  init(
    limit: Int,
    metrics: MetricLedger,
    open: @escaping () throws -> Reader
  ) {
    self.limit = limit
    self.open = open
    counters.size.store(limit, ordering: .relaxed)
    metrics.attach(counters)
  }

  /// The number of connections besides the coordinator's own that the options allow.
  static func limit(in options: [AnyHashable: Any]?) -> Int {
    let wanted = options?[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber
    return max(0, (wanted?.intValue ?? 8) - 1)
  }

  /// Calls `body` with an idle connection; returns nil if there is none.
  func read<Result>(_ body: (any StoreAdapter) throws -> Result) rethrows -> Result? {
    guard let reader = borrow() else {
      MetricLedger.count(1, counters.waits)
      return nil
    }
    MetricLedger.count(1, counters.uses)
    MetricLedger.count(1, counters.inUse)
    defer {
      MetricLedger.count(-1, counters.inUse)
      returnToPool(reader)
    }
    // Reading reports a problem with the connection.
    try? reader.adapter.prepareConnection()
    return try body(reader.adapter)
  }

  /// Closes all connections; those in use are closed when they are returned.
  func close() {
    lock.withLock {
      isClosed = true
      idle = []
      counters.size.store(0, ordering: .relaxed)
      counters.open.store(0, ordering: .relaxed)
    }
  }

  /// Returns an idle connection, or opens one; nil if there may be no more, or it cannot be opened now.
  private func borrow() -> Reader? {
    let (reader, mayOpen) = lock.withLock { () -> (Reader?, Bool) in
      if isClosed { return (nil, false) }
      if let reader = idle.popLast() { return (reader, false) }
      guard count < limit else { return (nil, false) }
      count += 1
      counters.open.store(count, ordering: .relaxed)
      return (nil, true)
    }
    guard mayOpen else { return reader }
    if let reader = try? open() { return reader }
    // The caller waits for the connection of the coordinator; the next one tries again.
    lock.withLock {
      count -= 1
      counters.open.store(count, ordering: .relaxed)
    }
    return nil
  }

  private func returnToPool(_ reader: Reader) {
    lock.withLock {
      guard !isClosed else { return }
      if reader.adapter.isUsable {
        idle.append(reader)
      } else {
        count -= 1
        counters.open.store(count, ordering: .relaxed)
      }
    }
  }
}
