// A small HTTP server: requests and answers as values, and streams of events.
//
// The C library libmicrohttpd does the work on the wire, on a thread of its own; no pointer of it leaves this
// module. A request is handed to the responder, an asynchronous function, when it is there as a whole, and the
// connection is suspended until there is an answer; so many requests can be answered at a time, and slow ones do not
// block others. The function runs on threads of the server, unless it asks for others. Requests that are malformed, too
// large or too slow never reach the responder.
//
// Reading order: `Values/`, `Events/EventStream.swift`, `Connections/Exchange.swift`.

import Dispatch
import Synchronization

/// A server that listens from when it is made until it is stopped.
package final class HTTPServer: Sendable {
  /// Answers requests.
  package typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  private let core: ServerCore
  private let daemon: Daemon
  private let timers: Timers
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// The port on which the server listens.
  package let port: UInt16

  // Timers may be cancelled from any thread; their type is only not marked so.
  private struct Timers: @unchecked Sendable {
    let all: [any DispatchSourceTimer]
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - options: Where, and with which limits.
  ///   - respond: What answers requests. Of `HEAD` requests only the headers of the answer are sent.
  /// - Throws: Why it is not possible: the port is taken, for instance.
  package init(
    _ options: HTTPServerOptions = HTTPServerOptions(),
    respond: @escaping Responder
  ) throws(HTTPServerError) {
    let core = ServerCore(options: options, respond: respond)
    self.core = core
    daemon = try Daemon(core)
    port = daemon.port
    timers = Timers(all: [
      Self.timer(every: 500) { core.tick() },
      Self.timer(every: options.beatMilliseconds) { core.beat() },
    ])
  }

  private static func timer(
    every milliseconds: Int,
    _ action: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "http.timer"))
    let interval = DispatchTimeInterval.milliseconds(milliseconds)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { action() }
    timer.resume()
    return timer
  }

  deinit {
    guard ending.withLock({ $0 == nil }) else { return }
    Self.end(core, daemon, timers, grace: .milliseconds(0))
  }

  /// The number of requests that are being received or answered, and how many streams are open.
  package var load: (requests: Int, streams: Int, connections: Int) {
    (core.exchangeCount, core.streamCount, core.deadlines.count)
  }

  /// Whether the server has begun to stop: every answer from now on closes its connection.
  package var isStopping: Bool { core.isStopping }

  /// Stops: takes no more connections, ends the streams, lets requests that have begun be answered, and closes.
  ///
  /// All who call it come back when the server has stopped.
  ///
  /// - Parameter grace: How long requests may take. A client that is not answered by then gets the
  ///   answer that the server stops.
  package func stop(graceMilliseconds grace: Int = 5000) async {
    let task = ending.withLock { ending -> Task<Void, Never> in
      if let ending { return ending }
      let task = Task(executorPreference: core.threads) { [core, daemon, timers] in
        await withCheckedContinuation { continuation in
          // The end is waited for, which tasks must not do.
          DispatchQueue(label: "http.end").async {
            Self.end(core, daemon, timers, grace: .milliseconds(grace))
            continuation.resume()
          }
        }
      }
      ending = task
      return task
    }
    await task.value
  }

  private static func end(
    _ core: ServerCore,
    _ daemon: Daemon,
    _ timers: Timers,
    grace: DispatchTimeInterval
  ) {
    for timer in timers.all { timer.cancel() }
    let listener = daemon.quiesce()
    core.drain(grace: grace)
    daemon.stop(listener: listener)
  }
}
