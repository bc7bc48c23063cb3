/// An output of the process by its file descriptor: standard output, standard error, or an opened file.
package struct OutputDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let standardOutput = Self(1)
  package static let standardError = Self(2)

  /// Writes all bytes.
  ///
  /// A pipe whose reader has closed it accepts nothing more, which is not a failure: the reader needs no more. The
  /// signal `SIGPIPE` must be ignored.
  ///
  /// - Throws: The reason why not all bytes were written.
  package func write(_ bytes: [UInt8]) throws(OutputProblem) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        systemWrite(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForRoom()
      case EPIPE: return
      default: throw OutputProblem(errno)
      }
    }
  }

  /// Waits until a non-blocking output accepts more.
  private func waitForRoom() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// Ensures that standard input, output and error are open, so that no file that is opened later takes the place of
  /// one of them and receives its output.
  ///
  /// A closed descriptor cannot be written to afterwards either.
  package static func reserveStandardStreams() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The reason why an output could not be written.
package struct OutputProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as the rest of a sentence such as "cannot write to standard output: …".
  package var reason: String { String(cString: strerror(errorNumber)) }

  /// The system's error number.
  package let errorNumber: Int32

  package init(_ errorNumber: Int32) { self.errorNumber = errorNumber }

  /// The problem, in one sentence without a final full stop.
  package var description: String { "cannot write to standard output: \(reason)" }
}

/// `write(2)`, under a name that does not clash with methods.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
