import HTTPServer
import RawHTTPClient
import Synchronization
import Testing

@Suite struct StoppingTests {
  @Test func requestsThatHaveBegunAreAnswered() async throws {
    let begun = Mutex(0)
    let isReleased = Mutex(false)
    let server = try HTTPServer { _ in
      begun.withLock { $0 += 1 }
      while !isReleased.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(2)) }
      return .plain(.ok, "done")
    }
    let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
    for client in clients { await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    while begun.withLock({ $0 }) < 20 { try await Task.sleep(for: .milliseconds(2)) }
    async let stop: Void = server.stop()
    while !server.isStopping { try await Task.sleep(for: .milliseconds(2)) }
    isReleased.withLock { $0 = true }
    for client in clients {
      let answer = try await client.receive()
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      #expect(answer.lowercased().contains("connection: close"))
      #expect(answer.hasSuffix("done\n"))
    }
    await stop
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test func clientsThatAreNotAnsweredInTimeGetAReason() async throws {
    let server = try EchoServer.start()
    let client = try RawClient(port: server.port)
    await client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
    let half = try RawClient(port: server.port)
    await half.send("GET /half HTTP/1.1\r\nHost:")
    while server.load.requests < 2 { try await Task.sleep(for: .milliseconds(2)) }
    let start = ContinuousClock.now
    await server.stop(graceMilliseconds: 50)
    // The response would take 600 seconds.
    #expect(.now - start < .seconds(60))
    let answer = try await client.receive()
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 503"))
    #expect(server.load == (0, 0, 0))
  }

  @Test func stoppingTwiceIsStoppingOnce() async throws {
    let server = try EchoServer.start()
    async let first: Void = server.stop()
    async let second: Void = server.stop()
    _ = await (first, second)
    await server.stop()
    #expect(server.load == (0, 0, 0))
  }

  @Test func aServerThatIsForgottenStops() async throws {
    var server: HTTPServer? = try EchoServer.start()
    let port = try #require(server?.port)
    let client = try RawClient(port: port)
    server = nil
    #expect(try await client.receive() == "")
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
  }
}
