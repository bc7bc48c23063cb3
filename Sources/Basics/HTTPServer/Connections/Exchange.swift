import CMicroHTTPD
import Synchronization

/// One request and its answer, from the first line until the last byte.
///
/// The library's thread calls ``proceed(method:upload:)`` repeatedly: after the headers, for each part of the body,
/// after the body, and when there is an answer. Everything except `answer` belongs to that thread.
final class Exchange: @unchecked Sendable {
  private enum Phase {
    case headers
    case body
    case answering
    case sending
  }

  /// The state that the responder's task and the library's thread share.
  private enum Answer {
    case unasked
    case expected(Task<Void, Never>?)
    case ready(HTTPResponse)
    case over
  }

  let connection: ConnectionHandle
  private let server: ServerCore
  private let target: String
  private var phase = Phase.headers
  private var method = HTTPMethod.get
  private var headers = HTTPHeaders()
  private var body: RequestBody
  private var events: EventStream?
  private let answer = Mutex(Answer.unasked)

  init(_ connection: ConnectionHandle, target: String, server: ServerCore) {
    self.connection = connection
    self.target = target
    self.server = server
    body = RequestBody(limit: server.options.bodyLimit)
  }

  /// Executes the next step.
  ///
  /// - Parameters:
  ///   - method: The request's method.
  ///   - upload: A part of the body; nil if there is none, or it has ended.
  /// - Returns: Whether the connection may continue.
  func proceed(method: String, upload: UnsafeRawBufferPointer?) -> Bool {
    switch phase {
    case .headers:
      self.method = HTTPMethod(rawValue: method)
      headers = HTTPHeaders(of: connection)
      if let (status, text) = framingProblem { return refuse(status, text) }
      guard body.announce(headers) else { return refuseSize() }
      phase = .body
      return true
    case .body:
      if let upload { return body.append(upload) }
      server.deadlines.noteRequest(connection)
      return respond()
    case .answering:
      guard case .ready(let response) = answer.withLock({ $0 }) else { return true }
      return send(response)
    case .sending:
      return true
    }
  }

  /// Ends the exchange: everything was sent, or the connection is closed.
  func end() {
    let task = answer.withLock { answer -> Task<Void, Never>? in
      defer { answer = .over }
      guard case .expected(let task) = answer else { return nil }
      return task
    }
    task?.cancel()
    events?.abandon()
  }

  // MARK: Before the responder

  /// The headers that make the end of a request ambiguous.
  ///
  /// Interpreting them differently from a proxy would allow request smuggling.
  private var framingProblem: (HTTPStatus, String)? {
    let encodings = headers.values(of: "Transfer-Encoding")
    let lengths = headers.values(of: "Content-Length")
    if encodings.contains(where: { $0.lowercased() != "chunked" }) {
      return (.notImplemented, "This transfer encoding is not supported.")
    }
    if encodings.count > 1 || lengths.count > 1 || (!encodings.isEmpty && !lengths.isEmpty) {
      return (.badRequest, "It is not clear where this request ends.")
    }
    if headers.values(of: "Host").count > 1 {
      return (.badRequest, "There is more than one Host.")
    }
    return nil
  }

  private func respond() -> Bool {
    if body.isTooLarge { return refuseSize() }
    guard let target = RequestTarget(target) else {
      return refuse(.badRequest, "This is not a well-formed address.")
    }
    let request = HTTPRequest(method: method, target: target, headers: headers, body: body.bytes)
    body = RequestBody(limit: 0)
    phase = .answering
    answer.withLock { $0 = .expected(nil) }
    connection.suspend()
    let task = Task(executorPreference: server.threads) { [self, respond = server.respond] in
      finish(with: await respond(request))
    }
    // The answer may have arrived already.
    answer.withLock { answer in
      if case .expected = answer { answer = .expected(task) }
    }
    return true
  }

  /// Sets the answer; a later one is ignored.
  func finish(with response: HTTPResponse) {
    let (isTaken, task) = answer.withLock { answer -> (Bool, Task<Void, Never>?) in
      guard case .expected(let task) = answer else { return (false, nil) }
      answer = .ready(response)
      // Under the lock: after the end of the exchange there is no connection to resume.
      connection.resume()
      return (true, task)
    }
    if !isTaken, case .events(let events) = response.body { events.abandon() }
    task?.cancel()
  }

  /// Refuses a request that is still waiting for the responder.
  func giveUp() {
    finish(with: server.options.refusal(.serviceUnavailable, "The server is stopping."))
  }

  // MARK: The answer

  /// Answers without the responder.
  private func refuse(_ status: HTTPStatus, _ text: String) -> Bool {
    send(server.options.refusal(status, text))
  }

  private func refuseSize() -> Bool {
    refuse(.contentTooLarge, "The request is too large.")
  }

  private func send(_ response: HTTPResponse) -> Bool {
    phase = .sending
    var response = response
    if server.isStopping { response.headers["Connection"] = "close" }
    if case .events(let events) = response.body {
      if method == .head {
        events.close()
        response.body = .bytes([])
      } else if !server.add(events) {
        events.close()
        response = server.options.refusal(.serviceUnavailable, "There are too many open streams.")
      } else {
        self.events = events
      }
    }
    return OutgoingResponse(response, to: connection).queue()
  }
}
