import Foundation

/// A script that runs a server; the server is stopped when the value is released, and when the process exits.
///
/// The script must stop it when its standard input ends.
final class ServerScript: Sendable {
  /// The first line that the script printed.
  let answer: String

  private let process = Process()
  private let lifeline = Pipe()

  /// Starts a script, and waits for its first line.
  init(_ command: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    process.standardInput = lifeline
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
