import Synchronization

/// A weak reference to an object, which the object itself cuts when it is deallocated.
///
/// A Swift weak reference would make every retain of the object slow for the rest of its life. Objects retain their
/// context constantly, and each new one its entity.
// It can be used on any thread: its only variable is protected by the lock. The object need not be `Sendable`; who gets
// it keeps to its rules.
final class WeakHandle<Object: AnyObject>: @unchecked Sendable {
  // Locked without a closure, whose result would have to be `Sendable`.
  private let mutex = Mutex(())

  // Protected by the lock, which every access holds. Outside of it the object is alive as long as the handle has its
  // address: it cuts the handle before its memory is freed.
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
