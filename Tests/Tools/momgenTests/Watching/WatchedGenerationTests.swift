import CodeGeneration
import Files
import Foundation
import ModelFiles
import Testing

@testable import momgen

/// A project whose files change: the generated files, and the reports.
final class WatchedGenerationTests {
  private let scratch: Scratch
  private var work: WatchedGeneration
  private let shown = Shown()

  /// The shown texts.
  private final class Shown {
    var output = ""
    var errors = ""

    /// All texts since the last call.
    func take() -> (output: String, errors: String) {
      defer { (output, errors) = ("", "") }
      return (output, errors)
    }
  }

  init() throws {
    let scratch = try Scratch()
    self.scratch = scratch
    for name in ["League", "Company"] {
      try FileManager.default.copyItem(
        atPath: SampleModel.path(name),
        toPath: scratch.path("\(name).xcdatamodeld")
      )
    }
    try scratch.write(
      """
      {summary: "Names", outputs: [
        {name: "names", template: "names.stencil", each: "model", file: "{{ model.name }}.txt"}]}
      """,
      to: "set/set.json"
    )
    try scratch.write(
      "{% for name in model.entities %}{{ name }};{% endfor %}{{ param.word }}",
      to: "set/names.stencil"
    )
    let shown = shown
    let configuration = scratch.path("momgen.json")
    work = WatchedGeneration(
      in: .plain,
      request: { GenerationRequest(configuration: configuration) },
      show: { outcome in
        shown.output += String(decoding: outcome.output, as: UTF8.self)
          .replacing(scratch.folder.path + "/", with: "")
        shown.errors += String(decoding: outcome.errorOutput, as: UTF8.self)
          .replacing(scratch.folder.path + "/", with: "")
      }
    )
    try configure("League", "Company")
  }

  private func configure(_ models: String..., more: String = "") throws {
    let entries = models.map { name in
      """
      {path: '\(name).xcdatamodeld', outputs: [{template: './set', output: 'Out/\(name)'\(more)}]},
      """
    }
    try scratch.write("{ models: [\(entries.joined())] }", to: "momgen.json")
  }

  /// Runs after a change in a folder.
  private func run(_ folder: String? = nil, _ name: String = "") -> (output: String, errors: String)
  {
    var changes = Changes.everything
    if let folder {
      changes = .some([
        FileChange(folder: scratch.folder.path + folder, name: name)
      ])
    }
    _ = work.prepare(after: changes)
    do throws(FileProblem) {
      try work.perform()
    } catch {
      Issue.record("\(error.reason)")
    }
    return shown.take()
  }

  private func edit(_ name: String, _ old: String, _ new: String) throws {
    try scratch.write(try scratch.read(name).replacing(old, with: new), to: name)
  }

  private static let contents = "League.xcdatamodeld/League.xcdatamodel/contents"

  @Test func aChangedModelAloneIsGeneratedAgain() throws {
    #expect(
      run().output == """
        League.xcdatamodeld: 1 written, 0 unchanged
        Company.xcdatamodeld: 1 written, 0 unchanged

        """
    )
    try edit(Self.contents, "\"Team\"", "\"Club\"")
    #expect(
      run("/League.xcdatamodeld/League.xcdatamodel", "contents")
        == ("League.xcdatamodeld: 1 written, 0 unchanged\n", "")
    )
    #expect(try scratch.read("Out/League/League.txt") == "Club;Player;\n")
    #expect(run("", "other") == ("", ""))
  }

  @Test func aBrokenModelIsReportedAndWaitedFor() throws {
    _ = run()
    try edit(Self.contents, "destinationEntity=\"Team\"", "destinationEntity=\"Taem\"")
    let broken = run("/League.xcdatamodeld/League.xcdatamodel", "contents")
    #expect(broken.output == "League.xcdatamodeld: errors, nothing written\n")
    #expect(
      broken.errors.hasPrefix("League.xcdatamodeld/League.xcdatamodel/contents:7:105: error: ")
    )
    #expect(try scratch.read("Out/League/League.txt") == "Player;Team;\n")
    try edit(Self.contents, "destinationEntity=\"Taem\"", "destinationEntity=\"Team\"")
    #expect(
      run("/League.xcdatamodeld/League.xcdatamodel", "contents")
        == ("League.xcdatamodeld: 0 written, 1 unchanged\n", "")
    )
  }

  @Test func anotherVersionIsSeen() throws {
    _ = run()
    let current = "League.xcdatamodeld/.xccurrentversion"
    try edit(current, "League.xcdatamodel", "League 2.xcdatamodel")
    #expect(
      run("/League.xcdatamodeld", ".xccurrentversion").output
        == "League.xcdatamodeld: 0 written, 1 unchanged\n"
    )
  }

  @Test func aModelThatIsGoneComesBack() throws {
    _ = run()
    let (model, other) = (scratch.path("League.xcdatamodeld"), scratch.path("Other"))
    try FileManager.default.moveItem(atPath: model, toPath: other)
    let gone = run("", "League.xcdatamodeld")
    #expect(gone.output == "League.xcdatamodeld: errors, nothing written\n")
    #expect(gone.errors.contains("No such file"))
    try FileManager.default.moveItem(atPath: other, toPath: model)
    #expect(
      run("", "League.xcdatamodeld") == ("League.xcdatamodeld: 0 written, 1 unchanged\n", "")
    )
  }

  @Test func aTemplateConcernsAllThatUseIt() throws {
    _ = run()
    try scratch.write("changed", to: "set/names.stencil")
    #expect(
      run("/./set", "names.stencil").output == """
        League.xcdatamodeld: 1 written, 0 unchanged
        Company.xcdatamodeld: 1 written, 0 unchanged

        """
    )
  }

  @Test func theConfigurationChanges() throws {
    _ = run()
    try configure("Company")
    #expect(run("", "momgen.json").output == "Company.xcdatamodeld: 0 written, 1 unchanged\n")
    try scratch.write("{ modles: [] }", to: "momgen.json")
    let broken = run("", "momgen.json")
    #expect(broken.output == "")
    #expect(broken.errors.hasPrefix("momgen.json:1:3: error: a configuration has no 'modles'"))
    #expect(run("", "other") == ("", ""))
    try configure("League")
    #expect(
      run("", "momgen.json") == ("League.xcdatamodeld: 0 written, 1 unchanged\n", "")
    )
  }

  @Test func anUnknownParameterIsReportedAtItsPlace() throws {
    try configure("League", more: ", parameters: {word: 'x'}")
    let run = run()
    #expect(run.output == "League.xcdatamodeld: errors, nothing written\n")
    #expect(run.errors.contains("momgen.json:1:"), "\(run.errors)")
  }
}
