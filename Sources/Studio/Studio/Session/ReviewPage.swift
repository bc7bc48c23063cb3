import Files
import ManagedModel
import ModelFiles

/// The page that `momgen diff --format html` writes.
struct ReviewPage {
  /// The page, or the generator's error messages.
  enum Outcome {
    case page([UInt8])
    case problem(String)
  }

  /// The maximum number of bytes read.
  private static let limit = 16 << 20

  let generator: String

  /// The page for arguments after `diff --format html`.
  func read(_ words: [String]) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return .problem("a process cannot be started") }
    // Child processes started at the same time must not inherit them.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Errors go into a file: an unread pipe would block the process once it is full.
    let errors = Self.unnamedFile()
    defer {
      close(ends[0])
      if errors >= 0 { close(errors) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if errors >= 0 { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let all =
      [generator, "diff", "--format", "html", "--assume", "removal", "--fail-on", "never"] + words
    var arguments = all.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, generator, &actions, nil, &arguments, environ)
    close(ends[1])
    guard result == 0 else { return .problem("'\(generator)' cannot be started") }
    let output = bytes(from: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard output.isEmpty else { return .page(output) }
    lseek(errors, 0, SEEK_SET)
    return .problem(String(decoding: errors >= 0 ? bytes(from: errors) : [], as: UTF8.self))
  }

  /// The page for two models in memory.
  func read(from old: Model, to new: Model, name: String) -> Outcome {
    guard let folder = PrivateFolder.make("studio") else {
      return .problem("a folder for the review cannot be created")
    }
    let bundles = ["\(folder)/\(name), saved.xcdatamodel", "\(folder)/\(name).xcdatamodel"]
    defer {
      for bundle in bundles {
        unlink("\(bundle)/contents")
        rmdir(bundle)
      }
      rmdir(folder)
    }
    do {
      for (bundle, model) in zip(bundles, [old, new]) {
        try FileWriter().makeFolder(bundle)
        try FileWriter().write(ContentsWriter.write(model), to: "\(bundle)/contents")
      }
    } catch {
      return .problem("the model cannot be written into \(PrivateFolder.parent): \(error.reason)")
    }
    return read(["--"] + bundles)
  }

  /// The descriptor of an anonymous file; negative on failure.
  private static func unnamedFile() -> Int32 {
    var template = Array("\(PrivateFolder.parent)/studio-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return descriptor }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private func bytes(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < Self.limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
