import Foundation

/// The queue on which the work of a context is done.
final class ContextQueue: @unchecked Sendable {
  let type: NSManagedObjectContextConcurrencyType

  /// The context whose work is done there.
  var context: NSManagedObjectContext? { weakContext.context }

  let weakContext = WeakContext()

  private let lock = NSLock()
  private var made: DispatchQueue?
  private var name = "NSManagedObjectContext"

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
  }

  /// The queue; a private one is made when it is first needed, and has the name of the context then.
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

  /// Gives the queue a label for people, if there is none yet.
  func setName(_ name: String?) {
    lock.withLock { self.name = "NSManagedObjectContext" + (name.map { ": " + $0 } ?? "") }
  }

  /// Whether the caller is where the work is to be done.
  var isCurrent: Bool {
    if QueueFrame.current?.isInside(self) == true { return true }
    switch type {
    case .confinementConcurrencyType: return true
    case .mainQueueConcurrencyType:
      return QueueFrame.current?.isAwaitedOnMainQueue == true || MainQueue.isCurrent
    case .privateQueueConcurrencyType: return false
    }
  }

  /// Does work there, and comes back at once.
  func async(_ work: @escaping @Sendable () -> Void) {
    guard let queue else { return work() }
    queue.async { QueueFrame(self, inside: nil).run(work) }
  }

  /// Does work there, and waits for it; also from there.
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
  /// The context whose work is being done.
  var context: NSManagedObjectContext? { (queue as? ContextQueue)?.context }
}

/// The main queue, which in a program with an asynchronous entry point need not be on the first thread.
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
