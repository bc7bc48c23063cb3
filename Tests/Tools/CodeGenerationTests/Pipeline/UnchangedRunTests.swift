import Diagnostics
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// Runs with the inputs of the last one.
struct UnchangedRunTests {
  private static func model(_ body: String = "") -> String {
    #"<model><entity name="A" representedClassName="A">\#(body)</entity></model>"#
  }

  /// A folder with a model whose files were generated.
  private static func scratch(_ template: String = "xcode") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(model(), to: "M.xcdatamodel/contents")
    #expect(run(scratch, template).counts == "3 written, 0 unchanged" || template != "xcode")
    return scratch
  }

  private struct Outcome {
    var counts: String
    var diagnostics: [String]

    /// Whether a model was read.
    var loaded: Bool
  }

  private static func job(_ scratch: Scratch, _ template: String, _ model: String = "M")
    -> GenerationJob
  {
    GenerationJob(
      models: [ModelReference(scratch.path("\(model).xcdatamodel"))],
      template: TemplateReference(template),
      parameters: template == "xcode" ? [GivenParameter("all", .bare)] : [],
      output: scratch.path("Made")
    )
  }

  @discardableResult
  private static func run(
    _ scratch: Scratch,
    _ template: String = "xcode",
    version: String = "1",
    options: CommitOptions = CommitOptions(),
    changing change: (inout GenerationJob) -> Void = { _ in }
  ) -> Outcome {
    var job = job(scratch, template)
    change(&job)
    var pipeline = GenerationPipeline(
      [job],
      library: TemplateLibrary(programVersion: version),
      options: options
    )
    let result = pipeline.run()
    return Outcome(
      counts: "\(result.counts)",
      diagnostics: pipeline.diagnostics.map(\.rule),
      loaded: !pipeline.models.isEmpty
    )
  }

  @Test("A run without changes reads no model, and reports the same counts")
  func unchanged() throws {
    let scratch = try Self.scratch()
    let manifest = try scratch.read("Made/.momgen-manifest.json")
    for options in [CommitOptions(), CommitOptions(isPruning: true), CommitOptions(isTrial: true)] {
      let again = Self.run(scratch, options: options)
      #expect(again.counts == "0 written, 2 unchanged, 1 kept (yours)" && again.diagnostics.isEmpty)
      #expect(!again.loaded)
    }
    #expect(try scratch.read("Made/.momgen-manifest.json") == manifest)
    // Not a part of the model.
    try scratch.write("x", to: "M.xcdatamodel/.DS_Store")
    #expect(!Self.run(scratch).loaded)
  }

  @Test("A generated file that is missing or edited is noticed")
  func files() throws {
    let scratch = try Self.scratch()
    let file = "Made/A+CoreDataProperties.swift"
    let text = try scratch.read(file)
    try FileManager.default.removeItem(atPath: scratch.path(file))
    #expect(Self.run(scratch).counts == "1 written, 1 unchanged, 1 kept (yours)")
    try scratch.write(text.replacing("A", with: "B"), to: file)
    #expect(Self.run(scratch).diagnostics == [PlanRule.edited.rawValue])
    // Invisible differences are no edit, but the file is not up to date.
    try scratch.write(text.replacing("\n", with: "\r\n"), to: file)
    #expect(Self.run(scratch).counts == "1 written, 1 unchanged, 1 kept (yours)")
    #expect(try scratch.read(file) == text)
    #expect(!Self.run(scratch).loaded)
  }

  @Test("Whatever determines the files is an input", arguments: 0..<5)
  func inputs(_ change: Int) throws {
    let scratch = try Self.scratch()
    var version = "1"
    switch change {
    case 0:
      try scratch.write(
        Self.model(#"<attribute name="x" optional="YES" attributeType="String"/>"#),
        to: "M.xcdatamodel/contents"
      )
    case 1: version = "2"
    case 2: try scratch.write("x", to: "M.xcdatamodel/other")
    default: break
    }
    let again = Self.run(scratch, version: version) { job in
      if change == 3 { job.parameters.append(GivenParameter("dialect", .word("26"))) }
      if change == 4 { job.seesEnvironment = true }
    }
    #expect(again.loaded)
  }

  @Test("A program that is newer than the manifest generates again")
  func newerProgram() throws {
    let scratch = try Self.scratch()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)],
      ofItemAtPath: scratch.path("Made/.momgen-manifest.json")
    )
    #expect(Self.run(scratch).loaded)
  }

  @Test("A run that reported something reports it again")
  func warnings() throws {
    let scratch = try Self.scratch()
    try scratch.write(
      Self.model(#"<relationship name="r" optional="YES" maxCount="1" destinationEntity="A"/>"#),
      to: "M.xcdatamodel/contents"
    )
    let first = Self.run(scratch)
    #expect(first.counts == "1 written, 1 unchanged, 1 kept (yours)")
    let again = Self.run(scratch)
    #expect(again.diagnostics == first.diagnostics)
    #expect(again.loaded == !first.diagnostics.isEmpty)
  }

  @Test("A stale file is reported in each run") func stale() throws {
    let scratch = try Self.scratch()
    try scratch.write(
      Self.model().replacing(#""A""#, with: #""B""#),
      to: "M.xcdatamodel/contents"
    )
    // A file of the user's is no longer generated either, and stays.
    try FileManager.default.removeItem(atPath: scratch.path("Made/A+CoreDataClass.swift"))
    for _ in 1...2 {
      #expect(Set(Self.run(scratch).diagnostics) == [PlanRule.staleFile.rawValue])
    }
    #expect(Self.run(scratch, options: CommitOptions(isPruning: true)).diagnostics.isEmpty)
    // The run that removes a file is not the last one that has something to do.
    #expect(Self.run(scratch).loaded)
    #expect(!Self.run(scratch).loaded)
  }

  @Test("A run for another model that takes over a file is noticed") func rivals() throws {
    let scratch = try Self.scratch()
    try scratch.write(
      Self.model(#"<attribute name="x" optional="YES" attributeType="String"/>"#),
      to: "N.xcdatamodel/contents"
    )
    let other = Self.run(scratch) { job in
      job.models = [ModelReference(scratch.path("N.xcdatamodel"))]
    }
    #expect(other.diagnostics.contains(PlanRule.sharedPath.rawValue))
    let again = Self.run(scratch)
    #expect(again.loaded && again.diagnostics.contains(PlanRule.sharedPath.rawValue))
  }

  @Test("Runs for other folders, and with other sets, are not confused with the last one")
  func otherJobs() throws {
    let scratch = try Self.scratch()
    #expect(Self.run(scratch) { $0.output = scratch.path("Other") }.counts.hasPrefix("3 written"))
    for isFirst in [true, false] {
      let run = Self.run(scratch, "portable") { $0.output = scratch.path("Portable") }
      #expect(run.loaded == isFirst)
    }
    #expect(!Self.run(scratch).loaded)
  }
}
