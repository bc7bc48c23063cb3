import Foundation
import RawHTTPClient

/// A chromedriver process, which ends when the value is released.
///
/// A shell waits for the end of a pipe that this process holds open; so chromedriver ends with this process, however
/// it exits.
///
/// The shell sends SIGKILL to the whole process group: a child inherits the signal mask of the thread that starts it,
/// which blocks the other signals.
final class ChromeDriver: Sendable {
  /// The reason no browser is available.
  struct Absence: Error, CustomStringConvertible {
    let description: String
  }

  private let port: UInt16
  private let lifeline: Pipe
  private let process: Process

  init() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sh", "-c", Self.script]
    lifeline = Pipe()
    let output = Pipe()
    process.standardInput = lifeline
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while true {
      let data = output.fileHandleForReading.availableData
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: #/successfully on port (\d+)\./#),
        let port = UInt16(match.output.1)
      {
        self.port = port
        return
      }
      guard !data.isEmpty else {
        throw Absence(
          description: "there is no chromedriver (apt-get install chromium chromium-driver)"
        )
      }
    }
  }

  /// Sends a request, and returns the body of the response.
  ///
  /// Foundation's own client does not support everything that this server sends.
  func exchange(_ method: String, _ path: String, _ body: Data) async throws -> Data {
    let client = try RawClient(port: port)
    await client.send(
      """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    )
    if !body.isEmpty { await client.send(Array(body)) }
    let text = try await client.receive { Self.body(of: $0) != nil }
    guard let answer = Self.body(of: text) else {
      throw Absence(description: "chromedriver has ended: \(text)")
    }
    return Data(answer)
  }

  /// The body of a response; nil if it is incomplete.
  private static func body(of text: String) -> [UInt8]? {
    guard let end = text.range(of: "\r\n\r\n"),
      let length = text[..<end.lowerBound].firstMatch(of: #/(?i)content-length: *(\d+)/#),
      let count = Int(length.output.1)
    else { return nil }
    let body = text[end.upperBound...].utf8
    return body.count >= count ? Array(body.prefix(count)) : nil
  }

  /// Terminates the process.
  func stop() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private static let script = """
    command -v chromedriver >/dev/null || exit 1
    chromedriver --port=0 </dev/null &
    cat >/dev/null
    kill -KILL 0
    """
}
