import Foundation
import Testing

@testable import momgen

struct ValidateVerbTests {
  @Test(arguments: SampleModel.names)
  func sampleModelsAreGood(name: String) {
    let run = Run("validate", "--all-versions", "--strict", SampleModel.path(name))
    #expect(run.exitCode == 0)
    #expect(run.errorOutput.isEmpty)
    #expect(run.output.contains("no problems"))
  }

  private static let broken = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model>
        <entity name="A" parentEntity="Bee"/>
        <entity name="Bees" isAbstract="maybe"/>
    </model>
    """

  @Test func reportsEverythingInOneRun() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.broken, to: "Broken.xcdatamodel/contents")
    let run = Run("validate", scratch.path("Broken.xcdatamodel"))
    #expect(run.exitCode == 3)
    #expect(
      run.errorOutput == """
        \(path):3:36: error: the parent 'Bee' of 'A' is not in the model [unknown-parent]
          hint: did you mean 'Bees'?
        \(path):4:37: error: 'isAbstract' is 'maybe', which is neither YES nor NO [bad-boolean]
          hint: write YES, or leave the attribute out for NO

        """
    )
  }

  @Test(arguments: ["/.", "//.//", "/League.xcdatamodel/.."])
  func aPathMayEndInDots(_ end: String) {
    let run = Run("validate", SampleModel.path("League") + end)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.contains("version 'League"), "\(run.output)")
    let dump = Run("dump", SampleModel.path("League") + end)
    #expect(dump.output.contains("\"League\""))
    let version = Run("validate", SampleModel.path("League") + "/League.xcdatamodel/.")
    #expect(version.output.contains("version 'League', "), "\(version.output)")
  }

  @Test func machineFormatsGoToStandardOutput() throws {
    let scratch = try Scratch()
    try scratch.write(Self.broken, to: "Broken.xcdatamodel/contents")
    for format in ["json", "sarif"] {
      let run = Run("validate", "--diagnostics", format, scratch.path("Broken.xcdatamodel"))
      #expect(run.exitCode == 3)
      #expect(run.errorOutput.isEmpty)
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(document is [String: Any])
    }
    let github = Run("validate", "--diagnostics", "github", scratch.path("Broken.xcdatamodel"))
    #expect(github.output.hasPrefix("::error file="))
  }

  @Test func warningsAreFindingsOnlyWhenStrict() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "<model><entity name=\"A\"><attribute name=\"u\" attributeType=\"UUID\" "
        + "defaultValueString=\"empy\"/></entity></model>",
      to: "W.xcdatamodel/contents"
    )
    #expect(Run("validate", path).exitCode == 0)
    #expect(Run("validate", "--strict", path).exitCode == 1)
  }

  @Test func severalModels() throws {
    let run = Run("validate", SampleModel.path("League"), "/nowhere/at/all.xcdatamodeld")
    #expect(run.exitCode == 3)
    #expect(run.output.contains("League"))
    #expect(
      run.errorOutput
        == "/nowhere/at/all.xcdatamodeld: error: cannot read the model: No such file or directory "
        + "[unreadable-file]\n"
    )
  }
}
