import BuiltPrograms
import CorpusFiles
import Foundation

/// A program of some sources, linked with the objects of this build's modules.
struct BuiltProgram {
  private let scratch: Scratch

  var name: String { scratch.path("program") }

  init(_ sources: [String]) throws {
    scratch = try Scratch()
    let files = try sources.enumerated().map { try scratch.write($1, to: "File\($0).swift") }
    let output = try Self.run(
      "/usr/bin/env",
      ["swiftc", "-parse-as-library", "-Onone", "-module-name", "Program", "-swift-version", "6"]
        + ["-o", scratch.path("program")] + BuiltModules.flags + files + BuiltModules.objects()
    )
    guard output.status == 0 else { throw Failure(messages: output.errors) }
  }

  struct Failure: Error {
    let messages: String
  }

  /// Runs the program.
  func run(_ words: [String]) throws -> Output {
    try Self.run(scratch.path("program"), words)
  }

  struct Output {
    let status: Int32
    let output: String
    let errors: String
  }

  private static func run(_ program: String, _ words: [String]) throws -> Output {
    let scratch = try Scratch()
    let (output, errors) = (
      try scratch.write("", to: "output"), try scratch.write("", to: "errors")
    )
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus,
      output: try scratch.read("output"),
      errors: try scratch.read("errors")
    )
  }
}
