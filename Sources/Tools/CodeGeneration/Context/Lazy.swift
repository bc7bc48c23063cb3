import Synchronization

/// A value that is computed at its first use, once for all threads.
///
/// Not an `AtomicLazyReference`, which needs an object of its own for the value and is not specialized: each read would
/// look up metadata.
final class Lazy<Value: Sendable>: Sendable {
  // Written once, before `isMade` is; not read before.
  @exclusivity(unchecked)
  nonisolated(unsafe) private var made: Value?

  /// Read without a lock, since reads are frequent.
  private let isMade = Atomic(false)
  private let making = Mutex(())
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    if isMade.load(ordering: .acquiring), let made { return made }
    return making.withLock { _ in
      if let made { return made }
      let value = make()
      made = value
      isMade.store(true, ordering: .releasing)
      return value
    }
  }
}
