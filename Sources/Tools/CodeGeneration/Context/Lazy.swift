import Synchronization

/// A value that is computed at its first use, once for all threads.
final class Lazy<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Read without a lock, since reads are frequent.
  private let made = AtomicLazyReference<Made>()
  private let making = Mutex(())
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    if let made = made.load() { return made.value }
    return making.withLock { _ in
      if let made = made.load() { return made.value }
      return made.storeIfNil(Made(make())).value
    }
  }
}
