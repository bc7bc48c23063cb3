import Files

/// The page that `momgen diff --format html` writes.
struct ReviewPage {
  /// How many bytes are read.
  private static let limit = 16 << 20

  /// Runs the generator.
  ///
  /// - Parameters:
  ///   - generator: The path of the program.
  ///   - words: Its words after `diff --format html`.
  /// - Returns: What it printed; nil if it could not be started, or printed nothing.
  static func read(from generator: String, _ words: [String]) -> [UInt8]? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // Processes that are started at the same time must not keep them open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let all =
      [generator, "diff", "--format", "html", "--assume", "removal", "--fail-on", "never"] + words
    var arguments = all.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, generator, &actions, nil, &arguments, environ)
    close(ends[1])
    guard result == 0 else { return nil }
    let output = bytes(from: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return output.isEmpty ? nil : output
  }

  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
