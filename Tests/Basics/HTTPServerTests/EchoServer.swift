import HTTPServer

/// A server for tests that responds with the request.
enum EchoServer {
  static func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.target.segments.first {
    case "form":
      guard let form = request.form else { return .plain(.unsupportedMediaType, "no form") }
      return .plain(.ok, form.fields.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
    case "slow":
      try? await Task.sleep(for: .milliseconds(300))
      return .plain(.ok, "slow")
    case "never":
      try? await Task.sleep(for: .seconds(600))
      return .plain(.ok, Task.isCancelled ? "cancelled" : "late")
    case "split":
      return HTTPResponse(.ok, headers: ["X-Words": "a\r\nSet-Cookie: b"])
    case "large":
      return HTTPResponse(.ok, body: [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000))
    default:
      let method = request.method.rawValue
      return .plain(.ok, "\(method) \(request.target.segments) \(request.body.count)")
    }
  }

  static func start(
    _ change: (inout HTTPServerOptions) -> Void = { _ in }
  ) throws -> HTTPServer {
    var options = HTTPServerOptions()
    change(&options)
    return try HTTPServer(options, respond: respond)
  }
}

extension HTTPServer {
  /// Waits until there are no connections; returns false on timeout.
  func becomesIdle(withinMilliseconds limit: Int = 5000) async throws -> Bool {
    for _ in 0..<limit / 10 {
      if load == (0, 0, 0) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return load == (0, 0, 0)
  }
}
