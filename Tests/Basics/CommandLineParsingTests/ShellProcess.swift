import Foundation
import Testing

/// Runs shell scripts in tests.
enum ShellProcess {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The path of a shell; nil if it is not installed.
  static func path(of name: String) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a shell in a folder; the test is skipped if it is not installed.
  static func run(_ name: String, _ arguments: [String], in folder: URL) throws -> Result {
    guard let path = path(of: name) else {
      try Test.cancel("\(name) is not installed")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
    let output = folder.appendingPathComponent(".output")
    let errors = folder.appendingPathComponent(".errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Calls a closure with a folder that contains a script and some files, and removes the folder.
  static func withFolder(script: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("completion-\(UUID().uuidString)")
    for subfolder in ["deep", "a b", "bundle.recipe"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(subfolder),
        withIntermediateDirectories: true
      )
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in ["plum.recipe", "pear.txt", "photo.png", "deep/dark.recipe", "set.json"] {
      try Data().write(to: folder.appendingPathComponent(file))
    }
    try Data(script.utf8).write(to: folder.appendingPathComponent(".script"))
    try body(folder)
  }
}
