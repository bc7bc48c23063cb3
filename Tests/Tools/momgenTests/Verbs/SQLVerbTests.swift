import Foundation
import Testing

@testable import momgen

struct SQLVerbTests {
  @Test(arguments: SampleModel.names)
  func sqliteGolden(name: String) throws {
    let run = Run("sql", SampleModel.path(name))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "sql/\(name).sqlite.sql")
  }

  @Test(arguments: SampleModel.names)
  func postgreSQLGolden(name: String) throws {
    let run = Run("sql", "--dialect", "postgresql", SampleModel.path(name))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "sql/\(name).postgresql.sql")
  }

  @Test(arguments: ["sqlite", "postgresql"])
  func explanationGolden(dialect: String) throws {
    let run = Run("sql", "--explain", "--dialect", dialect, SampleModel.path("Everything"))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "sql/Everything.\(dialect).explained.txt")
  }

  /// Renaming one attribute changes the lines that name it, and no others.
  @Test(arguments: ["sqlite", "postgresql"])
  func aRenamedAttributeIsASmallDifference(dialect: String) throws {
    let scratch = try Scratch()
    let original = try String(
      contentsOfFile: SampleModel.path("Company") + "/Company.xcdatamodel/contents",
      encoding: .utf8
    )
    let renamed = original.replacingOccurrences(
      of: "<attribute name=\"lastName\"",
      with: "<attribute name=\"lastNamedByTheirParents\""
    )
    let texts = try [original, renamed].enumerated().map { index, text in
      let path = try scratch.write(text, to: "\(index)/C.xcdatamodel/contents")
      return Run("sql", "--dialect", dialect, path).output.split(separator: "\n")
    }
    let added = texts[1].difference(from: texts[0]).insertions.map { change -> Substring in
      guard case .insert(_, let line, _) = change else { return "" }
      return line
    }
    #expect(!added.isEmpty)
    for line in added {
      #expect(
        line.hasPrefix("-- Checksum")
          || line.lowercased().filter { $0 != "_" }.contains("lastnamedby"),
        "\(line)"
      )
    }
  }

  @Test func checkShowsStaleFiles() throws {
    let scratch = try Scratch()
    let file = scratch.path("league.sql")
    let model = SampleModel.path("League")
    let missing = Run("sql", model, "-o", file, "--check")
    #expect(missing.exitCode == 1)
    #expect(missing.errorOutput.contains("[stale-file]"))

    #expect(Run("sql", model, "-o", file).exitCode == 0)
    #expect(Run("sql", model, "-o", file, "--check").exitCode == 0)

    let stale = Run("sql", model, "--model-version", "League 2", "-o", file, "--check")
    #expect(stale.exitCode == 1)
    #expect(stale.output.hasPrefix("--- \(file)\n+++ the current model\n@@ "))
    let line = "+--   ZJERSEYNUMBER             attribute Player.jerseyNumber\n"
    #expect(stale.output.contains(line))
    #expect(try scratch.read("league.sql") == Run("sql", model).output)

    #expect(Run("sql", model, "--check").exitCode == 2)
  }

  /// Comments contain names; a name must not end its comment.
  @Test func namesStayInsideTheirComments() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      """
      <model><entity name="A&#10;DROP TABLE x;"><attribute name="b&#10;; SELECT 1" \
      attributeType="String"/></entity></model>
      """,
      to: "H.xcdatamodel/contents"
    )
    for dialect in ["sqlite", "postgresql"] {
      let lines = Run("sql", "--dialect", dialect, path).output
        .split(separator: "\n").filter { $0.hasPrefix("DROP") || $0.hasPrefix(";") }
      // Inside a quoted identifier a line break is only a character.
      #expect(lines.allSatisfy { $0.contains("\"") || $0.contains("'") }, "\(lines)")
    }
  }

  @Test func aBadModelReplacesNoFile() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "<model><entity name='A' parentEntity='B'/></model>",
      to: "contents"
    )
    let file = try scratch.write("old", to: "old.sql")
    #expect(Run("sql", path, "-o", file).exitCode == 3)
    #expect(try scratch.read("old.sql") == "old")
  }
}
