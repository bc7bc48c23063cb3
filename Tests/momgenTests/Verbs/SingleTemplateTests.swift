import Foundation
import Testing

@testable import momgen

/// `--template FILE.stencil`: what the template writes is what comes out.
struct SingleTemplateTests {
  private static func run(
    _ template: String,
    to output: String? = nil,
    variables: [(String, String)] = []
  ) throws -> (run: Run, scratch: Scratch) {
    let model = try GeneratedModel()
    try model.scratch.write(template, to: "one.stencil")
    var words = ["generate", model.model, "-t", model.scratch.path("one.stencil")]
    if let output { words += ["-o", model.scratch.path(output)] }
    return (Run(words: words, variables: variables), model.scratch)
  }

  @Test(arguments: ["", "a", "a\n", "a\n\n\n", "\n\na", "a\r\nb\r\n", " \n "])
  func everyByteStays(text: String) throws {
    #expect(try Self.run(text).run.output == text)
    let (run, scratch) = try Self.run(text, to: "one.txt")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try scratch.read("one.txt") == text)
  }

  @Test func theTimeIsThatOfTheEnvironment() throws {
    let template = "{% now \"yyyy-MM-dd HH:mm\" %}"
    let told = try Self.run(template, variables: [("SOURCE_DATE_EPOCH", "1709211909")]).run
    #expect(told.output == "2024-02-29 13:05")
    for variables in [[], [("SOURCE_DATE_EPOCH", "")]] {
      let run = try Self.run(template, variables: variables).run
      #expect(run.exitCode == 2)
      #expect(run.errorOutput.contains("one.stencil:1:1: error: 'now' has no time to show"))
    }
  }

  @Test(arguments: ["today", "1.5", "99999999999999999999", "0x10"])
  func aTimeThatIsNoNumberIsAnError(text: String) throws {
    let run = try Self.run("a", variables: [("SOURCE_DATE_EPOCH", text)]).run
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errorOutput.contains(
        "the variable SOURCE_DATE_EPOCH is '\(text)', which is no number of seconds"
      )
    )
  }
}
