import CSwiftABI
import Foundation

/// A reference to a context that does not keep it, and of which the context knows.
///
/// A weak reference would make every retain of the context slow, for good, and objects retain their context all
/// the time.
final class ContextTie: @unchecked Sendable {
  private let lock = NSLock()
  private var target: Unmanaged<NSManagedObjectContext>?

  /// The context, unless it is gone or just going.
  var context: NSManagedObjectContext? {
    lock.withLock {
      target.flatMap { retain_if_alive($0.toOpaque()) }
        .map { Unmanaged.fromOpaque($0).takeRetainedValue() }
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
