import Files

/// Turns SIGINT and SIGTERM into something to read, so that the program ends between two things and
/// never within one.
struct StopSignal: Sendable {
  /// Becomes readable when one of the signals arrives.
  let descriptor: Int32

  /// Takes the signals over for the rest of the process.
  ///
  /// Threads that exist already must not take them: call it from the only one.
  init() throws(FileProblem) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileProblem(errorNumber: errno) }
    descriptor = ends[0]
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A number travels as a pointer: the thread owns nothing else.
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
    // Closing the writing end makes the other one readable.
    close(Int32(Int(bitPattern: number)))
    return nil
  }
}
