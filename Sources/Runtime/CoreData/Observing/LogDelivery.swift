import Foundation
import Synchronization

/// Calls handlers on a queue, so that none is called while a lock of the module is held.
final class LogDelivery: Sendable {
  static let shared = LogDelivery()

  /// The greatest number of queued messages; more are dropped, and counted.
  private static let limit = 10_000

  private struct State {
    var waiting: [(message: CoreDataLog.Message, handler: CoreDataLog.Handler)] = []
    var dropped = 0
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "CoreDataLog")

  /// Whether the current work is done by a handler.
  static var isDelivering: Bool { QueueFrame.isInsideLogHandler }

  /// Queues a message for the handler.
  func add(_ message: CoreDataLog.Message, to handler: @escaping CoreDataLog.Handler) {
    let mustStart = state.withLock { state in
      guard state.waiting.count < Self.limit else {
        state.dropped += 1
        return false
      }
      state.waiting.append((message, handler))
      if state.isRunning { return false }
      state.isRunning = true
      return true
    }
    if mustStart { queue.async { self.deliver() } }
  }

  private func deliver() {
    while true {
      let (batch, dropped) = state.withLock { state in
        let batch = state.waiting
        let dropped = state.dropped
        state.waiting = []
        state.dropped = 0
        if batch.isEmpty { state.isRunning = false }
        return (batch, dropped)
      }
      guard let last = batch.last else { return }
      QueueFrame.runAsLogHandler {
        for entry in batch { entry.handler(entry.message) }
        if dropped > 0 { last.handler(Self.notice(of: dropped)) }
      }
    }
  }

  private static func notice(of dropped: Int) -> CoreDataLog.Message {
    CoreDataLog.Message(
      .warning,
      .store,
      "\(dropped) messages were dropped, because the handler of messages is too slow",
      ["dropped": .integer(dropped)]
    )
  }

  /// Waits until all queued messages were delivered; returns whether they were, within the time.
  func flush(within seconds: Double) -> Bool {
    if Self.isDelivering { return false }
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    return done.wait(timeout: .now() + seconds) == .success
  }

  /// Ensures, once, that messages are delivered before the program ends.
  static func deliverAtExit() { _ = registration }

  private static let registration: Int32 = atexit { _ = LogDelivery.shared.flush(within: 1) }
}
