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
