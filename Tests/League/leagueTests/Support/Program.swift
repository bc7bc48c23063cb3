import BuiltPrograms
import Foundation

/// The program as a separate process.
enum Program {
  /// The program that was built with the tests.
  static let path = BuiltPrograms.path(of: "league")

  static func isAvailable() -> Bool { path != nil }

  /// The output of a process, and its status.
  struct Outcome {
    let output: String
    let status: Int32
  }

  /// Runs a shell script in a folder, in which `$0` is the program; both outputs are combined.
  static func run(_ script: String, in folder: URL) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1; \(script)", path ?? ""]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: data, as: UTF8.self),
      status: process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus
    )
  }
}
