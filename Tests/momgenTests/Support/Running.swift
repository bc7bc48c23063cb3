import CorpusFiles
import Foundation

@testable import momgen

/// What a run of momgen printed.
struct Run {
  let output: String
  let errorOutput: String
  let exitCode: Int32

  /// Runs momgen in this process, without a terminal.
  init(_ words: String...) {
    self.init(words: words)
  }

  init(words: [String]) {
    let outcome = Momgen.run(words, in: .plain)
    output = String(decoding: outcome.output, as: UTF8.self)
    errorOutput = String(decoding: outcome.errorOutput, as: UTF8.self)
    exitCode = outcome.exitCode.rawValue
  }
}

/// The sample models of the package.
enum SampleModel {
  static func path(_ name: String) -> String {
    Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
  }

  static let names = ["League", "Company", "Contacts", "Everything"]
}
