import Diagnostics
import Files

/// Runs the program `git`, without a shell.
struct GitProcess {
  /// The folder in which git runs.
  let folder: String

  /// The maximum number of bytes of output; git is stopped beyond it.
  private static let outputLimit = 256 << 20

  /// Runs git with arguments, and returns its output.
  func run(_ words: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
    let streams = try ProcessStreams()
    let process: pid_t
    do {
      process = try spawn(["git", "-C", folder] + words, streams)
    } catch {
      streams.closeAll()
      throw error
    }
    streams.closeChildEnds()
    let result = streams.exchange(input, limit: Self.outputLimit)
    streams.closeAll()
    // A process with too much output is killed.
    if result.isCut { kill(process, SIGTERM) }
    let status = Self.wait(for: process)
    guard !result.isCut else { throw GitError("the output of git is too large") }
    guard status == 0 else {
      throw GitError(exitCode: status, complaint: String(decoding: result.errors, as: UTF8.self))
    }
    return result.output
  }

  /// The first line of git's output.
  func line(_ words: [String]) throws(GitError) -> String {
    let output = String(decoding: try run(words), as: UTF8.self)
    return String(output.prefix { $0 != "\n" && $0 != "\r\n" })
  }

  private func spawn(_ words: [String], _ streams: ProcessStreams) throws(GitError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, streams.input.read, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, streams.output.write, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, streams.errors.write, STDERR_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, "git", &actions, nil, &arguments, environ)
    guard failure == 0 else {
      throw GitError("cannot run git: \(String(cString: strerror(failure)))")
    }
    return process
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    // The macros of <sys/wait.h>: the low seven bits are the signal, the next eight the code.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}

/// The reason why git failed.
struct GitError: Error {
  /// The reason, continuing a sentence.
  let reason: String

  /// A remedy, if one is known.
  let hint: String?

  /// The exit code of git, if it ran.
  let exitCode: Int32?

  init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
    exitCode = nil
  }

  init(exitCode: Int32, complaint: String) {
    self.exitCode = exitCode
    hint =
      complaint.contains("not a git repository")
      ? "revisions are those of the repository of the model; 'momgen diff OLD NEW' compares two models"
      : nil
    let lines = complaint.split(whereSeparator: \.isNewline)
    let first = lines.first.map(String.init) ?? "git ended with code \(exitCode)"
    reason = first.hasPrefix("fatal: ") ? String(first.dropFirst("fatal: ".count)) : first
  }

  /// The error as a diagnostic about a file or folder.
  func diagnostic(at path: String) -> Diagnostic {
    Diagnostic(
      .error,
      rule: RunRule.git.rawValue,
      reason,
      at: Place(path: path),
      hint: hint
    )
  }
}
