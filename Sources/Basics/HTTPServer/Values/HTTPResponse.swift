/// The response to a request.
package struct HTTPResponse: Sendable {
  /// The contents after the headers.
  package enum Body: Sendable {
    /// Complete bytes.
    case bytes([UInt8])

    /// Events, sent when they happen, until either side ends the stream.
    case events(EventStream)
  }

  package var status: HTTPStatus
  package var headers: HTTPHeaders
  package var body: Body

  package init(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// Creates a response that does not end by itself: events as they happen.
  package init(events: EventStream, headers: HTTPHeaders = [:]) {
    status = .ok
    self.headers = headers
    self.headers["Content-Type"] = "text/event-stream"
    self.headers["Cache-Control"] = "no-store"
    body = .events(events)
  }

  /// Creates a response with a sentence that people normally do not see, because browsers do not make such requests.
  package static func plain(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status,
      headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: Array("\(text)\n".utf8)
    )
  }
}
