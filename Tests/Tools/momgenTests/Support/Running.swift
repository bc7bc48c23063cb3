import CorpusFiles
import Foundation

@testable import momgen

/// The output of a run of momgen.
struct Run {
  let output: String
  let errorOutput: String
  let exitCode: Int32

  /// Runs momgen in this process, without a terminal.
  init(_ words: String...) {
    self.init(words: words)
  }

  /// - Parameters:
  ///   - words: The arguments.
  ///   - variables: The variables of the environment.
  init(words: [String], variables: [(String, String)] = []) {
    var environment = VerbEnvironment.plain
    environment.variables = { variables }
    let outcome = Momgen.run(words, in: environment)
    output = String(decoding: outcome.output, as: UTF8.self)
    errorOutput = String(decoding: outcome.errorOutput, as: UTF8.self)
    exitCode = outcome.exitCode.rawValue
  }

  /// Runs the program in a folder.
  ///
  /// - Returns: nil, which is printed, if the program is not built.
  init?(below folder: URL, _ words: String...) throws {
    guard let program = Program.path else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.currentDirectoryURL = folder
    let (outputs, errors) = (Pipe(), Pipe())
    process.standardOutput = outputs
    process.standardError = errors
    try process.run()
    // Both are short enough for the pipes' buffers.
    output = String(decoding: outputs.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    errorOutput = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    exitCode = process.terminationStatus
  }
}

/// The sample models of the package.
enum SampleModel {
  static func path(_ name: String) -> String {
    Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
  }

  static let names = ["League", "Company", "Contacts", "Everything"]
}
