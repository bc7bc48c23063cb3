import Diagnostics
import Files
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// The files that are written, and those that are not touched.
struct FolderSurveyTests {
  private static let outputs = """
    {name: "human", template: "t", each: "entity", file: "{{ entity.name }}.swift", mode: "once"},
    {name: "machine", template: "t", each: "entity", file: "made/_{{ entity.name }}.swift"}
    """
  private static let template = "// {{ entity.name }} of {{ model.name }}"
  private static let entityA = #"<entity name="A" representedClassName="A"/>"#

  private static func planning(
    _ models: KeyValuePairs<String, String> = ["M": Planning.twoEntities],
    template: String = template,
    outputs: String = outputs,
    configuration: String? = nil
  ) throws -> Planning {
    let planning = try Planning(
      outputs,
      templates: ["t": template],
      models: models,
      configuration: configuration
    )
    #expect(planning.outcome.diagnostics.allSatisfy { $0.severity == .note })
    return planning
  }

  /// Writes a plan into a folder, as `generate` does.
  @discardableResult
  private static func write(
    _ planning: Planning,
    to scratch: Scratch,
    pruning: Bool = false
  ) throws -> FolderSurvey {
    let survey = try FolderSurvey.of(scratch.path(), for: planning.plan)
    #expect(survey.diagnostics.isEmpty)
    try survey.commit(pruning: pruning)
    return survey
  }

  private static func survey(_ planning: Planning, _ scratch: Scratch) throws -> FolderSurvey {
    try FolderSurvey.of(scratch.path(), for: planning.plan)
  }

