import Foundation
import Testing

@testable import momgen

struct InitVerbTests {
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("", to: "Sources/App/League.xcdatamodeld/League.xcdatamodel/contents")
    try scratch.write("", to: "Sources/App/Company.xcdatamodeld/Company.xcdatamodel/contents")
    try scratch.write("", to: "Old \"One\".xcdatamodel/contents")
    try scratch.write("", to: ".build/checkouts/Their.xcdatamodeld/Their.xcdatamodel/contents")
    try scratch.write("", to: "Pods/Their.xcdatamodeld/Their.xcdatamodel/contents")
    try scratch.write("no model", to: "File.xcdatamodeld")
    return scratch
  }

  @Test func aProject() throws {
    let scratch = try scratch()
    let run = Run("init", scratch.folder.path)
    #expect(run.errorOutput == "")
    #expect(run.exitCode == 0)
    #expect(
      run.output == """
        \(scratch.path("momgen.json")): written for 3 models
        Next: look at the "output" folders in it, then run 'momgen generate' beside it.

        """
    )
    try Golden.expect(try scratch.read("momgen.json"), equals: "init/momgen.json")
    let outcome = ConfigurationReader().read(scratch.path("momgen.json"))
    #expect(outcome.diagnostics == [])
    #expect(
      outcome.configuration?.models.map(\.path) == [
        scratch.path("Old \"One\".xcdatamodel"),
        scratch.path("Sources/App/Company.xcdatamodeld"),
        scratch.path("Sources/App/League.xcdatamodeld"),
      ]
    )
  }

  @Test func pathsAreRelativeToTheFile() throws {
    let scratch = try scratch()
    try scratch.write("", to: "Settings/x")
    let file = scratch.path("Settings/models.json")
    #expect(Run("init", scratch.path("Sources"), "--output", file).exitCode == 0)
    let configuration = try #require(ConfigurationReader().read(file).configuration)
    #expect(
      configuration.models.map(\.path) == [
        scratch.path("Settings/../Sources/App/Company.xcdatamodeld"),
        scratch.path("Settings/../Sources/App/League.xcdatamodeld"),
      ]
    )
    for model in configuration.models {
      #expect(FileManager.default.fileExists(atPath: model.path))
    }
  }

  @Test func standardOutput() throws {
    let scratch = try scratch()
    let run = Run("init", "-o", "-", scratch.folder.path)
    try Golden.expect(run.output, equals: "init/momgen.json")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("momgen.json")))
  }

  @Test func nothingIsOverwritten() throws {
    let scratch = try scratch()
    let path = try scratch.write("mine", to: "momgen.json")
    let run = Run("init", scratch.folder.path)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("\(path): error: the file already exists"))
    #expect(try scratch.read("momgen.json") == "mine")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    #expect(Run("init", scratch.folder.path).exitCode == 2)
  }

  @Test(arguments: [
    ("empty", [], "there is no model below the folder"),
    ("missing", [], "there is no such folder"),
    ("full", ["-o", "/missing/folder/m.json"], "the folder of the file does not exist"),
  ])
  func mistakes(folder: String, more: [String], message: String) throws {
    let scratch = try Scratch()
    try scratch.write("", to: "empty/file")
    try scratch.write("", to: "full/M.xcdatamodel/contents")
    let run = Run(words: ["init", scratch.path(folder)] + more)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }
}
