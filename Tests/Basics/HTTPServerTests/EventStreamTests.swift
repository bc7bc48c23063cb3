import HTTPServer
import RawHTTPClient
import Synchronization
import Testing

@Suite struct EventStreamTests {
  /// A server that opens a stream for each request.
  private final class Broadcaster: Sendable {
    let streams = Mutex<[EventStream]>([])
    let ended = Mutex(0)

    func start(
      capacity: Int = 1 << 20,
      _ change: (inout HTTPServerOptions) -> Void = { _ in }
    ) throws -> HTTPServer {
      var options = HTTPServerOptions()
      change(&options)
      return try HTTPServer(options) { [self] _ in
        let stream = EventStream(capacity: capacity)
        stream.whenEnded { [self] in ended.withLock { $0 += 1 } }
        streams.withLock { $0.append(stream) }
        return HTTPResponse(events: stream)
      }
    }

    func send(_ event: ServerSentEvent) {
      for stream in streams.withLock({ $0 }) { stream.send(event) }
    }

    func wait(for count: Int, ended: Bool = false) async throws {
      for _ in 0..<1000 {
        let found = ended ? self.ended.withLock { $0 } : streams.withLock { $0.count }
        if found >= count { return }
        try await Task.sleep(for: .milliseconds(5))
      }
      Issue.record("there never were \(count)")
    }
  }

  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func everybodyGetsAllEventsInOrder() async throws {
    let broadcaster = Broadcaster()
    let server = try broadcaster.start()
    let clients = try (0..<50).map { _ in try RawClient(port: server.port) }
    for client in clients { await client.send(Self.request) }
    try await broadcaster.wait(for: clients.count)
    for number in 1...200 {
      broadcaster.send(ServerSentEvent("count", data: "\(number)"))
      if number % 50 == 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
    #expect(server.load.streams == 50)
    await server.stop()
    for client in clients {
      let text = try await client.receive()
      #expect(text.contains("Content-Type: text/event-stream"))
      let numbers = text.split(separator: "data: ").dropFirst().map { $0.prefix { $0 != "\n" } }
      #expect(numbers == (1...200).map { "\($0)"[...] })
      #expect(text.hasSuffix("\r\n0\r\n\r\n"))
    }
    #expect(broadcaster.ended.withLock { $0 } == 50)
  }

  @Test func endedConnectionsAreNoticed() async throws {
    let broadcaster = Broadcaster()
    let server = try broadcaster.start { $0.beatMilliseconds = 20 }
    do {
      let client = try RawClient(port: server.port)
      await client.send(Self.request)
      try await broadcaster.wait(for: 1)
      // Keep-alive comments are sent without events.
      let text = try await client.receive { $0.contains(":\n\n") }
      #expect(!text.contains("data"))
    }
    try await broadcaster.wait(for: 1, ended: true)
    #expect(try await server.becomesIdle())
    await server.stop()
  }

  @Test func slowListenersAreDisconnected() async throws {
    let broadcaster = Broadcaster()
    let server = try broadcaster.start(capacity: 100_000)
    let slow = try RawClient(port: server.port, receiveBuffer: 4096)
    await slow.send(Self.request)
    try await broadcaster.wait(for: 1)
    let event = ServerSentEvent("much", data: String(repeating: "x", count: 10_000))
    let stream = broadcaster.streams.withLock { $0[0] }
    var sent = 0
    while sent < 10_000, stream.send(event) { sent += 1 }
    #expect(sent < 10_000)
    #expect(!stream.send(event))
    try await broadcaster.wait(for: 1, ended: true)
    let text = try await slow.receive()
    #expect(!text.hasSuffix("\r\n0\r\n\r\n"))
    #expect(try await server.becomesIdle())
    await server.stop()
  }

  @Test func streamsLeaveRoomForRequests() async throws {
    let broadcaster = Broadcaster()
    let server = try broadcaster.start { $0.streamLimit = 2 }
    let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
    for client in clients {
      await client.send(Self.request)
      _ = try await client.receive { $0.contains("\r\n\r\n") }
    }
    let third = try RawClient(port: server.port)
    await third.send(Self.request)
    #expect(try await third.receive { $0.contains("streams.") }.hasPrefix("HTTP/1.1 503"))
    await server.stop()
  }

  @Test func headOfAStreamEnds() async throws {
    let broadcaster = Broadcaster()
    let server = try broadcaster.start()
    let client = try RawClient(port: server.port)
    let answer = try await client.exchange(
      "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    #expect(answer.contains("text/event-stream"))
    #expect(broadcaster.ended.withLock { $0 } == 1)
    await server.stop()
  }

  /// Events with their encoding.
  static let cases: [(ServerSentEvent, String)] = [
    (ServerSentEvent("a", data: ""), "event: a\ndata: \n\n"),
    (ServerSentEvent("a", data: "b", id: "7"), "event: a\nid: 7\ndata: b\n\n"),
    (ServerSentEvent("a", data: "b\nc"), "event: a\ndata: b\ndata: c\n\n"),
    (ServerSentEvent("a", data: "b\r\nc\rd"), "event: a\ndata: b\ndata: c\ndata: d\n\n"),
    (ServerSentEvent("a", data: "\n\n"), "event: a\ndata: \ndata: \ndata: \n\n"),
    (ServerSentEvent("a\nid: x", data: "b"), "event: aid: x\ndata: b\n\n"),
    (
      ServerSentEvent("a", data: "b", id: "1\r\n\r\ndata: c"), "event: a\nid: 1data: c\ndata: b\n\n"
    ),
    (ServerSentEvent("a", data: "b\u{2028}c"), "event: a\ndata: b\u{2028}c\n\n"),
  ]

  @Test(arguments: cases)
  func eventsAreLines(event: ServerSentEvent, text: String) {
    #expect(String(decoding: event.bytes, as: UTF8.self) == text)
  }
}
