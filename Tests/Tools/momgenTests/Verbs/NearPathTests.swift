import Foundation
import Testing

@testable import momgen

/// Paths that do not exist, and the suggestions.
struct NearPathTests {
  @Test(arguments: [
    ("Models/Leage.xcdatamodeld", "Models/League.xcdatamodeld"),
    ("Modles/League.xcdatamodeld", "Models/League.xcdatamodeld"),
    ("Modles/Leage.xcdatamodeld", "Models/League.xcdatamodeld"),
    ("Models/league.xcdatamodeld", "Models/League.xcdatamodeld"),
    ("Models/League", "Models/League.xcdatamodeld"),
    (
      "Models/League.xcdatamodeld/Leagu.xcdatamodel",
      "Models/League.xcdatamodeld/League.xcdatamodel"
    ),
  ])
  func suggestions(typed: String, meant: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("Models"),
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: SampleModel.path("League"),
      toPath: scratch.path("Models/League.xcdatamodeld")
    )
    let run = Run("validate", scratch.path(typed))
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("hint: did you mean '\(scratch.path(meant))'?"))
  }

  /// Stores, configurations and templates as well.
  @Test(arguments: [
    (["inspect", "Leage.sqlite"], "League.sqlite"), (["verify", "Leage.sqlite"], "League.sqlite"),
    (["migrate", "Leage.sqlite", "--model", "M.xcdatamodel"], "League.sqlite"),
    (["generate", "--config", "momgen.jsn"], "momgen.json"),
    (["generate", "M.xcdatamodel", "--template", "clas.stencil"], "class.stencil"),
    (["lint", "--config", "momgen.jsn", "M.xcdatamodel"], "momgen.json"),
  ])
  func suggestionsForOtherFiles(words: [String], meant: String) throws {
    let scratch = try Scratch()
    for name in ["League.sqlite", "momgen.json", "class.stencil", "M.xcdatamodel/contents"] {
      try scratch.write("<model/>", to: name)
    }
    let run = Run(words: words.map { $0.contains(".") ? scratch.path($0) : $0 })
    #expect(run.exitCode >= 2)
    #expect(
      run.errorOutput.contains("hint: did you mean '\(scratch.path(meant))'?"),
      "\(run.errorOutput)"
    )
  }

  @Test func nothingIsNear() {
    let run = Run("validate", "/nowhere/at/all.xcdatamodeld")
    #expect(run.exitCode == 3)
    #expect(!run.errorOutput.contains("did you mean"))
  }

  @Test func aRevisionIsNoModel() throws {
    let repository = try GitRepository()
    let model = repository.scratch.path("M.xcdatamodel")
    try repository.scratch.write("<model/>", to: "M.xcdatamodel/contents")
    _ = try repository.git("add", ".")
    _ = try repository.git("commit", "-q", "-m", "one")
    let run = Run("diff", model, "HEAD")
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("'HEAD' is a git revision, not a model"))
    #expect(run.errorOutput.contains("hint: write --base HEAD"))
    let lint = Run("lint", model, "HEAD")
    #expect(lint.exitCode == 2)
    #expect(lint.errorOutput.contains("'HEAD' is a git revision, not a model"))
    #expect(lint.errorOutput.contains("hint: write --base HEAD"))
    for verb in ["diff", "lint"] {
      let other = Run(verb, model, "nothing")
      #expect(!other.errorOutput.contains("revision"))
    }
  }
}
