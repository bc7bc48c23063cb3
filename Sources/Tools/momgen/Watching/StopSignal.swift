import Files

/// Turns SIGINT and SIGTERM into a readable descriptor, so that the program ends between two operations and
/// never within one.
struct StopSignal: Sendable {
  /// The descriptor, which becomes readable when one of the signals arrives.
  let descriptor: Int32

  /// Handles the signals for the rest of the process.
  ///
  /// Other threads must not receive them: call it while the process is single-threaded.
  init() throws(FileProblem) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileProblem(errorNumber: errno) }
    descriptor = ends[0]
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // The number is passed as a pointer: the thread owns nothing else.
    let number = UnsafeMutableRawPointer(bitPattern: Int(ends[1]))
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { Self.waitForSignal($0) }, number)
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { Self.waitForSignal($0) }, number)
    #endif
    guard result == 0 else { throw FileProblem(errorNumber: result) }
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  private static func waitForSignal(_ number: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  {
    var signals = signals
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    // Closing the write end makes the other one readable.
    close(Int32(Int(bitPattern: number)))
    return nil
  }
}
