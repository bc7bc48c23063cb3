import Foundation
import Testing

@testable import momgen

struct EditVerbTests {
  /// A copy of the League model.
  private func league(_ scratch: Scratch) throws -> String {
    let path = scratch.path("League.xcdatamodeld")
    try FileManager.default.copyItem(atPath: SampleModel.path("League"), toPath: path)
    return path
  }

  private func contents(_ path: String, _ version: String = "League") throws -> String {
    try String(contentsOfFile: "\(path)/\(version).xcdatamodel/contents", encoding: .utf8)
  }

  @Test("An edit is written, and changed hashes are reported")
  func writes() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let before = try contents(path)
    let run = Run("edit", path, "add", "attribute", "Team.motto", "type=String")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output == "\(path)/League.xcdatamodel/contents: written\n")
    #expect(run.errorOutput.contains("warning: the edits change the version hashes of 'Team'"))
    let after = try contents(path)
    #expect(after.contains("<attribute name=\"motto\" optional=\"YES\" attributeType=\"String\"/>"))
    #expect(Run("edit", path, "remove", "attribute", "Team.motto").exitCode == 0)
    #expect(try contents(path) == before)
  }

  @Test("Hashes of an empty model are not reported: it has no stores")
  func emptyModel() throws {
    let scratch = try Scratch()
    let path = scratch.path("New.xcdatamodeld")
    #expect(Run("new", path).exitCode == 0)
    let first = Run("edit", path, "add", "entity", "Team")
    #expect(first.exitCode == 0 && first.errorOutput.isEmpty, "\(first.errorOutput)")
    let second = Run("edit", path, "add", "attribute", "Team.name", "type=String")
    #expect(second.errorOutput.contains("the version hashes of 'Team'"))
  }

  @Test("A dry run shows the difference, and writes nothing")
  func dryRun() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let before = try contents(path)
    let run = Run("edit", "--dry-run", path, "add", "attribute", "Team.motto", "type=String")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("\n+        <attribute name=\"motto\" optional=\"YES\""))
    #expect(run.output.hasSuffix("This was a dry run: nothing was changed.\n"))
    #expect(try contents(path) == before)
  }

  @Test("The edits of a script are made all or none, and problems name their line")
  func script() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let before = try contents(path)
    let bad = try scratch.write(
      "# First\nadd attribute Team.motto type=String\n\nset attribute Team.moto optional=no\n",
      to: "bad.txt"
    )
    let refused = Run("edit", path, "--script", bad)
    #expect(refused.exitCode == 2)
    #expect(refused.errorOutput.contains("\(bad):4: error: 'Team' has no attribute 'moto'"))
    #expect(refused.errorOutput.contains("did you mean 'motto'?"))
    #expect(try contents(path) == before)

    let good = try scratch.write(
      """
      add version 'League 3' current=yes
      add entity Referee
      add attribute Referee.name type=String optional=no default=''
      rename attribute Team.city town --keep-data
      """,
      to: "good.txt"
    )
    // Not every sample has the attribute, so a name is searched.
    let attribute = before.firstMatch(of: /<attribute name="([a-z]+)"/).map { String($0.1) }
    let entity = before.firstMatch(of: /<entity name="([A-Za-z]+)"/).map { String($0.1) }
    let script = try String(contentsOfFile: good, encoding: .utf8).replacing(
      "Team.city",
      with: "\(try #require(entity)).\(try #require(attribute))"
    )
    let file = try scratch.write(script, to: "good.txt")
    let run = Run("edit", path, "--script", file)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.isEmpty, "a new version has no stores")
    #expect(try contents(path) == before)
    let after = try contents(path, "League 3")
    #expect(after.contains("<entity name=\"Referee\""))
    #expect(after.contains("name=\"town\""))
    #expect(after.contains("elementID=\"\(try #require(attribute))\""))
    #expect(Run("validate", path).exitCode == 0)
    #expect(Run("versions", path).output.contains("League 3"))
  }

  @Test("Edits that would leave errors are not written")
  func unsound() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let before = try contents(path)
    let run = Run("edit", path, "set", "entity", "Team", "parentEntity=Nothing")
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("error: "))
    #expect(run.errorOutput.contains("nothing was written"))
    #expect(try contents(path) == before)
  }

  @Test("A model is made from nothing")
  func create() throws {
    let scratch = try Scratch()
    let path = scratch.path("Notes.xcdatamodeld")
    #expect(Run("edit", path, "add", "entity", "Note").exitCode == 3)
    let run = Run("edit", "--create", path, "add", "entity", "Note")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(
      try contents(path, "Notes") == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" minimumToolsVersion="Automatic" \
        sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Note" representedClassName="Note" syncable="YES" codeGenerationType="class"/>
        </model>
        """
    )
    #expect(Run("edit", "--create", path, "add", "entity", "Other").exitCode == 2)
  }

  @Test(
    "Arguments that make no edit are refused",
    arguments: [
      ([], "there is no edit"),
      (["--keep-data"], "--keep-data belongs to an edit"),
      (["rename", "entity", "Tem", "Club"], "there is no entity 'Tem'"),
      (["ad", "entity", "X"], "'ad' is not an edit"),
      (["--script", "/nowhere"], "cannot read the script"),
    ]
  )
  func refusals(_ words: [String], _ message: String) throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let run = Run(words: ["edit", path] + words)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test("A file that cannot be edited is refused")
  func otherForms() {
    let run = Run("edit", "-", "add", "entity", "X")
    #expect(run.exitCode != 0)
    #expect(Run("edit", "/nowhere.xcdatamodeld", "add", "entity", "X").exitCode == 3)
  }
}
