import Dispatch
import Foundation

/// Waits for Ctrl-C or SIGTERM, which then end the program in its own way.
///
/// A second one ends it at once, for those who cannot wait.
final class EndingSignal {
  private let sources: [any DispatchSourceSignal]
  private let arrival: DispatchSemaphore

  init() {
    let arrival = DispatchSemaphore(value: 0)
    self.arrival = arrival
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        arrival.signal()
      }
      return source
    }
    for source in sources { source.resume() }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  func wait() {
    arrival.wait()
  }
}
