import Foundation
import Testing

@testable import momgen

struct DiagramVerbTests {
  @Test(arguments: ["svg", "dot", "mermaid"])
  func diagramGolden(format: String) throws {
    let run = Run("diagram", "--format", format, SampleModel.path("League"))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "diagram/League.\(format)")
  }

  @Test func theEndingOfTheFileChoosesTheForm() throws {
    let scratch = try Scratch()
    for (name, format) in [("a.svg", "svg"), ("a.dot", "dot"), ("a.mmd", "mermaid")] {
      let run = Run("diagram", SampleModel.path("Company"), "-o", scratch.path(name))
      #expect(run.exitCode == 0)
      #expect(
        try scratch.read(name)
          == Run("diagram", SampleModel.path("Company"), "--format", format).output
      )
    }
  }

  /// A file extension of another picture format is an error instead of SVG.
  @Test(arguments: ["a.png", "a.pdf", "a.txt"])
  func otherEndingsAreRefused(name: String) throws {
    let scratch = try Scratch()
    let run = Run("diagram", SampleModel.path("Company"), "-o", scratch.path(name))
    #expect(run.exitCode == 2)
    #expect(
      run.errorOutput.contains("hint: the extensions are .svg, .dot, .mmd, or --format sets it")
    )
    #expect(!FileManager.default.fileExists(atPath: scratch.path(name)))
    let chosen = Run(
      "diagram",
      SampleModel.path("Company"),
      "--format",
      "svg",
      "-o",
      scratch.path(name)
    )
    #expect(chosen.exitCode == 0)
  }

  @Test func theLayoutCanBeComputed() {
    let drawn = Run("diagram", SampleModel.path("Everything")).output
    let computed = Run("diagram", "--layout", "computed", SampleModel.path("Everything")).output
    #expect(drawn != computed)
    #expect(drawn.contains("<svg") && computed.contains("<svg"))
  }

  @Test func aModelThatCannotBeReadIsNotDrawn() {
    let run = Run("diagram", "/nowhere.xcdatamodel")
    #expect(run.exitCode == 3)
    #expect(run.output.isEmpty)
  }
}
