import BuiltPrograms
import CorpusFiles
import Foundation

/// A folder for testing a page: it contains the sample models, and the programs are on the path.
final class Sandbox {
  private let root: URL

  /// The working directory of commands.
  let folder: URL

  private let environment: [String: String]

  /// The output of a command, including errors, and its status.
  struct Outcome: Sendable {
    let output: String
    let status: Int32
  }

  init() throws {
    let files = FileManager.default
    root = files.temporaryDirectory.appending(path: "documentation-test-\(UUID().uuidString)")
    folder = root.appending(path: "project")
    let programs = root.appending(path: "bin")
    for folder in [folder, programs, root.appending(path: "home")] {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try files.copyItem(
      at: Corpus.package.appending(path: "Models"),
      to: folder.appending(path: "Models")
    )
    // Readers have the project beside their own.
    try files.createSymbolicLink(
      at: root.appending(path: "OpenCoreData"),
      withDestinationURL: Corpus.package
    )
    for program in ["momgen", "momgen-studio", "league"] {
      try files.createSymbolicLink(
        atPath: programs.appending(path: program).path,
        withDestinationPath: BuiltPrograms.path(of: program) ?? ""
      )
    }
    try Data("[user]\n name = Ada\n email = ada@example.org\n[init]\n defaultBranch = main\n".utf8)
      .write(to: root.appending(path: "home/.gitconfig"))
    environment = Self.environment(root, programs)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  private static func environment(_ root: URL, _ programs: URL) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    return [
      "PATH": "\(programs.path):\(own["PATH"] ?? "/usr/bin:/bin")",
      "HOME": root.appending(path: "home").path,
      "XDG_DATA_HOME": root.appending(path: "data").path,
      "TMPDIR": root.path,
      // So that a page can compare its output with the text.
      "PACKAGE": Corpus.package.path,
      "LANG": "C.UTF-8",
    ]
  }

  /// Writes a file of the page.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    // A script is made executable.
    guard text.hasPrefix("#!") else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  func run(_ script: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-e", "-o", "pipefail", "-c", "exec 2>&1\n\(script)"]
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: data, as: UTF8.self),
      status: process.terminationStatus
    )
  }
}
