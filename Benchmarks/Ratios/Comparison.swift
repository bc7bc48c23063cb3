import Foundation

/// A program with its arguments.
package struct Command {
  package var words: [String]

  /// Prepares each run, without being measured.
  package var prepare: @MainActor () throws -> Void

  package init(_ words: String..., prepare: @escaping @MainActor () throws -> Void = {}) {
    self.words = words
    self.prepare = prepare
  }
}

/// Runs two commands in turn and compares their times.
@MainActor
package struct Comparison {
  package var rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  /// The median times in milliseconds, and the median of the ratios of each round.
  package struct Medians {
    package var subject: Double
    package var reference: Double
    package var ratio: Double
  }

  /// Returns the times of two commands.
  ///
  /// - Parameters:
  ///   - subject: The command that is measured.
  ///   - reference: The one that it is compared with.
  ///   - overhead: A command whose time is subtracted from that of the subject in each round.
  ///   - isOfBoth: Whether it is subtracted from the time of the reference too.
  /// - Returns: The medians of the rounds.
  /// - Throws: The error of a command that fails.
  package func ratio(
    of subject: Command,
    to reference: Command,
    less overhead: Command?,
    isOfBoth: Bool = false
  ) throws -> Medians {
    _ = try time(subject)
    _ = try time(reference)
    var pairs: [(subject: Double, reference: Double)] = []
    for _ in 0..<rounds {
      // A single start of a short program is below the resolution of the clock, so several count as one.
      let least = try overhead.map(time) ?? 0
      pairs.append((try time(subject) - least, try time(reference) - (isOfBoth ? least : 0)))
    }
    return Medians(
      subject: pairs.map(\.subject).median,
      reference: pairs.map(\.reference).median,
      ratio: pairs.map { $0.subject / $0.reference }.median
    )
  }

  /// The fastest of a few runs, in milliseconds: slower ones are disturbed by other processes.
  private func time(_ command: Command) throws -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      try command.prepare()
      let start = ContinuousClock.now
      let status = try run(command.words)
      let elapsed = ContinuousClock.now - start
      guard status == 0 else { throw MeasuredProcess.Failure(words: command.words) }
      best = min(best, elapsed / .milliseconds(1))
      if best > 50 { break }
    }
    return best
  }

  /// Runs a command without output and waits for it.
  ///
  /// Foundation's `Process` notices the end of a process up to 50 ms late, which is longer than the
  /// measured times.
  private func run(_ words: [String]) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let failure = posix_spawn(&process, words[0], &actions, nil, arguments, environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
