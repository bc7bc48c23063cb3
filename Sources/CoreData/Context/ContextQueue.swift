import Foundation

/// Where the work of a context is done.
final class ContextQueue: @unchecked Sendable {
  let type: NSManagedObjectContextConcurrencyType
  private let queue: DispatchQueue?
  private let key = DispatchSpecificKey<Bool>()

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
    switch type {
    case .confinementConcurrencyType: queue = nil
    case .mainQueueConcurrencyType: queue = .main
    case .privateQueueConcurrencyType:
      let made = DispatchQueue(label: "NSManagedObjectContext")
      made.setSpecific(key: key, value: true)
      queue = made
    }
  }

  /// Whether the caller is where the work is to be done.
  var isCurrent: Bool {
    switch type {
    case .confinementConcurrencyType: true
    case .mainQueueConcurrencyType: Thread.isMainThread
    case .privateQueueConcurrencyType: DispatchQueue.getSpecific(key: key) == true
    }
  }

  /// Does work there, and comes back at once.
  func async(_ work: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: work) } else { work() }
  }

  /// Does work there, and waits for it; also from there.
  func sync<T>(_ work: () throws -> T) rethrows -> T {
    guard let queue, !isCurrent else { return try work() }
    return try queue.sync(execute: work)
  }
}
