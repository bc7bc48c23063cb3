import SQLDriver
import Synchronization

/// The counters of a coordinator's work, summed over the objects that do it.
///
/// Each context and each connection counts by itself, without a lock and without a shared atomic addition; the sum is
/// computed on demand. Events that happen once in a save or a fetch are counted here.
final class MetricLedger: Sendable {
  let saves = Atomic(0)
  let failedSaves = Atomic(0)
  let conflicts = Atomic(0)
  let fetches = Atomic(0)
  let migrations = Atomic(0)
  let failedMigrations = Atomic(0)

  fileprivate struct Parts {
    var contexts: [ContextCounters] = []
    var connections: [SQLCounters] = []
    var pools: [PoolCounters] = []

    /// The counts of deallocated objects.
    var gone = CoreDataMetrics()

    /// The number of parts at which deallocated ones are searched for.
    var bound = 32
  }

  private let parts = Mutex(Parts())

  init() {
    Self.ledgers.withLock { ledgers in
      ledgers.live.append(self)
      guard ledgers.live.count >= ledgers.bound else { return }
      ledgers.fold()
      ledgers.bound = max(32, ledgers.live.count * 2)
    }
  }

  /// Counts a rare event.
  static func count(_ number: Int = 1, _ counter: borrowing Atomic<Int>) {
    counter.wrappingAdd(number, ordering: .relaxed)
  }

  // MARK: Parts

  func attach(_ counters: ContextCounters) { attach { $0.contexts.append(counters) } }
  func attach(_ counters: SQLCounters) {
    attach { parts in
      if !parts.connections.contains(where: { $0 === counters }) {
        parts.connections.append(counters)
      }
    }
  }
  func attach(_ counters: PoolCounters) { attach { $0.pools.append(counters) } }

  private func attach(_ body: (inout Parts) -> Void) {
    parts.withLock { parts in
      body(&parts)
      if parts.count >= parts.bound {
        parts.fold()
        parts.bound = max(32, parts.count * 2)
      }
    }
  }

  /// The sums.
  var value: CoreDataMetrics {
    var value = parts.withLock { parts in
      parts.fold()
      return parts.value
    }
    value.saves = saves.load(ordering: .relaxed)
    value.failedSaves = failedSaves.load(ordering: .relaxed)
    value.conflicts = conflicts.load(ordering: .relaxed)
    value.fetches = fetches.load(ordering: .relaxed)
    value.migrations = migrations.load(ordering: .relaxed)
    value.failedMigrations = failedMigrations.load(ordering: .relaxed)
    return value
  }

  // MARK: All ledgers

  /// The ledgers in use, and the sums of the others.
  ///
  /// They are kept alive until they were added to the sums, so that no sum is ever less than a previous one.
  private struct Ledgers {
    var live: [MetricLedger] = []
    var gone = CoreDataMetrics()
    var bound = 32

    mutating func fold() {
      for index in live.indices.reversed() where isKnownUniquelyReferenced(&live[index]) {
        gone = gone + live[index].value.withoutGauges
        live.swapAt(index, live.count - 1)
        live.removeLast()
      }
    }
  }

  private static let ledgers = Mutex(Ledgers())

  /// The sums of all coordinators.
  static var total: CoreDataMetrics {
    ledgers.withLock { ledgers in
      ledgers.fold()
      return ledgers.live.reduce(ledgers.gone) { $0 + $1.value }
    }
  }
}

extension MetricLedger.Parts {
  fileprivate var count: Int { contexts.count + connections.count + pools.count }

  /// Removes the parts that no longer count: nothing else refers to their counters.
  fileprivate mutating func fold() {
    gone =
      gone + Self.takeUnused(&contexts) + Self.takeUnused(&connections)
      + Self.takeUnused(&pools).withoutGauges
  }

  private static func takeUnused<Part: MetricPart>(_ parts: inout [Part]) -> CoreDataMetrics {
    var gone = CoreDataMetrics()
    for index in parts.indices.reversed() where isKnownUniquelyReferenced(&parts[index]) {
      gone = gone + parts[index].value
      parts.swapAt(index, parts.count - 1)
      parts.removeLast()
    }
    return gone
  }

  fileprivate var value: CoreDataMetrics {
    var value = gone
    for part in contexts { value = value + part.value }
    for part in connections { value = value + part.value }
    for part in pools { value = value + part.value }
    return value
  }
}

extension CoreDataMetrics {
  fileprivate var withoutGauges: Self {
    var result = self
    (result.poolSize, result.poolOpen, result.poolInUse) = (0, 0, 0)
    return result
  }
}

/// The counters of a context, a connection or a pool.
private protocol MetricPart: AnyObject {
  var value: CoreDataMetrics { get }
}

/// The counters of a context; one thread at a time writes them, on the queue of the context.
final class ContextCounters: Sendable, MetricPart {
  let hits = Atomic(0)
  let misses = Atomic(0)

  var value: CoreDataMetrics {
    var value = CoreDataMetrics()
    value.rowCacheHits = hits.load(ordering: .relaxed)
    value.rowCacheMisses = misses.load(ordering: .relaxed)
    value.faultsFired = value.rowCacheHits + value.rowCacheMisses
    return value
  }
}

/// The counters of the readers of a store, written under the lock of the pool.
final class PoolCounters: Sendable, MetricPart {
  let size = Atomic(0)
  let open = Atomic(0)
  let inUse = Atomic(0)
  let uses = Atomic(0)
  let waits = Atomic(0)

  var value: CoreDataMetrics {
    var value = CoreDataMetrics()
    value.poolSize = size.load(ordering: .relaxed)
    value.poolOpen = open.load(ordering: .relaxed)
    value.poolInUse = inUse.load(ordering: .relaxed)
    value.poolUses = uses.load(ordering: .relaxed)
    value.poolWaits = waits.load(ordering: .relaxed)
    return value
  }
}

extension SQLCounters: MetricPart {
  fileprivate var value: CoreDataMetrics {
    var value = CoreDataMetrics()
    value.statements = statements.load(ordering: .relaxed)
    value.rowsRead = rowsRead.load(ordering: .relaxed)
    value.rowsWritten = rowsWritten.load(ordering: .relaxed)
    return value
  }
}
