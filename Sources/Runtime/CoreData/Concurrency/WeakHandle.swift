import Synchronization

/// A weak reference to an object, which the object itself cuts when it is deallocated.
///
/// A Swift weak reference would make every retain of the object slow for the rest of its life. Objects retain their
/// context constantly, and each new one its entity.
final class WeakHandle<Object: AnyObject>: @unchecked Sendable {
  // Locked without a closure, whose result would have to be `Sendable`.
  private let mutex = Mutex(())

  // Protected by the lock.
  @exclusivity(unchecked) private var target: Unmanaged<Object>?

  /// The object; nil if it is deallocated or being deallocated.
  var object: Object? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return target?.ifAlive
  }

  func bind(to object: Object) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    target = .passUnretained(object)
  }

  /// Must be called by the object when it is deallocated.
  func cut() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    target = nil
  }
}
