import Foundation
import Synchronization

/// Notes Ctrl-C while a long piece of work is going on, which can then end in its own way.
///
/// From then on Ctrl-C does nothing else: the program is about to end, and is to say how.
final class Interruption {
  private let flag: Flag
  private let source: any DispatchSourceSignal

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  init() {
    let flag = Flag()
    self.flag = flag
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { flag.isSet.store(true, ordering: .relaxed) }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Whether Ctrl-C was pressed.
  var hasHappened: Bool { flag.isSet.load(ordering: .relaxed) }
}
