import Foundation
import FoundationNetworking
import HTTPServer
import RawHTTPClient
import Testing

@Suite struct LoadTests {
  /// Hundreds of concurrent requests, each on a connection of its own, succeed.
  @Test func hundredsOfRequestsAtATime() async throws {
    let server = try EchoServer.start()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<400 {
        group.addTask {
          try await RawClient(port: server.port)
            .exchange("GET /\(number % 4 == 0 ? "slow" : "\(number)") HTTP/1.0\r\n\r\n")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 400)
    #expect(answers.allSatisfy { $0.contains(" 200 OK\r\n") && $0.hasSuffix("\n") })
    #expect(try await server.becomesIdle())
    await server.stop()
  }

  @Test func aClientOfFoundationIsServed() async throws {
    let server = try EchoServer.start()
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    var request = URLRequest(url: base.appendingPathComponent("form"))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("a=b%0Ac".utf8)
    let (data, response) = try await session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self) == "a=b\nc\n")
    await server.stop()
  }
}
