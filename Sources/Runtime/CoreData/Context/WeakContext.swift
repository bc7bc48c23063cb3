import Foundation

/// A weak reference to a context, which the context itself clears when it is deallocated.
///
/// A Swift weak reference would make every retain of the context permanently slow, and objects retain their context
/// constantly.
final class WeakContext: @unchecked Sendable {
  private let lock = NSLock()
  private var target: Unmanaged<NSManagedObjectContext>?

  /// The context; nil if it is deallocated or being deallocated.
  var context: NSManagedObjectContext? {
    lock.withLock {
      target?.ifAlive
    }
  }

  func bind(to context: NSManagedObjectContext) {
    lock.withLock { target = .passUnretained(context) }
  }

  /// Must be called by the context when it is deallocated.
  func cut() {
    lock.withLock { target = nil }
  }
}
