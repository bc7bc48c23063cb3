import Foundation
import RawHTTPClient
import Testing

/// Starting and stopping the web server.
@Suite(.enabled(if: Program.isAvailable()))
struct ServeVerbTests {
  /// A server in a separate process.
  private final class Server {
    private let process = Process()
    private let output = Pipe()
    private(set) var line = ""

    init(_ words: [String], in folder: URL) throws {
      process.executableURL = URL(filePath: Program.path ?? "")
      process.arguments = ["serve"] + words
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      try process.run()
      while !line.hasSuffix("\n") {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { break }
        line += String(decoding: data, as: UTF8.self)
      }
    }

    var port: UInt16 {
      line.firstMatch(of: #/:(\d+)//#).flatMap { UInt16($0.output.1) } ?? 0
    }

    /// Sends a signal, and returns the exit status of the process.
    func end(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus
    }
  }

  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  @Test("Pages follow the command line, and a signal ends the server after what has begun")
  func serving() async throws {
    let store = ["--store", "League.sqlite"]
    let server = try Server(["--port", "0"] + store, in: typing.folder)
    #expect(server.line.hasPrefix("The league is at http://127.0.0.1:"))
    let page = try RawClient(port: server.port)
    await page.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
    _ = try await page.receive { $0.contains("event: ready\n") }
    let added = try Program.run(
      "\"$0\" --store League.sqlite team add Crew --color Blue",
      in: typing.folder
    )
    #expect(added.status == 0)
    #expect(try await page.receive { $0.contains("\n\n") }.contains("Crew was added"))
    let list = try RawClient(port: server.port)
    #expect(try await list.exchange("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").contains("Crew"))
    #expect(server.end(SIGTERM) == 0)
    #expect(try await page.receive() == "")
  }

  @Test("Ctrl-C ends it too")
  func interrupting() throws {
    let words = ["--port", "0", "--store-type", "memory"]
    #expect(try Server(words, in: typing.folder).end(SIGINT) == 0)
  }

  @Test("Obstacles are named")
  func failing() throws {
    let server = try Server(["--port", "0", "--store-type", "memory"], in: typing.folder)
    let second = try Program.run(
      "\"$0\" serve --store-type memory --port \(server.port)",
      in: typing.folder
    )
    #expect(second.status == 1)
    #expect(second.output.contains("cannot listen on 127.0.0.1 port \(server.port): Address"))
    #expect(server.end(SIGTERM) == 0)
    let wrong = try Program.run("\"$0\" serve --port 65536", in: typing.folder)
    #expect(wrong.status == 2)
  }
}
