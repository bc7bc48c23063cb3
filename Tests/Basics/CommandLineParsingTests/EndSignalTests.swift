import CommandLineParsing
import Foundation
import Testing

/// Signals that ask a program to end, each in a process of its own.
///
/// The threads of tests block signals, as those of Dispatch do.
@Suite struct EndSignalTests {
  @Test("A signal is noticed, and a second one is ignored on request")
  func isIgnored() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signal = try EndSignal([SIGUSR1, SIGUSR2], second: .isIgnored)
      guard !signal.hasHappened else { exit(1) }
      raise(SIGUSR1)
      guard signal.hasHappened else { exit(2) }
      signal.wait()
      raise(SIGUSR1)
      raise(SIGUSR2)
      exit(signal.hasHappened ? 7 : 3)
    }
  }

  @Test("A second signal ends the program on request")
  func ends() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      let signal = try EndSignal([SIGUSR1], second: .ends)
      raise(SIGUSR1)
      guard signal.hasHappened else { exit(2) }
      raise(SIGUSR1)
    }
  }

  @Test("A signal wakes a program that waits")
  func wakes() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signal = try EndSignal([SIGALRM], second: .ends)
      ualarm(1, 0)
      signal.wait()
      exit(7)
    }
  }
}
