import Foundation
import Synchronization

/// A value that is created lazily, at most once, and lives as long as this object.
///
/// Reading it again costs one load: it is read at every access to an object. Only `made` changes; it is atomic and
/// set once, under the lock.
final class LazyReference<Value: AnyObject>: @unchecked Sendable {
  private let lock = NSLock()
  private let made = Atomic<UnsafeRawPointer?>(nil)

  @inline(__always) func value(_ make: () -> Value) -> Value {
    if let pointer = made.load(ordering: .acquiring) {
      return Unmanaged<Value>.fromOpaque(pointer).takeUnretainedValue()
    }
    return makeValue(make)
  }

  /// Returns the value, which this object retains.
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
