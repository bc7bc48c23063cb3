import Files

/// The three pipes between this process and a child process.
final class ProcessStreams {
  private(set) var input: ProcessPipe
  private(set) var output: ProcessPipe
  private(set) var errors: ProcessPipe

  /// The output of the child process.
  struct Result {
    var output: [UInt8] = []
    var errors: [UInt8] = []

    /// Whether the output exceeded the limit.
    var isCut = false
  }

  init() throws(GitError) {
    input = try ProcessPipe()
    output = try ProcessPipe()
    errors = try ProcessPipe()
  }

  /// Closes the child's ends, so that the end of its output is detected.
  func closeChildEnds() {
    input.closeRead()
    output.closeWrite()
    errors.closeWrite()
  }

  func closeAll() {
    for pipe in [input, output, errors] {
      pipe.closeRead()
      pipe.closeWrite()
    }
  }

  /// Writes and reads concurrently, so that neither process blocks forever.
  func exchange(_ bytes: [UInt8], limit: Int) -> Result {
    var result = Result()
    var rest = bytes[...]
    if rest.isEmpty { input.closeWrite() }
    for descriptor in [input.write, output.read, errors.read] where descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    while output.read >= 0 || errors.read >= 0 {
      var waiting = [
        pollfd(fd: output.read, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.read, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.write, events: Int16(POLLOUT), revents: 0),
      ]
      if poll(&waiting, nfds_t(waiting.count), -1) < 0 {
        guard errno == EINTR else { return result }
        continue
      }
      if waiting[0].revents != 0, !Self.take(from: output.read, into: &result.output) {
        output.closeRead()
      }
      if waiting[1].revents != 0, !Self.take(from: errors.read, into: &result.errors) {
        errors.closeRead()
      }
      if waiting[2].revents != 0, !Self.give(&rest, to: input.write) { input.closeWrite() }
      guard result.output.count + result.errors.count <= limit else {
        result.isCut = true
        return result
      }
    }
    return result
  }

  /// Reads available bytes; returns false at the end.
  private static func take(from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      let result = read(descriptor, buffer.baseAddress, buffer.count)
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    bytes += chunk
    return !chunk.isEmpty || failure == EAGAIN || failure == EINTR
  }

  /// Writes as much as possible; returns false at the end, or without a reader.
  private static func give(_ bytes: inout ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
    bytes = bytes.dropFirst(count)
    return !bytes.isEmpty
  }
}

/// A pipe whose ends are not inherited by child processes.
final class ProcessPipe {
  private(set) var read: Int32
  private(set) var write: Int32

  init() throws(GitError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw GitError("cannot run git: \(String(cString: strerror(errno)))")
    }
    read = ends[0]
    write = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func closeRead() {
    if read >= 0 { close(read) }
    read = -1
  }

  func closeWrite() {
    if write >= 0 { close(write) }
    write = -1
  }

  deinit {
    closeRead()
    closeWrite()
  }
}
