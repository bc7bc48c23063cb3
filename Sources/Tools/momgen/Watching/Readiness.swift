import Files

/// The end of a wait.
struct Deadline: Sendable {
  private let moment: ContinuousClock.Instant?

  /// - Parameter milliseconds: The time until it, or nil for never.
  init(milliseconds: Int?) {
    moment = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
  }

  /// The remaining milliseconds, or nil for no limit.
  var remaining: Int? {
    guard let moment else { return nil }
    let left = (moment - ContinuousClock.now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
    // A fraction is rounded up, or the loop would spin.
    return moment > ContinuousClock.now ? Int(milliseconds) + 1 : 0
  }
}

/// Waits for descriptors.
enum Readiness {
  case ready
  case stop
  case quiet

  /// Waits until a descriptor is readable.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; nil to wait for the end only.
  ///   - stop: A descriptor that becomes readable when waiting should end.
  ///   - deadline: The end of the wait.
  /// - Returns: The first event.
  /// - Throws: The error of the system.
  static func wait(
    for descriptor: Int32?,
    orStop stop: Int32,
    until deadline: Deadline
  ) throws(FileProblem) -> Self {
    // A negative descriptor is ignored.
    var waited = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let timeout = deadline.remaining.map { Int32(clamping: $0) } ?? -1
      let count = poll(&waited, 2, timeout)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(errorNumber: errno)
      }
      if waited[0].revents != 0 { return .stop }
      if waited[1].revents != 0 { return .ready }
      if deadline.remaining == 0 { return .quiet }
    }
  }
}
