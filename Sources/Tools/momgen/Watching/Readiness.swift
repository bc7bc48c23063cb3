import Files

/// A moment until which to wait.
struct Deadline: Sendable {
  private let moment: ContinuousClock.Instant?

  /// - Parameter milliseconds: How far off it is, or nil for never.
  init(milliseconds: Int?) {
    moment = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
  }

  /// The number of milliseconds that are left, or nil for ever.
  var remaining: Int? {
    guard let moment else { return nil }
    let left = (moment - ContinuousClock.now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
    // A wait of a fraction is rounded up, else it would spin.
    return moment > ContinuousClock.now ? Int(milliseconds) + 1 : 0
  }
}

/// Waits for descriptors.
enum Readiness {
  case ready
  case stop
  case quiet

  /// Waits until there is something to read.
  ///
  /// - Parameters:
  ///   - descriptor: What is waited for, if anything but the end.
  ///   - stop: What becomes readable when waiting is to end.
  ///   - deadline: How long to wait.
  /// - Returns: What came first.
  /// - Throws: What the system says against waiting.
  static func wait(
    for descriptor: Int32?,
    orStop stop: Int32,
    until deadline: Deadline
  ) throws(FileProblem) -> Self {
    // A negative descriptor is passed over.
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
