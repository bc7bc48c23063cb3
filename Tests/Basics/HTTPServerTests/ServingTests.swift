import HTTPServer
import RawHTTPClient
import Testing

@Suite struct ServingTests {
  /// Requests (`Connection: close` is added), with the status line and the end of the response.
  static let cases: [(request: String, status: String, end: String)] = [
    ("GET / HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "GET [] 0\n"),
    ("GET /a/b%2Fc%20d HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "[\"a\", \"b/c d\"] 0\n"),
    ("GET /a+b?c=1 HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "GET [\"a+b\"] 0\n"),
    ("GET /%E2%82%AC HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "GET [\"€\"] 0\n"),
    ("GET / HTTP/1.0\r\n", "HTTP/1.1 200 OK", "GET [] 0\n"),
    ("HEAD / HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "\r\n\r\n"),
    ("BREW / HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 200 OK", "BREW [] 0\n"),
    ("GET /split HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 500", "cannot be sent.\n"),
  ]

  @Test(arguments: cases)
  func answers(request: String, status: String, end: String) async throws {
    let server = try EchoServer.start()
    let answer = try await RawClient(port: server.port)
      .exchange("\(request)Connection: close\r\n\r\n")
    #expect(answer.hasPrefix(status))
    #expect(answer.hasSuffix(end))
    #expect(!answer.contains("Set-Cookie"))
    #expect(try await server.becomesIdle())
    await server.stop()
  }

  @Test func formsAreDecoded() async throws {
    let server = try EchoServer.start()
    let body = "name=Crew+%26+Co&color=%23fff&&empty"
    let answer = try await RawClient(port: server.port).exchange(
      """
      POST /form HTTP/1.1\r
      Host: a\r
      Connection: close\r
      Content-Type: application/x-www-form-urlencoded; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
    )
    #expect(answer.hasSuffix("name=Crew & Co;color=#fff;empty=\n"))
    await server.stop()
  }

  @Test func aConnectionServesManyRequests() async throws {
    let server = try EchoServer.start()
    let client = try RawClient(port: server.port)
    for number in 1...20 {
      await client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.receive { $0.hasSuffix("0\n") }
      #expect(answer.hasSuffix("GET [\"\(number)\"] 0\n"))
    }
    await server.stop()
  }

  @Test func requestsThatAreSentTogetherAreAnsweredInOrder() async throws {
    let server = try EchoServer.start()
    let requests = ["/slow", "/1", "/2"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n" }
    let text = requests.joined(separator: "\r\n") + "Connection: close\r\n\r\n"
    let answer = try await RawClient(port: server.port).exchange(text)
    let bodies = answer.split(separator: "\r\n\r\n").dropFirst().map {
      $0.prefix { $0 != "\n" }
    }
    #expect(bodies == ["slow", "GET [\"1\"] 0", "GET [\"2\"] 0"])
    await server.stop()
  }

  @Test func chunkedBodiesAreReadWhole() async throws {
    let server = try EchoServer.start()
    let client = try RawClient(port: server.port)
    await client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    for _ in 0..<100 { await client.send("a\r\n0123456789\r\n") }
    await client.send("0\r\n\r\n")
    #expect(try await client.receive().hasSuffix("POST [] 1000\n"))
    await server.stop()
  }

  @Test func largeAnswersArriveWhole() async throws {
    let server = try EchoServer.start()
    let answer = try await RawClient(port: server.port)
      .exchange("GET /large HTTP/1.0\r\n\r\n")
    #expect(answer.utf8.count > 3_000_000)
    #expect(answer.hasSuffix(String(repeating: "x", count: 100)))
    await server.stop()
  }

  @Test func anAddressThatCannotBeUsedIsReported() async throws {
    let server = try EchoServer.start()
    #expect {
      _ = try EchoServer.start { $0.port = server.port }
    } throws: {
      "\($0)" == "cannot listen on 127.0.0.1 port \(server.port): Address already in use"
    }
    #expect {
      _ = try EchoServer.start { $0.host = "no such host" }
    } throws: {
      "\($0)".hasPrefix("'no such host' is not an address: ")
    }
    await server.stop()
  }

  @Test func itListensOnVersion6Too() async throws {
    guard let server = try? EchoServer.start({ $0.host = "::1" }) else {
      try Test.cancel("this machine has no IPv6")
    }
    #expect(server.port > 0)
    await server.stop()
  }
}
