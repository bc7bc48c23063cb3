import Dispatch
import Files
import Synchronization

/// Catches the signals that ask a program to end, so that it can end in its own way.
package final class EndSignal {
  /// The effect of a second signal.
  package enum Second {
    /// It ends the program at once, for impatient users.
    case ends
    /// It is ignored: the program is about to end, and reports how.
    case isIgnored
  }

  private let arrival: Arrival
  private let sources: [any DispatchSourceSignal]

  private final class Arrival: Sendable {
    let hasHappened = Atomic(false)
    let semaphore = DispatchSemaphore(value: 0)
  }

  /// Installs handlers for the signals.
  ///
  /// - Parameters:
  ///   - numbers: The signals: Ctrl-C is SIGINT.
  ///   - second: The effect of a second signal.
  package init(_ numbers: [Int32], second: Second) {
    let arrival = Arrival()
    self.arrival = arrival
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if second == .ends { signal(number, SIG_DFL) }
        arrival.hasHappened.store(true, ordering: .relaxed)
        arrival.semaphore.signal()
      }
      return source
    }
    for source in sources { source.resume() }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Whether a signal has arrived.
  package var hasHappened: Bool { arrival.hasHappened.load(ordering: .relaxed) }

  /// Waits for a signal.
  package func wait() { arrival.semaphore.wait() }
}
