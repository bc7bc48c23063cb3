import HTTPServer
import Synchronization

/// The event streams of the open pages that follow one subject.
package final class PageStreams: Sendable {
  private let streams = Mutex<[ObjectIdentifier: EventStream]>([:])

  package init() {}

  package var isEmpty: Bool { streams.withLock(\.isEmpty) }

  package func add(_ stream: EventStream) {
    streams.withLock { $0[ObjectIdentifier(stream)] = stream }
  }

  package func remove(_ stream: EventStream) {
    streams.withLock { $0[ObjectIdentifier(stream)] = nil }
  }

  // Ending a stream runs the actions of its observers, which may read the list: streams are written to and ended only
  // while the lock is not held.

  /// Sends an event to all pages; closed streams are removed.
  package func send(_ event: ServerSentEvent) {
    let ended = streams.withLock { $0 }.filter { !$0.value.send(event) }
    guard !ended.isEmpty else { return }
    streams.withLock { streams in
      for key in ended.keys { streams[key] = nil }
    }
  }

  /// Ends all streams.
  package func close() {
    let all = streams.withLock { streams in
      defer { streams = [:] }
      return streams
    }
    for stream in all.values { stream.close() }
  }

  /// The response to a request for events.
  ///
  /// - Parameters:
  ///   - request: The request; a HEAD request gets no stream.
  ///   - stream: Makes the stream.
  /// - Returns: The response, which lasts as long as the page is open.
  package static func response(
    to request: HTTPRequest,
    _ stream: () async -> EventStream
  ) async -> HTTPResponse {
    guard request.method == .get else {
      return HTTPResponse(.ok, headers: ["Content-Type": "text/event-stream"])
    }
    return HTTPResponse(events: await stream())
  }
}
