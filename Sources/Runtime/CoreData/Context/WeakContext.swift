import Foundation

/// A weak reference to a context, which the context itself clears when it is deallocated.
///
/// A weak reference would make every retain of the context permanently slow, and objects retain their context all
/// the time.
final class WeakContext: @unchecked Sendable {
  private let lock = NSLock()
  private var target: Unmanaged<NSManagedObjectContext>?

  /// The context, unless it is gone or just going.
  var context: NSManagedObjectContext? {
    lock.withLock {
      target?.ifAlive
    }
  }

  func bind(to context: NSManagedObjectContext) {
    lock.withLock { target = .passUnretained(context) }
  }

  /// Must be called by the context when it goes.
  func cut() {
    lock.withLock { target = nil }
  }
}
