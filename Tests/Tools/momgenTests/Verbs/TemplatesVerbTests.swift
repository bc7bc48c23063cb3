import CodeGeneration
import Foundation
import Testing

@testable import momgen

struct TemplatesVerbTests {
  private static let names = TemplateLibrary(programVersion: Momgen.version).bundledNames

  @Test func listsTheBuiltInSets() {
    let run = Run("templates", "list")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.split(separator: "\n").count == Self.names.count)
    for name in Self.names { #expect(run.output.contains(name)) }
  }

  @Test(arguments: names)
  func showsAndCopiesEachSet(name: String) throws {
    let shown = Run("templates", "show", name)
    #expect(shown.exitCode == 0, "\(shown.errorOutput)")
    #expect(shown.output.hasPrefix("\(name): "))
    let scratch = try Scratch()
    let copied = Run("templates", "copy", name, scratch.path("copy"))
    #expect(copied.exitCode == 0, "\(copied.errorOutput)")
    #expect(
      try scratch.read("copy/set.json") == Run("templates", "show", name, "set.json").output
    )
    let copy = Run("templates", "show", scratch.path("copy"))
    #expect(copy.output.dropFirst(scratch.path("copy").count) == shown.output.dropFirst(name.count))
    // Nothing is overwritten.
    try scratch.write("mine", to: "copy/set.json")
    let again = Run("templates", "copy", name, scratch.path("copy"))
    #expect(again.exitCode == 2)
    #expect(again.errorOutput.contains("it already exists"))
    #expect(try scratch.read("copy/set.json") == "mine")
  }

  @Test func showsASetOnDisk() throws {
    let model = try GeneratedModel()
    let path = model.scratch.path("Set")
    #expect(
      Run("templates", "show", path).output == """
        \(path): Classes

        Outputs
          human    for each entity, once    {{ entity.fileName }}.swift
          machine  for each entity, always  Machine/_{{ entity.fileName }}.swift

        Parameters
          access  public|internal  Who sees it (default: internal)

        """
    )
    let file = Run("templates", "show", path, "machine.stencil").output
    #expect(try file == model.scratch.read("Set/machine.stencil"))
    #expect(Run("templates", "show", path, "../Set/set.json").exitCode == 2)
    #expect(Run("templates", "show", path, "nothing").exitCode == 2)
  }

  @Test(arguments: ["show", "copy"])
  func unknownNames(verb: String) throws {
    let scratch = try Scratch()
    let folder = verb == "copy" ? [scratch.path("x")] : []
    let run = Run(words: ["templates", verb, "no-such-set"] + folder)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("there is no template set 'no-such-set'"))
    #expect(run.errorOutput.contains("'momgen templates list'"))
    for name in Self.names.prefix(1) {
      let slip = Run(words: ["templates", verb, name + "x"] + folder)
      #expect(slip.errorOutput.contains("did you mean '\(name)'?"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("x")))
  }
}
