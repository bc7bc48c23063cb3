import Foundation
import Testing

@testable import momgen

/// Machine-readable formats go to standard output, unless the result of the verb does.
struct DiagnosticStreamTests {
  /// The arguments of a verb that reports a problem, where `IN` is a model and `OUT` a path; and whether its result
  /// goes to standard output.
  static let verbs: [(words: String, isPrinting: Bool)] = [
    ("validate IN", false), ("lint IN", false), ("check IN --output OUT", false),
    ("generate IN --output OUT", false), ("generate IN --output OUT --dry-run", false),
    ("generate IN --output -", true), ("format IN", false), ("format --check IN", false),
    ("format IN --output OUT", false), ("format IN --output -", true),
    ("compile IN --output OUT", false), ("sql IN --output OUT", false), ("sql IN", true),
    ("dump IN --output OUT", false), ("diagram IN --output OUT.svg", false), ("diagram IN", true),
    ("verify IN", false), ("verify OUT --model IN", false), ("lint IN --config IN", false),
    ("lint OUT --rule none.xcdatamodel=off", false), ("check --config IN", false),
    ("dump IN", true),
    ("hash IN", true), ("versions IN", true),
  ]

  @Test(arguments: verbs, ["json", "sarif", "github"])
  func streams(verb: (words: String, isPrinting: Bool), format: String) throws {
    let scratch = try Scratch()
    func words(_ model: String) -> [String] {
      let text = verb.words.replacing("IN", with: model)
        .replacing("OUT", with: scratch.path("Out"))
      return text.split(separator: " ").map(String.init) + ["--diagnostics", format]
    }
    let run = Run(words: words(scratch.path("none.xcdatamodel")))
    #expect(run.exitCode != 0)
    let report = verb.isPrinting ? run.errorOutput : run.output
    #expect(report.contains("none.xcdatamodel"))
    #expect((verb.isPrinting ? run.output : run.errorOutput).isEmpty)
  }

  /// The stream contains nothing else, so that programs can parse it.
  @Test func reportsStandAlone() throws {
    let scratch = try Scratch()
    let run = Run(
      "generate",
      SampleModel.path("League"),
      "--output",
      scratch.path("Out"),
      "--diagnostics",
      "json"
    )
    #expect(run.exitCode == 0 && run.errorOutput.isEmpty)
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    #expect(report is [String: Any])
    let properties = scratch.path("Out/Team+CoreDataProperties.swift")
    #expect(FileManager.default.fileExists(atPath: properties))
  }
}
