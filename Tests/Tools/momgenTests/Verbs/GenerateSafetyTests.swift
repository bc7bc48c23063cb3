import Foundation
import Testing

@testable import momgen

/// `generate` replaces its own output, and nothing else.
struct GenerateSafetyTests {
  private static let machineA = "internal class _A {}\n"
  private static let manifest = ".momgen-manifest.json"

  /// The first run in a project with existing files loses none of them.
  @Test func aForeignFileStopsTheRun() throws {
    let model = try GeneratedModel()
    try model.scratch.write("// by hand\n", to: "Out/Machine/_A.swift")
    try model.scratch.write("", to: "Out/Machine/_B.swift")
    for words in [["generate"], ["generate", "--dry-run"]] {
      let run = model.run(words[0], words.last == "--dry-run" ? "--dry-run" : "--quiet")
      #expect(run.exitCode == 2)
      #expect(run.output.isEmpty)
      #expect(
        run.errorOutput
          == ["A", "B"].map {
            """
            \(model.output)/Machine/_\($0).swift: error: momgen did not create this file, and would replace it \
            [foreign-file]
              hint: move it away, or choose another output folder; 'momgen generate --force' replaces it

            """
          }.joined(),
        "\(words)"
      )
      #expect(model.outputs == ["Machine", "Machine/_A.swift", "Machine/_B.swift"])
      #expect(try model.scratch.read("Out/Machine/_A.swift") == "// by hand\n")
    }
    let forced = model.run("generate", "--force")
    #expect(forced.output.hasSuffix("4 written, 0 unchanged\n"))
    #expect(try model.scratch.read("Out/Machine/_A.swift") == Self.machineA)
  }

  /// A file that already has the right content is adopted.
  @Test func aForeignFileWithTheSameContentIsNoObstacle() throws {
    let model = try GeneratedModel()
    try model.scratch.write(Self.machineA, to: "Out/Machine/_A.swift")
    #expect(model.run("generate").output.hasSuffix("3 written, 1 unchanged\n"))
    #expect(model.run("generate", "--param", "access=public").exitCode == 0)
  }

  @Test func anEditedFileStopsTheRun() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.scratch.write("\(Self.machineA)// mine\n", to: "Out/Machine/_A.swift")
    let manifest = try model.scratch.read("Out/\(Self.manifest)")
    let run = model.run("generate", "--param", "access=public")
    #expect(run.exitCode == 2)
    #expect(
      run.errorOutput == """
        \(model.output)/Machine/_A.swift: error: the generated file was edited, and the edits would be lost \
        [edited-file]
          hint: move them to a file of your own, such as an extension of the class; 'momgen generate \
        --force' replaces it

        """
    )
    #expect(try model.scratch.read("Out/Machine/_A.swift") == "\(Self.machineA)// mine\n")
    #expect(try model.scratch.read("Out/Machine/_B.swift") == "internal class _B {}\n")
    #expect(try model.scratch.read("Out/\(Self.manifest)") == manifest)
    #expect(model.run("generate", "--force", "--param", "access=public").exitCode == 0)
    #expect(try model.scratch.read("Out/Machine/_A.swift") == "public class _A {}\n")
    // From now on it belongs to the program again.
    #expect(model.run("generate").exitCode == 0)
  }

  /// Two models with files of the same names in one folder, one after the other.
  @Test func anotherModelIsNamed() throws {
    let model = try GeneratedModel()
    let other = model.scratch.path("Other.xcdatamodel")
    func generate(_ path: String, _ access: String) -> Run {
      Run(
        "generate",
        path,
        "--template",
        model.scratch.path("Set"),
        "--output",
        model.output,
        "--param",
        "access=\(access)"
      )
    }
    try FileManager.default.copyItem(atPath: model.model, toPath: other)
    #expect(generate(model.model, "internal").errorOutput.isEmpty)
    // The same content is not a conflict.
    #expect(generate(other, "internal").errorOutput.isEmpty)
    #expect(generate(model.model, "internal").errorOutput.isEmpty)
    let run = generate(other, "public")
    #expect(run.exitCode == 0)
    #expect(
      run.errorOutput == """
        \(model.output)/Machine/_A.swift: warning: the file was generated from another model, ../M.xcdatamodel, as \
        were 1 more: runs for the two replace one another's files [shared-output-path]
          hint: give each model an output folder of its own

        """
    )
    // A missing model was renamed.
    try FileManager.default.removeItem(atPath: other)
    #expect(generate(model.model, "internal").errorOutput.isEmpty)
  }

  /// A manifest with merge conflict markers does not tell whether a file was edited.
  @Test(arguments: ["", "<<<<<<< HEAD\n{", "{ \"formatVersion\": 1, \"producers\": 3 }"])
  func aBrokenManifestStopsARunThatMightLoseEdits(text: String) throws {
    let model = try GeneratedModel()
    let words = ["--template", "portable", model.model, "--output", model.scratch.path("P")]
    #expect(Run(words: ["generate"] + words).exitCode == 0)
    let path = try #require(
      FileManager.default.subpaths(atPath: model.scratch.path("P"))?.sorted()
        .first { $0.hasSuffix("+CoreDataProperties.swift") }
    )
    let original = try model.scratch.read("P/\(path)")
    try model.scratch.write(original + "// mine\n", to: "P/\(path)")
    try model.scratch.write(text, to: "P/\(Self.manifest)")
    let run = Run(words: ["generate"] + words)
    #expect(run.exitCode == 2)
    #expect(
      run.errorOutput.contains("the generated file may have been edited"),
      "\(run.errorOutput)"
    )
    #expect(try model.scratch.read("P/\(path)") == original + "// mine\n")
    #expect(try model.scratch.read("P/\(Self.manifest)") == text)
    #expect(Run(words: ["generate", "--force"] + words).exitCode == 0)
    #expect(try model.scratch.read("P/\(path)") == original)
    // A manifest that is broken while no file differs is written again.
    try model.scratch.write(text, to: "P/\(Self.manifest)")
    #expect(Run(words: ["generate"] + words).exitCode == 0)
    #expect(try model.scratch.read("P/\(Self.manifest)").contains(path))
  }

  /// A file that belonged to the user, and is to be rewritten after a change of the template set.
  @Test func aFileThatWasTheUsersStopsTheRun() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.scratch.write("// mine\n", to: "Out/A.swift")
    try model.scratch.write(
      GeneratedModel.set.replacing(#", mode: "once""#, with: ""),
      to: "Set/set.json"
    )
    let run = model.run("generate")
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("Out/A.swift: error: the file was created for you to edit"))
    #expect(try model.scratch.read("Out/A.swift") == "// mine\n")
    #expect(model.run("check").exitCode == 1)
    #expect(model.run("generate", "--force").exitCode == 0)
    #expect(try model.scratch.read("Out/A.swift") == "// Yours\nclass A {}\n")
  }

  /// Converted line endings are not edits, neither of an outdated file nor of a stale one.
  @Test func lineEndingsAreNoEdits() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    for name in ["A", "B"] {
      try model.scratch.write("internal class _\(name) {}\r\n", to: "Out/Machine/_\(name).swift")
    }
    try model.write(entities: ["A"])
    let run = model.run("generate", "--prune", "--param", "access=public")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try model.scratch.read("Out/Machine/_A.swift") == "public class _A {}\n")
    #expect(!model.exists("Out/Machine/_B.swift"))
  }

  /// Neither are a byte order mark and white space at the ends of lines, which are invisible.
  @Test(arguments: [
    "\u{FEFF}internal class _# {}\n", "internal class _# {}", "internal class _# {}  \r\n\r\n",
    "internal class _# {}\t\n\n\n",
  ])
  func invisibleChangesAreNotEdits(text: String) throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    for name in ["A", "B"] {
      try model.scratch.write(
        text.replacingOccurrences(of: "#", with: name),
        to: "Out/Machine/_\(name).swift"
      )
    }
    try model.write(entities: ["A"])
    let run = model.run("generate", "--prune", "--param", "access=public")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try model.scratch.read("Out/Machine/_A.swift") == "public class _A {}\n")
    #expect(!model.exists("Out/Machine/_B.swift"))
  }

  /// Without a manifest, nothing is lost of a file without visible differences.
  @Test func invisibleChangesNeedNoManifest() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    let made = try model.scratch.read("Out/Machine/_A.swift")
    try model.scratch.write("\u{FEFF}" + made + "\n", to: "Out/Machine/_A.swift")
    try FileManager.default.removeItem(atPath: model.scratch.path("Out/\(Self.manifest)"))
    #expect(model.run("generate").exitCode == 0)
    #expect(try model.scratch.read("Out/Machine/_A.swift") == made)
  }

  /// Files of the bundled sets contain the banner; only a manifest tells whether they were edited since.
  @Test(arguments: [("portable", true), ("stack", true), ("xcode", false)])
  func withoutAManifestNothingThatDiffersIsReplaced(set: String, isKnown: Bool) throws {
    let model = try GeneratedModel()
    let words =
      [
        "generate", model.model, "-t", set, "-o", model.output, "--quiet",
      ] + (set == "xcode" ? ["--all"] : [])
    #expect(Run(words: words).exitCode == 0)
    let manifest = try model.scratch.read("Out/\(Self.manifest)")
    let path = try #require(
      model.outputs.first { $0.hasSuffix(set == "stack" ? ".swift" : "+CoreDataProperties.swift") }
    )
    let edited = try model.scratch.read("Out/\(path)") + "// mine\n"
    try model.scratch.write(edited, to: "Out/\(path)")
    try FileManager.default.removeItem(atPath: model.scratch.path("Out/\(Self.manifest)"))
    let run = Run(words: words)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains(isKnown ? "[edited-file]" : "[foreign-file]"))
    #expect(run.errorOutput.contains("may have been edited") == isKnown)
    #expect(try model.scratch.read("Out/\(path)") == edited)
    // A restored manifest identifies unedited files.
    try model.scratch.write(manifest, to: "Out/\(Self.manifest)")
    #expect(Run(words: words).errorOutput.contains("was edited, and the edits would be lost"))
    #expect(Run(words: words + ["--force"]).exitCode == 0)
    #expect(try model.scratch.read("Out/\(path)") + "// mine\n" == edited)
  }

  // MARK: Single templates

  private static func one(_ model: GeneratedModel, _ output: String, _ words: String...) -> Run {
    Run(
      words: ["generate", model.model, "-t", model.scratch.path("one.stencil")] + words
        + ["-o", model.scratch.path(output)]
    )
  }

  @Test func aSingleFileIsRemembered() throws {
    let model = try GeneratedModel()
    try model.scratch.write("{{ models.0.entityNames|join:\"+\" }}", to: "one.stencil")
    #expect(Self.one(model, "Out/one.txt").exitCode == 0)
    try model.write(entities: ["A"])
    #expect(Self.one(model, "Out/one.txt").exitCode == 0)
    #expect(try model.scratch.read("Out/one.txt") == "A")

    try model.scratch.write("mine", to: "Out/one.txt")
    #expect(Self.one(model, "Out/one.txt").errorOutput.contains("[edited-file]"))
    try model.scratch.write("mine", to: "Out/two.txt")
    #expect(Self.one(model, "Out/two.txt").errorOutput.contains("[foreign-file]"))
    #expect(try model.scratch.read("Out/two.txt") == "mine")
    #expect(Self.one(model, "Out/two.txt", "--force").exitCode == 0)
  }

  /// The user names each file of a single template, and none replaces another.
  @Test func filesOfOneTemplateAreNotStale() throws {
    let model = try GeneratedModel()
    try model.scratch.write("{{ param.x }}", to: "one.stencil")
    #expect(Self.one(model, "Out/1.txt", "--param", "x=1").exitCode == 0)
    let second = Self.one(model, "Out/2.txt", "--param", "x=2", "--prune")
    #expect(second.exitCode == 0)
    #expect(second.errorOutput.isEmpty)
    #expect(try model.scratch.read("Out/1.txt") == "1")
    #expect(Self.one(model, "Out/1.txt", "--param", "x=3").exitCode == 0)
    #expect(try model.scratch.read("Out/1.txt") == "3")
  }
}
