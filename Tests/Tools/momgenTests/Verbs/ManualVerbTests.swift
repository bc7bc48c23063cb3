import CommandLineParsing
import Foundation
import Testing

@testable import momgen

struct ManualVerbTests {
  @Test func onePage() {
    #expect(Run("manual").output.hasPrefix(".TH \"MOMGEN\" 1 \"\" \"momgen \(Momgen.version)\""))
    let page = Run("manual", "templates", "copy")
    #expect(page.exitCode == 0)
    #expect(page.output.contains("\nmomgen\\-templates\\-copy \\- copy a built\\-in template set"))
    #expect(page.output.contains("\\fBmomgen\\-templates\\fR(1)"))
  }

  @Test func allPages() throws {
    let scratch = try Scratch()
    let folder = scratch.path("share/man/man1")
    let run = Run("manual", "--output", folder)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    for verb in Momgen.verbs { #expect(files.contains("momgen-\(verb.command.name).1")) }
    #expect(files.contains("momgen.1") && files.contains("momgen-templates-show.1"))
    #expect(run.output == "\(folder): \(files.count) written, 0 unchanged\n")
    #expect(
      Run("manual", "-o", folder).output == "\(folder): 0 written, \(files.count) unchanged\n"
    )
    #expect(try scratch.read("share/man/man1/momgen-check.1") == Run("manual", "check").output)
  }

  @Test(arguments: [
    (["manual", "chek"], "error: unknown command 'chek'"),
    (["manual", "check", "copy"], "error: unknown command 'copy'"),
    (["manual", "check", "--output", "x"], "error: unexpected argument 'check'"),
    (["manual", "--output", "/dev/null/x"], "/dev/null"),
  ])
  func mistakes(words: [String], message: String) {
    let run = Run(words: words)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }
}
