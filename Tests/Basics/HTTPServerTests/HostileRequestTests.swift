import HTTPServer
import RawHTTPClient
import Testing

/// Tests of malformed and malicious requests.
@Suite struct HostileRequestTests {
  static let small = "Host: a\r\nConnection: close\r\n"

  /// Requests, with the status of the response.
  static let cases: [(request: String, status: String)] = [
    ("GET /%zz HTTP/1.1\r\n\(small)\r\n", "400"),
    ("GET /%ff HTTP/1.1\r\n\(small)\r\n", "400"),
    ("GET /a%00b HTTP/1.1\r\n\(small)\r\n", "400"),
    ("GET /?a=%f HTTP/1.1\r\n\(small)\r\n", "400"),
    ("GET http://a/ HTTP/1.1\r\n\(small)\r\n", "400"),
    ("OPTIONS * HTTP/1.1\r\n\(small)\r\n", "400"),
    ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: b\r\n\(small)\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: -1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: x\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"),
    (
      "POST / HTTP/1.1\r\n\(small)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "400"
    ),
    ("POST / HTTP/1.1\r\n\(small)Transfer-Encoding: gzip\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\n\(small)Transfer-Encoding: gzip, chunked\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\n\(small)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "400"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: 100001\r\nExpect: 100-continue\r\n\r\n", "413"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: 99999999999999\r\n\r\n", "413"),
    ("POST / HTTP/1.1\r\n\(small)Content-Length: 99999999999999999999999999\r\n\r\n", "413"),
    ("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(small)\r\n", "414"),
    ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 100_000))\r\n\(small)\r\n", "431"),
    ("GET / HTTP/1.1\r\n\(String(repeating: "X: a\r\n", count: 20_000))\(small)\r\n", "431"),
    ("\u{16}\u{3}\u{1}\0\0\r\n\r\n", ""),
    ("\r\n\r\n\r\n\r\n", ""),
    ("GET\r\n\r\n", ""),
    ("", ""),
  ]

  @Test(arguments: cases)
  func isRefused(request: String, status: String) async throws {
    let server = try EchoServer.start { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    await client.send(request)
    client.endSending()
    let answer = try await client.receive()
    let line = answer.prefix { $0 != "\r\n" }
    if status.isEmpty {
      #expect(!line.contains("200"))
    } else {
      #expect(line.split(separator: " ").dropFirst().first == status[...], "\(line)")
    }
    #expect(try await server.becomesIdle())
    let next = try RawClient(port: server.port)
    #expect(try await next.exchange("GET / HTTP/1.0\r\n\r\n").hasSuffix("GET [] 0\n"))
    await server.stop()
  }

  @Test(arguments: [1000, 1001, 15_000])
  func bodiesBeyondTheLimitGetAnAnswer(length: Int) async throws {
    let server = try EchoServer.start { $0.bodyLimit = 1000 }
    let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
    let body = String(repeating: "x", count: length)
    let status = length > 1000 ? "HTTP/1.1 413" : "HTTP/1.1 200"
    let client = try RawClient(port: server.port)
    let whole = try await client.exchange("\(head)Content-Length: \(length)\r\n\r\n\(body)")
    #expect(whole.hasPrefix(status))
    let second = try RawClient(port: server.port)
    let size = String(length, radix: 16)
    let chunked = try await second.exchange(
      "\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n"
    )
    #expect(chunked.hasPrefix(status))
    await server.stop()
  }

  @Test func endlessBodiesAreCutOff() async throws {
    let server = try EchoServer.start { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n\(String(repeating: "x", count: 1 << 16))\r\n"
    for _ in 0..<100 { await client.send(chunk) }
    #expect(try await !client.receive().contains("200"))
    #expect(try await server.becomesIdle())
    await server.stop()
  }

  /// Each byte arrives before the idle timeout, so only the time limit of requests ends the connection.
  @Test(arguments: [
    "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n",
  ])
  func tricklingRequestsAreCutOff(beginning: String) async throws {
    let server = try EchoServer.start { $0.requestSeconds = 1 }
    let client = try RawClient(port: server.port)
    await client.send(beginning)
    for _ in 0..<400 where server.load.connections > 0 {
      await client.send("a")
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(server.load == (0, 0, 0))
    await server.stop()
  }

  @Test func silentConnectionsAreClosed() async throws {
    let server = try EchoServer.start { $0.idleSeconds = 1 }
    let client = try RawClient(port: server.port)
    #expect(try await client.receive() == "")
    await server.stop()
  }

  @Test func moreConnectionsThanAllowedWait() async throws {
    let server = try EchoServer.start { $0.connectionLimit = 4 }
    var waiting: [RawClient] = []
    for _ in 0..<4 { waiting.append(try RawClient(port: server.port)) }
    for _ in 0..<1000 where server.load.connections < 4 {
      try await Task.sleep(for: .milliseconds(5))
    }
    let late = try RawClient(port: server.port)
    await late.send("GET / HTTP/1.0\r\n\r\n")
    try await Task.sleep(for: .milliseconds(50))
    #expect(server.load.connections == 4)
    waiting.removeAll()
    #expect(try await late.receive().hasSuffix("GET [] 0\n"))
    await server.stop()
  }

  @Test func clientsThatLeaveAreForgotten() async throws {
    let server = try EchoServer.start()
    for request in ["", "GET", "GET / HTTP/1.1\r\n", "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"] {
      for _ in 0..<20 {
        let client = try RawClient(port: server.port)
        await client.send(request)
      }
    }
    #expect(try await server.becomesIdle())
    await server.stop()
  }
}
