import Files
import Synchronization

/// The signals that ask a program to end, caught so that it can end in its own way.
///
/// The handlers write to a pipe, so that a program can wait for a signal and for other descriptors together. They need
/// no thread, and stay installed for the rest of the process.
package struct EndSignal: Sendable {
  /// The effect of a second signal.
  package enum Second: Sendable {
    /// It ends the program at once, for impatient users.
    case ends
    /// It is ignored: the program is about to end, and reports how.
    case isIgnored
  }

  /// The end of the pipe that the handlers write to; negative before there is one.
  private static let input = Atomic<Int32>(-1)

  /// The other end, which becomes readable when a signal has arrived; it is never read.
  private static let output: Result<Int32, FileProblem> = {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return .failure(FileProblem(errorNumber: errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must not block, even if signals fill the pipe.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    input.store(ends[1], ordering: .relaxed)
    return .success(ends[0])
  }()

  /// A descriptor that becomes readable when one of the signals arrives.
  package let descriptor: Int32

  /// Installs handlers for the signals.
  ///
  /// - Parameters:
  ///   - numbers: The signals: Ctrl-C is SIGINT.
  ///   - second: The effect of a second signal.
  /// - Throws: The system's error if there are no descriptors left.
  package init(_ numbers: [Int32], second: Second) throws(FileProblem) {
    descriptor = try Self.output.get()
    for number in numbers {
      switch second {
      case .ends:
        _ = signal(number) { number in
          _ = signal(number, SIG_DFL)
          EndSignal.note()
        }
      case .isIgnored: _ = signal(number) { _ in EndSignal.note() }
      }
    }
    Self.unblock(numbers)
  }

  /// Lets the current thread receive the signals: a process inherits blocked signals, as from a thread of Dispatch.
  private static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Makes the descriptor readable; only what a signal handler may do.
  private static func note() {
    let number = errno
    var byte: UInt8 = 0
    _ = write(input.load(ordering: .relaxed), &byte, 1)
    errno = number
  }

  /// Whether a signal has arrived.
  package var hasHappened: Bool { isReadable(within: 0) }

  /// Waits for a signal.
  package func wait() {
    while !isReadable(within: -1) {}
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waited, 1, milliseconds) > 0
  }
}
