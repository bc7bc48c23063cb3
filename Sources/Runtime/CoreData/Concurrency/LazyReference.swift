import Foundation
import Synchronization

/// A value that is made lazily, at most once, and lives as long as this does.
///
/// Asking for it again costs one load: it is asked for whenever an object is touched. All that changes is `made`, which
/// is atomic and set once, under the lock.
final class LazyReference<Value: AnyObject>: @unchecked Sendable {
  private let lock = NSLock()
  private let made = Atomic<UnsafeRawPointer?>(nil)

  @inline(__always) func value(_ make: () -> Value) -> Value {
    if let pointer = made.load(ordering: .acquiring) {
      return Unmanaged<Value>.fromOpaque(pointer).takeUnretainedValue()
    }
    return makeValue(make)
  }

  /// The value, which this retains.
  @inline(__always) func unretainedValue(_ make: () -> Value) -> Unmanaged<Value> {
    if let pointer = made.load(ordering: .acquiring) { return .fromOpaque(pointer) }
    return .passUnretained(makeValue(make))
  }

  @inline(never) private func makeValue(_ make: () -> Value) -> Value {
    lock.withLock {
      if let pointer = made.load(ordering: .relaxed) {
        return Unmanaged<Value>.fromOpaque(pointer).takeUnretainedValue()
      }
      let value = make()
      made.store(UnsafeRawPointer(Unmanaged.passRetained(value).toOpaque()), ordering: .releasing)
      return value
    }
  }

  deinit {
    if let pointer = made.load(ordering: .relaxed) {
      Unmanaged<Value>.fromOpaque(pointer).release()
    }
  }
}
