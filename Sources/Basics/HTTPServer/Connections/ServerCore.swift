import Dispatch
import Synchronization

/// The shared state of a server's connections: the responder, the limits, and the open connections.
final class ServerCore: Sendable {
  let options: HTTPServerOptions
  let respond: HTTPServer.Responder
  let deadlines: ConnectionDeadlines

  /// The threads on which requests are answered.
  let threads = ResponderThreads()

  private struct State {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var streams: [ObjectIdentifier: EventStream] = [:]
    var isStopping = false
  }

  private let state = Mutex(State())
  private let open = DispatchGroup()

  init(options: HTTPServerOptions, respond: @escaping HTTPServer.Responder) {
    self.options = options
    self.respond = respond
    deadlines = ConnectionDeadlines(allowance: .seconds(Int64(options.requestSeconds)))
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }
  var exchangeCount: Int { state.withLock { $0.exchanges.count } }
  var streamCount: Int { state.withLock { $0.streams.count } }

  func begin(_ exchange: Exchange) {
    open.enter()
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
  }

  func end(_ exchange: Exchange) {
    exchange.end()
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
    open.leave()
  }

  /// Adds a stream.
  ///
  /// - Returns: Whether there was room for it.
  func add(_ stream: EventStream) -> Bool {
    let key = ObjectIdentifier(stream)
    let isTaken = state.withLock { state in
      guard state.streams.count < options.streamLimit, !state.isStopping else { return false }
      state.streams[key] = stream
      return true
    }
    if isTaken {
      stream.whenEnded { [weak self] in self?.state.withLock { $0.streams[key] = nil } }
    }
    return isTaken
  }

  /// Enforces deadlines; called periodically.
  func tick() {
    deadlines.enforce()
  }

  /// Checks that the client of each silent stream is still connected.
  func beat() {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.beat() }
  }

  /// Ends all streams, and waits a while for requests in progress.
  ///
  /// - Parameter grace: The time to wait. Then clients that are still waiting are answered that the server stops.
  func drain(grace: DispatchTimeInterval) {
    let streams = state.withLock { state in
      state.isStopping = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.close() }
    guard open.wait(timeout: .now() + grace) == .timedOut else { return }
    for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.giveUp() }
  }
}
