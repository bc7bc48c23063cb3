import CorpusFiles
import Foundation
import Testing

@testable import momgen

struct GenerateVerbTests {
  @Test func writesAndListsFiles() throws {
    let model = try GeneratedModel()
    let run = model.run("generate")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(
      run.output == """
        wrote \(model.output)/A.swift
        wrote \(model.output)/B.swift
        wrote \(model.output)/Machine/_A.swift
        wrote \(model.output)/Machine/_B.swift
        4 written, 0 unchanged

        """
    )
    #expect(run.errorOutput.isEmpty)
    #expect(model.run("generate").output == "0 written, 2 unchanged, 2 kept (yours)\n")
    #expect(model.run("generate", "--quiet", "--param", "access=public").output.isEmpty)
    #expect(try model.scratch.read("Out/Machine/_A.swift") == "public class _A {}\n")
  }

  /// A path that ends in dots leads to a file with a name, which is in the banner.
  @Test(arguments: ["/.", "/League.xcdatamodel/.."], ["portable", "stack"])
  func theBannerNamesTheModel(suffix: String, template: String) throws {
    let scratch = try Scratch()
    let path = SampleModel.path("League")
    let words = ["-t", template, "-o", scratch.path("Out")]
    #expect(Run(words: ["generate", path] + words).exitCode == 0)
    let check = Run(words: ["check", path + suffix] + words)
    #expect(check.exitCode == 0, "\(check.output)")
  }

