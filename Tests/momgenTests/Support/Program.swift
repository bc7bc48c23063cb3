import Foundation

/// The program as a process of its own, for what a test cannot do to itself.
enum Program {
  /// The binary that was built beside the tests.
  static let path: String? = {
    let folders =
      [ProcessInfo.processInfo.arguments.first ?? "", Bundle.main.bundlePath]
      + Bundle.allBundles.map(\.bundlePath)
    return folders.lazy
      .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "momgen").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "momgen").path }
      .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }()

  static func isAvailable() -> Bool {
    if path == nil { print("skipped: the binary is not beside the tests") }
    return path != nil
  }

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
