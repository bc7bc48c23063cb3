import Foundation

/// The queue of a context.
final class ContextQueue: @unchecked Sendable {
  let type: NSManagedObjectContextConcurrencyType

  /// The context; nil if it is deallocated.
  var context: NSManagedObjectContext? { weakContext.object }

  let weakContext = WeakHandle<NSManagedObjectContext>()

  private let lock = NSLock()
  private var made: DispatchQueue?
  private var name = "NSManagedObjectContext"

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
  }

  /// The queue; a private one is created lazily, with the name that the context has then.
  private var queue: DispatchQueue? {
    switch type {
    case .confinementConcurrencyType: nil
    case .mainQueueConcurrencyType: .main
    case .privateQueueConcurrencyType: lock.withLock { makeQueue() }
    }
  }

  private func makeQueue() -> DispatchQueue {
    if let made { return made }
    let queue = DispatchQueue(label: name)
    made = queue
    return queue
  }

  /// Sets the queue's label, unless there is one already.
  func setName(_ name: String?) {
    lock.withLock { self.name = "NSManagedObjectContext" + (name.map { ": " + $0 } ?? "") }
  }

  /// Whether the caller is on the queue.
  var isCurrent: Bool {
    if QueueFrame.current?.isInside(self) == true { return true }
    switch type {
    case .confinementConcurrencyType: return true
    case .mainQueueConcurrencyType:
      return QueueFrame.current?.isAwaitedOnMainQueue == true || MainQueue.isCurrent
    case .privateQueueConcurrencyType: return false
    }
  }

  /// Schedules work on the queue, and returns at once.
  func async(_ work: @escaping @Sendable () -> Void) {
    guard let queue else { return work() }
    queue.async { QueueFrame(self, inside: nil).run(work) }
  }

  /// Runs work on the queue, and waits for it; may be called on the queue too.
  func sync<T>(_ work: () throws -> T) rethrows -> T {
    let caller = QueueFrame.current
    let frame = QueueFrame(
      self,
      inside: caller,
      isAwaitedOnMainQueue: MainQueue.isCurrent
    )
    guard !isCurrent, let queue else { return try frame.run(work) }
    return try queue.sync { try frame.run(work) }
  }
}

extension QueueFrame {
  /// The context whose work is running.
  var context: NSManagedObjectContext? { (queue as? ContextQueue)?.context }
}

/// The main queue, which in a program with an asynchronous entry point may run on another thread than the first.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
  }
}