  private static func names(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.path()).sorted()
  }

  @Test func everythingIsWrittenOnce() throws {
    let scratch = try Scratch()
    let planning = try Self.planning()
    #expect(
      try "\(Self.write(planning, to: scratch).counts(pruning: false))" == "4 written, 0 unchanged"
    )
    #expect(
      try Self.names(scratch) == [
        ".momgen-manifest.json", "A.swift", "B.swift", "made", "made/_A.swift", "made/_B.swift",
      ]
    )
    #expect(try scratch.read("made/_A.swift") == "// A of M\n")
    let again = try Self.survey(planning, scratch)
    #expect(again.isUpToDate(pruning: true))
    #expect("\(again.counts(pruning: false))" == "0 written, 2 unchanged, 2 kept (yours)")
  }

  @Test func currentFilesAreNotWritten() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    for name in try Self.names(scratch) {
      try FileManager.default.setAttributes(
        [.modificationDate: past],
        ofItemAtPath: scratch.path(name)
      )
    }
    try scratch.write("mine", to: "A.swift")
    try scratch.write("changed", to: "made/_B.swift")
    try Self.write(Self.planning(), to: scratch)
    func date(_ name: String) throws -> Date? {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
      return attributes[.modificationDate] as? Date
    }
    #expect(try date("made/_A.swift") == past)
    #expect(try date(".momgen-manifest.json") == past)
    #expect(try date("made/_B.swift") != past)
    #expect(try scratch.read("A.swift") == "mine")
    #expect(try scratch.read("made/_B.swift") == "// B of M\n")
  }

  @Test func permissionsStay() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    let path = scratch.path("made/_A.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try Self.write(Self.planning(template: "new"), to: scratch)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  // MARK: Stale files

  @Test func filesWithoutAProducerAreStaleAndPruned() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    let fewer = try Self.planning(["M": Self.entityA])
    let kept = try Self.write(fewer, to: scratch)
    #expect(kept.stale.map(\.path) == ["B.swift", "made/_B.swift"])
    #expect("\(kept.counts(pruning: false))" == "0 written, 1 unchanged, 1 kept (yours), 1 stale")
    #expect(kept.remarks(pruning: false).map(\.rule) == ["stale-file"])
    #expect(scratch.exists("made/_B.swift"))

    // It is still in the manifest after a run that did not prune.
    let pruned = try Self.write(fewer, to: scratch, pruning: true)
    #expect(
      "\(pruned.counts(pruning: true))" == "0 written, 1 unchanged, 1 kept (yours), 1 removed"
    )
    #expect(pruned.remarks(pruning: true).map(\.severity) == [.note])
    #expect(!scratch.exists("made/_B.swift"))
    #expect(scratch.exists("B.swift"))
    #expect(try !scratch.read(".momgen-manifest.json").contains("_B.swift"))
    #expect(try Self.survey(fewer, scratch).isUpToDate(pruning: true))
  }

  @Test func anEditedStaleFileStays() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    try scratch.write("// B of m\n", to: "made/_B.swift")
    let fewer = try Self.planning(["M": Self.entityA])
    let survey = try Self.write(fewer, to: scratch, pruning: true)
    #expect(try scratch.read("made/_B.swift") == "// B of m\n")
    #expect(survey.remarks(pruning: true).map(\.severity).contains(.warning))
    #expect(survey.counts(pruning: true).stale == 1)
  }

  @Test func aStaleFileThatIsGoneIsForgotten() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    try FileManager.default.removeItem(atPath: scratch.path("made/_B.swift"))
    try FileManager.default.removeItem(atPath: scratch.path("B.swift"))
    let fewer = try Self.planning(["M": Self.entityA])
    #expect(try Self.write(fewer, to: scratch).stale.isEmpty)
    #expect(try !scratch.read(".momgen-manifest.json").contains("B.swift"))
  }

  /// Files of other models, of other configurations or of other sets do not concern this run.
  @Test func otherProducersKeepTheirFiles() throws {
    let scratch = try Scratch()
    let other = #"<entity name="X" representedClassName="X"/>"#
    try Self.write(Self.planning(), to: scratch)
    try Self.write(Self.planning(["N": other]), to: scratch, pruning: true)
    try Self.write(
      Self.planning(
        ["M": Self.entityA],
        outputs: #"{name: "x", template: "t", each: "entity", file: "C/{{ entity.name }}"}"#,
        configuration: "C"
      ),
      to: scratch,
      pruning: true
    )
    for name in ["made/_A.swift", "made/_B.swift", "made/_X.swift", "C/A"] {
      #expect(scratch.exists(name), "\(name)")
    }
    try Self.write(Self.planning(["M": Self.entityA]), to: scratch, pruning: true)
    #expect(!scratch.exists("made/_B.swift"))
    #expect(scratch.exists("made/_X.swift"))
    #expect(scratch.exists("C/A"))
  }

  @Test func aModelWithoutEntitiesLeavesNothing() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    try Self.write(Self.planning(["M": ""]), to: scratch, pruning: true)
    #expect(!scratch.exists("made/_A.swift"))
    #expect(scratch.exists("A.swift"))
  }

  /// A file that another producer generates belongs to the last one.
  @Test func aFileHasOneProducer() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(["M": Self.entityA]), to: scratch)
    try Self.write(Self.planning(["N": Self.entityA]), to: scratch)
    try Self.write(Self.planning(["M": ""]), to: scratch, pruning: true)
    #expect(try scratch.read("made/_A.swift") == "// A of N\n")
  }

  // MARK: Files of the user's

  @Test func filesOfTheUserAreNeverReplaced() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(), to: scratch)
    try scratch.write("mine", to: "A.swift")
    let greedy = try Self.planning(
      outputs: #"{name: "x", template: "t", each: "entity", file: "{{ entity.name }}.swift"}"#
    )
    let survey = try Self.survey(greedy, scratch)
    #expect(survey.refusals.map(\.rule) == ["kept-file"])
    #expect(survey.refusals.first?.place.path == scratch.path("A.swift"))
    #expect(try scratch.read("A.swift") == "mine")
  }

  /// The user's file may be created after the survey and before the commit.
  @Test func aFileThatIsMadeMeanwhileStays() throws {
    let scratch = try Scratch()
    let survey = try Self.survey(Self.planning(), scratch)
    try scratch.write("mine", to: "A.swift")
    try survey.commit(pruning: false)
    #expect(try scratch.read("A.swift") == "mine")
    #expect(try Self.names(scratch).filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  // MARK: Hostile folders

  @Test func linksOutOfTheFolderAreNotFollowed() throws {
    let outside = try Scratch()
    try outside.write("precious", to: "file")
    let cases: [(link: String, target: String)] = [
      ("made", outside.path()), ("A.swift", outside.path("file")),
      ("made/_A.swift", outside.path("file")), ("B.swift", outside.path("nothing")),
      (".momgen-manifest.json", outside.path("file")), ("made", "/proc/self/fd"),
      ("made", ".."), ("A.swift", "A.swift"),
    ]
    for (link, target) in cases {
      let scratch = try Scratch()
      if link.contains("/") { try scratch.write("", to: "made/other") }
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path(link),
        withDestinationPath: target
      )
      let survey = try Self.survey(Self.planning(), scratch)
      #expect(survey.hasErrors, "\(link)")
      #expect(try outside.read("file") == "precious")
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path()) == ["file"])
    }
  }

  @Test func linksInsideTheFolderAreWrittenThrough() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "real/other")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("made"),
      withDestinationPath: "real"
    )
    try Self.write(Self.planning(), to: scratch)
    #expect(try scratch.read("real/_A.swift") == "// A of M\n")
    #expect(try Self.survey(Self.planning(), scratch).isUpToDate(pruning: true))
  }

  @Test(arguments: [
    ("A.swift/x", "a folder is in its place"), ("made", "'made' is not a folder"),
    (".momgen-manifest.json/x", "a folder is in its place"),
  ])
  func obstructedPaths(name: String, reason: String) throws {
    let scratch = try Scratch()
    try scratch.write("", to: name)
    let survey = try Self.survey(Self.planning(), scratch)
    #expect(survey.diagnostics.first?.message.hasSuffix(reason) == true, "\(survey.diagnostics)")
    #expect(survey.hasErrors)
  }

  @Test func filesAndBrokenLinksAreNotFolders() throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "file")
    #expect(throws: FileProblem.self) { try OutputFolder.at(file) }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"),
      withDestinationPath: "nothing"
    )
    #expect(throws: FileProblem.self) { try OutputFolder.at(scratch.path("link")) }
    #expect(try OutputFolder.at(scratch.path("missing")).root == nil)
  }

  @Test func aPipeIsNoFile() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch.path("A.swift"), 0o600) == 0)
    #expect(try Self.survey(Self.planning(), scratch).hasErrors)
  }

  // MARK: Interrupted runs

  /// A killed program leaves temporary files, but no incomplete ones.
  @Test func filesOfAKilledRunAreRemoved() throws {
    let scratch = try Scratch()
    try scratch.write("half", to: "made/.momgen-123-4.tmp")
    try scratch.write("half", to: ".momgen-99-0.tmp")
    try scratch.write("other", to: ".momgen-something")
    try Self.write(Self.planning(), to: scratch)
    #expect(!scratch.exists("made/.momgen-123-4.tmp"))
    #expect(!scratch.exists(".momgen-99-0.tmp"))
    #expect(scratch.exists(".momgen-something"))
  }

  @Test func aFailedWriteChangesNothing() throws {
    let scratch = try Scratch()
    try Self.write(Self.planning(["M": Self.entityA]), to: scratch)
    let before = try scratch.read(".momgen-manifest.json")
    let survey = try Self.survey(Self.planning(template: "new"), scratch)
    // An obstacle appears after the survey: the folder of a file becomes a file.
    try FileManager.default.moveItem(atPath: scratch.path("made"), toPath: scratch.path("away"))
    try scratch.write("", to: "made")
    #expect(throws: DiagnosticError.self) { try survey.commit(pruning: true) }
    #expect(try scratch.read("away/_A.swift") == "// A of M\n")
    #expect(try scratch.read(".momgen-manifest.json") == before)
    #expect(!scratch.exists("B.swift"))
    #expect(try Self.names(scratch).filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test func anErrorInATemplateIsReportedOnceWithTheFile() throws {
    let scratch = try Scratch()
    let survey = try Self.survey(
      Self.planning(template: "{% include entity.name %}"),
      scratch
    )
    #expect(survey.diagnostics.count == 2)
    #expect(survey.diagnostics.first?.place == Place(path: "t", line: 1, column: 1))
    #expect(survey.diagnostics.first?.notes.last?.place.path == "A.swift")
    #expect(try Self.names(scratch).isEmpty)
  }
}
