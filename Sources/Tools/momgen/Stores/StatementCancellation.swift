import Files
import SQLDriver

/// Stops the statement of a connection after a signal.
struct StatementCancellation: Sendable {
  /// Thrown after a request to stop.
  struct Requested: Error {}

  /// A descriptor that becomes readable when a stop is requested.
  let stop: Int32

  /// Throws if a stop was requested.
  func check() throws {
    var waited = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    if poll(&waited, 1, 0) > 0 { throw Requested() }
  }

  /// Runs the body; meanwhile a signal interrupts the connection's statements.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: ``Requested`` after a request to stop, or the error of the body.
  func interrupting<Result>(
    _ connection: some SQLConnection,
    _ body: () throws -> Result
  ) throws -> Result {
    let watch = try Watch(stop: stop, connection.interrupter)
    defer { watch.end() }
    do {
      return try body()
    } catch let error as SQLError where error.kind == .interrupted {
      throw Requested()
    }
  }
}

/// A thread that waits for a request to stop.
private final class Watch: Sendable {
  private let stop: Int32
  private let interrupter: any SQLInterrupter

  /// The ends of a pipe; closing the second one ends the thread.
  private let done: (reading: Int32, writing: Int32)

  /// The interval in milliseconds at which an interrupt is repeated: between two statements it has no effect.
  private static let interval = 50

  init(stop: Int32, _ interrupter: any SQLInterrupter) throws(FileProblem) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileProblem(errorNumber: errno) }
    self.stop = stop
    self.interrupter = interrupter
    done = (ends[0], ends[1])
    let own = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, nil, { Watch.run($0) }, own)
    guard result == 0 else {
      Unmanaged<Watch>.fromOpaque(own).release()
      close(done.writing)
      throw FileProblem(errorNumber: result)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  deinit { close(done.reading) }

  func end() { close(done.writing) }

  private static func run(_ own: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let own else { return nil }
    let watch = Unmanaged<Watch>.fromOpaque(own).takeRetainedValue()
    watch.wait()
    return nil
  }

  private func wait() {
    let asked = try? Readiness.wait(
      for: done.reading,
      orStop: stop,
      until: Deadline(milliseconds: nil)
    )
    guard case .stop? = asked else { return }
    while true {
      interrupter.interrupt()
      var waited = pollfd(fd: done.reading, events: Int16(POLLIN), revents: 0)
      if poll(&waited, 1, Int32(Self.interval)) > 0 { return }
    }
  }
}
