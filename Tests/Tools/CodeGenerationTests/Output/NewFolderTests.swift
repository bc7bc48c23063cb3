import Diagnostics
import Files
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// Folders that do not exist are written as a whole.
@Suite struct NewFolderTests {
  private static let outputs =
    #"{name: "machine", template: "t", each: "entity", file: "made/{{ entity.name }}.swift"}"#

  private static func survey(
    _ path: String,
    outputs: String = outputs
  ) throws -> FolderSurvey {
    let planning = try Planning(
      outputs,
      templates: ["t": "// {{ entity.name }}"],
      models: ["M": Planning.twoEntities],
      configuration: nil
    )
    return try FolderSurvey.of(path, for: planning.plan)
  }

  private static func names(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.path()).sorted()
  }

  @Test func allFilesAppearWithTheFolder() throws {
    let scratch = try Scratch()
    let path = scratch.path("a/b/out")
    #expect(try Self.survey(path).commitAsNewFolder())
    #expect(
      try Self.names(scratch) == [
        "a", "a/b", "a/b/out", "a/b/out/.momgen-manifest.json", "a/b/out/made",
        "a/b/out/made/A.swift", "a/b/out/made/B.swift",
      ]
    )
    #expect(try scratch.read("a/b/out/made/A.swift") == "// A\n")
    // The next run finds everything in its place.
    let next = try Self.survey(path)
    #expect(next.isUpToDate(pruning: true))
    #expect("\(next.counts(pruning: false))" == "0 written, 2 unchanged")
    // The permissions are those of other new folders and files.
    let other = scratch.path("other")
    try FileWriter().makeFolder(other)
    #expect(try Self.permissions(path) == Self.permissions(other))
  }

  private static func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func theSameFilesAreWrittenIntoAnExistingFolder() throws {
    let scratch = try Scratch()
    #expect(try Self.survey(scratch.path("new")).commitAsNewFolder())
    try FileWriter().makeFolder(scratch.path("old"))
    let survey = try Self.survey(scratch.path("old"))
    #expect(try !survey.commitAsNewFolder())
    try survey.commit(pruning: false)
    for name in [".momgen-manifest.json", "made/A.swift", "made/B.swift"] {
      #expect(try scratch.read("new/\(name)") == scratch.read("old/\(name)"))
    }
  }

  @Test(arguments: ["out/theirs.txt", "out"])
  func whatHasAppearedMeanwhileStays(file: String) throws {
    let scratch = try Scratch()
    let survey = try Self.survey(scratch.path("out"))
    try scratch.write("theirs", to: file)
    let before = try Self.names(scratch)
    #expect(try !survey.commitAsNewFolder())
    #expect(try Self.names(scratch) == before)
    #expect(try scratch.read(file) == "theirs")
  }

  @Test func aFailureLeavesNothing() throws {
    let scratch = try Scratch()
    // No path is that long.
    let folders = Array(repeating: String(repeating: "x", count: 250), count: 20)
    let deep = folders.joined(separator: "/")
    let survey = try Self.survey(
      scratch.path("a/out"),
      outputs: """
        {name: "one", template: "t", each: "entity", file: "made/{{ entity.name }}.swift"},
        {name: "two", template: "t", each: "entity", file: "\(deep)/{{ entity.name }}.swift"}
        """
    )
    #expect {
      try survey.commitAsNewFolder()
    } throws: { error in
      let place = (error as? DiagnosticError)?.diagnostic.place.path
      return place == scratch.path("a/out/\(deep)/A.swift")
    }
    #expect(try Self.names(scratch).isEmpty)
  }

  @Test func foldersOfKilledRunsAreRemoved() throws {
    let scratch = try Scratch()
    let nobody = Int32.max
    let abandoned = ".momgen-out.\(nobody).new"
    try scratch.write("half", to: "\(abandoned)/made/A.swift")
    try scratch.write("precious", to: "precious.txt")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("\(abandoned)/link"),
      withDestinationPath: scratch.path()
    )
    // Those of running programs, of other folders, and of other programs stay.
    let others = [
      ".momgen-out.\(getpid()).new/made/A.swift", ".momgen-other.\(nobody).new/A.swift",
      "out.\(nobody).new/A.swift",
    ]
    for other in others { try scratch.write("half", to: other) }
    #expect(try Self.survey(scratch.path("out")).commitAsNewFolder())
    #expect(!scratch.exists(abandoned))
    #expect(try scratch.read("precious.txt") == "precious")
    for other in others { #expect(try scratch.read(other) == "half") }
    #expect(scratch.exists("out/made/A.swift"))
  }

  /// A process in another container has the number of none here, and holds the lock.
  @Test func lockedFoldersStay() throws {
    let scratch = try Scratch()
    let name = ".momgen-out.\(Int32.max).new"
    try scratch.write("half", to: "\(name)/A.swift")
    let lock = try FolderLock(scratch.path(name))
    #expect(try Self.survey(scratch.path("out")).commitAsNewFolder())
    #expect(try scratch.read("\(name)/A.swift") == "half")
    withExtendedLifetime(lock) {}
  }

  @Test func aRelativePathIsThatOfTheCurrentFolder() throws {
    let scratch = try Scratch()
    try FileWriter().makeFolder(scratch.path("in"))
    #expect(try Self.survey(scratch.path("in/../out/")).commitAsNewFolder())
    #expect(try scratch.read("out/made/B.swift") == "// B\n")
  }
}