  @Test func aTrialWritesNothing() throws {
    let model = try GeneratedModel()
    let run = model.run("generate", "--dry-run")
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("would write \(model.output)/A.swift\n"))
    #expect(run.output.hasSuffix("\n4 would be written, 0 unchanged\n"))
    #expect(!model.exists("Out"))
    _ = model.run("generate")
    try model.write(entities: ["A"])
    let pruning = model.run("generate", "--dry-run", "--prune")
    #expect(pruning.output.contains("would remove \(model.output)/Machine/_B.swift\n"))
    #expect(
      pruning.output.hasSuffix(
        "0 would be written, 1 unchanged, 1 kept (yours), 1 would be removed\n"
      )
    )
    #expect(model.exists("Out/Machine/_B.swift"))
  }

  @Test func pruningRemovesFilesWithoutAProducer() throws {
    let model = try GeneratedModel()
    _ = model.run("generate")
    try model.write(entities: ["A"])
    let run = model.run("generate")
    #expect(run.exitCode == 0)
    #expect(run.output == "0 written, 1 unchanged, 1 kept (yours), 1 stale\n")
    #expect(
      run.errorOutput.contains(
        "Machine/_B.swift: warning: this generated file is no longer generated"
      )
    )
    let pruned = model.run("generate", "--prune")
    #expect(pruned.output.hasPrefix("removed \(model.output)/Machine/_B.swift\n"))
    #expect(
      model.outputs == [
        ".momgen-manifest.json", "A.swift", "B.swift", "Machine", "Machine/_A.swift",
      ]
    )
  }

  @Test func standardOutputShowsTheTexts() throws {
    let model = try GeneratedModel()
    let words = ["generate", model.model, "-t", model.scratch.path("Set"), "-o", "-"]
    #expect(
      Run(words: words).output == """
        // ---- A.swift
        // Yours
        class A {}
        // ---- B.swift
        // Yours
        class B {}
        // ---- Machine/_A.swift
        internal class _A {}
        // ---- Machine/_B.swift
        internal class _B {}

        """
    )
    try model.scratch.write(
      "{{ models.0.entityNames|join:\"+\" }} {{ param.x }}",
      to: "one.stencil"
    )
    let template = model.scratch.path("one.stencil")
    let one = Run("generate", model.model, "-t", template, "--param", "x=1")
    #expect(one.output == "A+B 1")
    let file = model.scratch.path("New.txt")
    #expect(
      Run("generate", model.model, "-t", template, "-o", file).output.hasSuffix(
        "1 written, 0 unchanged\n"
      )
    )
    #expect(try model.scratch.read("New.txt") == "A+B ")
    #expect(Run("check", model.model, "-t", template, "-o", file).exitCode == 0)
    #expect(Run("check", model.model, "-t", template, "-o", file, "--param", "x").exitCode == 1)
    #expect(Run("check", model.model, "-t", template).exitCode == 2)
    #expect(Run("list-outputs", model.model, "-t", template, "-o", file).output == "\(file)\n")
  }

  /// A link that the user names as the output file may lead anywhere.
  @Test func aSingleFileThatIsALinkIsWrittenThrough() throws {
    let model = try GeneratedModel()
    try model.scratch.write("x", to: "one.stencil")
    try model.scratch.write("old", to: "Elsewhere/real.txt")
    try FileManager.default.createSymbolicLink(
      atPath: model.scratch.path("link.txt"),
      withDestinationPath: "Elsewhere/real.txt"
    )
    let run = Run(
      "generate",
      model.model,
      "-t",
      model.scratch.path("one.stencil"),
      "-o",
      model.scratch.path("link.txt"),
      "--force"
    )
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try model.scratch.read("Elsewhere/real.txt") == "x")
  }

  @Test func aConfigurationRestrictsTheFiles() throws {
    let model = try GeneratedModel()
    try model.write(
      entities: ["A", "B"],
      configuration: #"<configuration name="Cloud"><memberEntity name="B"/></configuration>"#
    )
    #expect(
      model.run("list-outputs", "--configuration", "Cloud").output
        == "\(model.output)/B.swift\n\(model.output)/Machine/_B.swift\n"
    )
    let unknown = model.run("generate", "--configuration", "Clod")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errorOutput.contains("did you mean 'Cloud'?"))
  }

  @Test func fileNamesCanBeChosen() throws {
    let model = try GeneratedModel()
    let run = model.run("list-outputs", "--file-name", "human={{ entity.name }}.x", "--json")
    #expect(run.output.contains("\"path\": \"\(model.output)/A.x\""))
    #expect(run.output.contains("\"mode\": \"once\""))
    #expect(run.output.contains("\"output\": \"machine\""))
    #expect(
      model.run("generate", "--file-name", "humn=x").errorOutput.contains("did you mean 'human'?")
    )
    #expect(model.run("generate", "--file-name", "human").exitCode == 2)
    let bad = model.run("generate", "--file-name", "human={{ entity.nam")
    #expect(bad.exitCode == 2)
    #expect(bad.errorOutput.contains("--file-name human: '{{' is never closed by '}}'"))
    #expect(
      model.run("generate", "--file-name", "human=../x").errorOutput
        .contains("--file-name human: the path '../x' has the component '..'")
    )
    let same = model.run("generate", "--file-name", "human=x")
    #expect(same.exitCode == 2)
    #expect(same.errorOutput.contains("two files are called 'x'"))
    #expect(!model.exists("Out"))
  }

  /// Nothing is written when anything is wrong.
  @Test(arguments: [
    ("Set/machine.stencil", "{{ entity.name|nothing }}", 2, "there is no filter 'nothing'"),
    ("Set/machine.stencil", "{% if entity.name == 'B' %}{% include 'no' %}{% endif %}", 2, "'no'"),
    ("Set/set.json", "{summary: 'x', outputs: [{}]}", 2, "an output needs 'name'"),
    ("Set/set.json", "{summary: 'x', requires: '99', outputs: []}", 2, "needs momgen 99 or later"),
    ("M.xcdatamodel/contents", "<model><entity/></model>", 3, "<entity> has no 'name'"),
    (
      "M.xcdatamodel/contents",
      "<model><entity name='A' representedClassName='A' parentEntity='Nope'/></model>", 3, "Nope"
    ),
  ])
  func mistakes(name: String, text: String, exitCode: Int32, message: String) throws {
    let model = try GeneratedModel()
    try model.scratch.write(text, to: name)
    for verb in ["generate", "check"] {
      let run = model.run(verb)
      #expect(run.exitCode == exitCode, "\(run.errorOutput)")
      #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
      #expect(run.output.isEmpty)
    }
    #expect(!model.exists("Out"))
  }

  @Test(arguments: [
    (["generate"], "MODEL is missing"),
    (["generate", "x", "--template", "xcoed-nothing"], "there is no template set 'xcoed-nothing'"),
    (["generate", "x", "--template", "./nothing"], "there is no template './nothing'"),
  ])
  func usageErrors(words: [String], message: String) {
    let run = Run(words: words)
    #expect(run.exitCode >= 2)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test func unknownParametersAreSuggested() throws {
    let run = try GeneratedModel().run("generate", "--param", "acess=public")
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("did you mean 'access'?"))
  }

  /// The entities of the model have the code generation Manual/None.
  @Test func allIsForEntitiesThatXcodeWouldLeaveOut() throws {
    let model = try GeneratedModel()
    let words = ["list-outputs", model.model, "--template", "xcode", "--output", "Out"]
    #expect(Run(words: words).output.isEmpty)
    let nothing = Run("generate", model.model, "--template", "xcode", "--output", model.output)
    #expect(nothing.exitCode == 0)
    #expect(nothing.output == "0 written, 0 unchanged\n")
    #expect(
      nothing.errorOutput == """
        \(model.model): note: the template set 'xcode' generates no file for the model: its 2 entities have \
        the code generation 'Manual/None' [nothing-generated]
          hint: '--all' makes the files of every entity that has a class

        """
    )
    let all = Run(words: words + ["--all"]).output
    #expect(all.contains("Out/A+CoreDataClass.swift\n"))
    #expect(all == Run(words: words + ["--param", "all"]).output)
    let portable = Run("generate", model.model, "--all", "--output", model.output)
    #expect(portable.exitCode == 2)
    #expect(portable.errorOutput.contains("'portable' has no parameter 'all'"))
  }

  @Test func aFileInPlaceOfTheFolder() throws {
    let model = try GeneratedModel()
    try model.scratch.write("", to: "Out")
    let run = model.run("generate")
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("cannot write into the folder: it is not a folder"))
  }

  /// Real models with templates like those of SwiftGen's users.
  @Test(.enabled(if: Corpus.isAvailable()))
  func aSingleTemplateOnRealModels() throws {
    let scratch = try Scratch()
    let template = try scratch.write(
      """
      // Generated using {{ param.tool|default:"momgen" }}
      {% for model in models %}{% for name, entity in model.entities %}
      {% set className %}{{ entity.className }}{% endset %}
      {% set superclass %}{{ model.entities[entity.superEntity].className|default:"NSManagedObject" }}{% endset %}
      internal class {{ className }}: {{ superclass }} {
        {% for attribute in entity.attributes %}
        @NSManaged internal var {{ attribute.name }}: {{ attribute.typeName }}{{ "?" if attribute.isOptional }}
        {% endfor %}
      }
      {% endfor %}{% endfor %}
      """,
      to: "swiftgen.stencil"
    )
    var checked = 0
    for file in Corpus.contents {
      let run = Run("generate", file.path, "--template", template, "--param", "tool=x")
      guard run.exitCode != 3 else { continue }
      #expect(run.exitCode == 0, "\(Corpus.name(of: file)): \(run.errorOutput)")
      #expect(run.output.hasPrefix("// Generated using x\n"))
      checked += 1
    }
    #expect(checked > 50)
  }

  /// Every set generates every real model, and the output is then up to date.
  @Test(
    .enabled(if: Corpus.isAvailable()),
    arguments: ["portable", "stack", "xcode", "mogenerator"]
  )
  func realModelsThroughBundledSets(set: String) throws {
    let scratch = try Scratch()
    var checked = 0
    for (index, file) in Corpus.contents.enumerated() {
      var words = [file.path, "-t", set, "-o", scratch.path("\(index)")]
      if set == "xcode" { words.append("--all") }
      let run = Run(words: ["generate"] + words)
      guard run.exitCode != 3 else { continue }
      #expect(run.exitCode == 0, "\(Corpus.name(of: file)): \(run.errorOutput)")
      #expect(!run.errorOutput.contains("[unknown-name]"), "\(run.errorOutput)")
      let check = Run(words: ["check"] + words)
      #expect(check.exitCode == 0, "\(Corpus.name(of: file)): \(check.output)")
      checked += 1
    }
    #expect(checked > 50)
  }

  /// Every real model can be split into files, and a second run changes nothing.
  @Test(.enabled(if: Corpus.isAvailable()))
  func realModelsIntoFiles() throws {
    let model = try GeneratedModel()
    for (index, file) in Corpus.contents.enumerated() where index.isMultiple(of: 5) {
      let words = [
        file.path, "-t", model.scratch.path("Set"), "-o", model.scratch.path("Out/\(index)"),
      ]
      let run = Run(words: ["generate"] + words)
      guard run.exitCode != 3 else { continue }
      #expect(run.exitCode == 0, "\(Corpus.name(of: file)): \(run.errorOutput)")
      let check = Run(words: ["check"] + words)
      #expect(check.exitCode == 0, "\(Corpus.name(of: file)): \(check.output)")
    }
  }
}
