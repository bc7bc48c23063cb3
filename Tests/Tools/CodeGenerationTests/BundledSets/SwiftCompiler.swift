import Foundation

/// Runs the compiler on sources.
struct SwiftCompiler {
  private let scratch: Scratch

  /// A compiler with these modules, sorted by their dependencies.
  init(modules: [(name: String, source: String)] = []) throws {
    scratch = try Scratch()
    for module in modules {
      let file = try scratch.write(module.source, to: "\(module.name).swift")
      let messages = try run(
        [
          "-emit-module", "-parse-as-library", "-module-name", module.name, "-I", scratch.path(),
          "-emit-module-path", scratch.path("\(module.name).swiftmodule"),
        ],
        [file],
        in: scratch
      )
      guard messages.isEmpty else { throw Failure(messages: messages) }
    }
  }

  struct Failure: Error {
    let messages: String
  }

  /// The syntax errors in texts; an empty text if there are none.
  func syntaxErrors(of sources: [String]) throws -> String {
    try check(sources, ["-frontend", "-parse"])
  }

  /// The errors in the sources of one module; an empty text if there are none.
  func errors(of sources: [String]) throws -> String {
    try check(sources, ["-typecheck", "-wmo", "-parse-as-library", "-I", scratch.path()])
  }

  private func check(_ sources: [String], _ words: [String]) throws -> String {
    let scratch = try Scratch()
    let files = try sources.enumerated().map { index, source in
      try scratch.write(source, to: "s\(index).swift")
    }
    return try run(words, files, in: scratch)
  }

  private func run(_ words: [String], _ files: [String], in scratch: Scratch) throws -> String {
    let list = try scratch.write(files.map { "\"\($0)\"" }.joined(separator: "\n"), to: "files")
    let log = try scratch.write("", to: "log")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.currentDirectoryURL = scratch.folder
    compiler.arguments = ["swiftc"] + words + ["@\(list)"]
    compiler.standardError = try FileHandle(forWritingTo: URL(filePath: log))
    try compiler.run()
    compiler.waitUntilExit()
    let messages = try String(contentsOfFile: log, encoding: .utf8)
    guard compiler.terminationStatus != 0 else { return "" }
    let errors = messages.split(separator: "\n").filter { $0.contains("error:") }
    return errors.isEmpty ? messages : errors.prefix(20).joined(separator: "\n")
  }
}
