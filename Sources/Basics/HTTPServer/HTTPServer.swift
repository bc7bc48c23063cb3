// A small HTTP server: requests and answers as values, and streams of events.
//
// The C library libmicrohttpd implements the protocol, on a thread of its own; none of its pointers leave this
// module. A complete request is passed to the responder, an asynchronous function, and the connection is suspended
// until there is an answer; so many requests can be answered concurrently, and slow ones do not block others. The
// function runs on threads of the server, unless it chooses others. Requests that are malformed, too large or too
// slow never reach the responder.
//
// Reading order: `Values/`, `Events/EventStream.swift`, `Connections/Exchange.swift`.

import Dispatch
import Synchronization

/// A server that listens from its creation until it is stopped.
package final class HTTPServer: Sendable {
  /// A function that answers requests.
  package typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse

  private let core: ServerCore
  private let daemon: Daemon
  private let timers: Timers
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// The port on which the server listens.
  package let port: UInt16

  // Timers may be canceled on any thread, but their type is not marked `Sendable`.
  private struct Timers: @unchecked Sendable {
    let all: [any DispatchSourceTimer]
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - options: The address and the limits.
  ///   - respond: The responder. For `HEAD` requests only the headers of the answer are sent.
  /// - Throws: The reason why it cannot listen, for example that the port is in use.
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

  /// The number of requests that are being received or answered, and the number of open streams.
  package var load: (requests: Int, streams: Int, connections: Int) {
    (core.exchangeCount, core.streamCount, core.deadlines.count)
  }

  /// Whether the server has begun to stop: every answer from now on closes its connection.
  package var isStopping: Bool { core.isStopping }

  /// Stops the server: accepts no more connections, ends the streams, waits for requests in progress, and closes.
  ///
  /// All calls return when the server has stopped.
  ///
  /// - Parameter grace: The time to wait for requests. Then clients that are still waiting are answered that the
  ///   server stops.
  package func stop(graceMilliseconds grace: Int = 5000) async {
    let task = ending.withLock { ending -> Task<Void, Never> in
      if let ending { return ending }
      let task = Task(executorPreference: core.threads) { [core, daemon, timers] in
        await withCheckedContinuation { continuation in
          // The end is waited for, which must not block a task's thread.
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
