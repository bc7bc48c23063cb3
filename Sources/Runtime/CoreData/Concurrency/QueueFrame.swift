import Foundation

/// A context's queue on which the current thread does work, perhaps nested in others.
///
/// Work that waits for a queue belongs to the queues of all its callers, whatever thread it runs on: each of them is
/// blocked meanwhile. So a context can be used from inside another one's work that was called from its own, without a
/// deadlock.
final class QueueFrame {
  unowned let queue: AnyObject
  private let outer: QueueFrame?

  /// Whether the main queue is blocked as well: work on another queue that is waited for there may run on the same
  /// thread, so that the thread does not identify it.
  let isAwaitedOnMainQueue: Bool

  /// Whether the work is that of a log handler, or is waited for by one.
  private let isLogHandler: Bool

  init(
    _ queue: AnyObject,
    inside outer: QueueFrame?,
    isAwaitedOnMainQueue: Bool = false,
    isLogHandler: Bool = false
  ) {
    self.queue = queue
    self.outer = outer
    self.isLogHandler = isLogHandler || outer?.isLogHandler == true
    self.isAwaitedOnMainQueue = isAwaitedOnMainQueue || outer?.isAwaitedOnMainQueue == true
  }

  /// The innermost frame of the current thread.
  static var current: QueueFrame? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Whether the current thread does work for a log handler, on whatever queues it waits for.
  static var isInsideLogHandler: Bool { current?.isLogHandler == true }

  /// Runs a log handler.
  static func runAsLogHandler(_ work: () -> Void) {
    QueueFrame(logQueue, inside: nil, isLogHandler: true).run(work)
  }

  /// A queue without a context, for frames that only mark the work of handlers.
  private static let logQueue = LogQueue()

  private final class LogQueue: Sendable {}

  /// Whether the frame belongs to a queue, or is nested in one that does.
  func isInside(_ wanted: AnyObject) -> Bool {
    var next: QueueFrame? = self
    while let frame = next {
      if frame.queue === wanted { return true }
      next = frame.outer
    }
    return false
  }

  /// Runs work inside the frame.
  func run<T>(_ work: () throws -> T) rethrows -> T {
    let previous = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer {
      withExtendedLifetime(self) { _ = pthread_setspecific(Self.key, previous) }
    }
    return try work()
  }
}
