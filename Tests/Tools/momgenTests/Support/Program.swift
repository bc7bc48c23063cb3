import BuiltPrograms
import Foundation

/// The program as a separate process, for tests that cannot run in-process.
enum Program {
  /// The program that was built with the tests.
  static let path = BuiltPrograms.path(of: "momgen")

  static func isAvailable() -> Bool { path != nil }

  /// Starts a shell script in which `$0` is the program.
  static func start(_ script: String, _ words: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, path ?? ""] + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
