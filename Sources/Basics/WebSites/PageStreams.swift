import HTTPServer
import Synchronization

/// The streams of events by which open pages follow the same thing.
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

  // A stream that ends runs the actions of its observers, which may ask for the streams: none is
  // sent to or ended while the list is locked.

  /// Sends an event to all pages; what is gone is forgotten.
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

  /// The answer to a page that asks for events.
  ///
  /// - Parameters:
  ///   - request: The request; one that asks for the head alone gets no stream.
  ///   - stream: Makes the stream.
  /// - Returns: The answer, which goes on as long as the page is open.
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
