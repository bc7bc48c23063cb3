import Diagnostics
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// The steps of generating, one by one.
struct GenerationPipelineTests {
  private static let model = #"<model><entity name="A" representedClassName="A"/></model>"#

  /// A job for the model of a test, which writes into the folder `Made`.
  private static func job(
    _ scratch: Scratch,
    template: String = "xcode",
    configuration: String? = nil
  ) -> GenerationJob {
    GenerationJob(
      models: [ModelReference(scratch.path("M.xcdatamodel"))],
      template: TemplateReference(template),
      parameters: [GivenParameter("all", .bare)],
      configuration: configuration,
      output: scratch.path("Made")
    )
  }

  private static func pipeline(
    _ jobs: [GenerationJob],
    options: CommitOptions = CommitOptions()
  ) -> GenerationPipeline {
    GenerationPipeline(jobs, library: TemplateLibrary(programVersion: "1"), options: options)
  }

  private static func scratch(model: String = model) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(model, to: "M.xcdatamodel/contents")
    return scratch
  }

  private static func made(_ scratch: Scratch) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.path("Made"))) ?? []).sorted()
  }

  private static let files = [
    "A+CoreDataClass.swift", "A+CoreDataProperties.swift", "M+CoreDataModel.swift",
  ]

  @Test("Only the last step writes") func steps() throws {
    let scratch = try Self.scratch()
    var pipeline = Self.pipeline([Self.job(scratch)])
    #expect(pipeline.models.isEmpty)
    let loaded = pipeline.load()
    #expect(loaded.count == 1)
    let named = pipeline.name(loaded)
    #expect(named.map { $0.models?.count } == [1])
    let targets = pipeline.plan(named)
    #expect(targets.map(\.folder) == [scratch.path("Made")])
    #expect(targets.flatMap(\.plan.files).map(\.path.text).sorted() == Self.files)
    let surveyed = pipeline.survey(targets)
    #expect(surveyed.count == 1)
    #expect(Self.made(scratch) == [])
    let result = pipeline.commit(surveyed)
    #expect(pipeline.status == .success)
    #expect("\(result.counts)" == "3 written, 0 unchanged")
    #expect(Self.made(scratch) == [".momgen-manifest.json"] + Self.files)
  }

  @Test("A model of two jobs is read once") func readOnce() throws {
    let scratch = try Self.scratch()
    var pipeline = Self.pipeline([Self.job(scratch), Self.job(scratch, template: "portable")])
    _ = pipeline.targets()
    #expect(pipeline.models.count == 1)
  }

  @Test("A dry run prints what would be written") func trial() throws {
    let scratch = try Self.scratch()
    var pipeline = Self.pipeline([Self.job(scratch)], options: CommitOptions(isTrial: true))
    let result = pipeline.run()
    #expect(result.changes.count == 3)
    #expect(Self.made(scratch) == [])
  }

  @Test("An error in any step prevents the last one from writing") func errors() throws {
    let bad = try Self.scratch(model: "<model>")
    var pipeline = Self.pipeline([Self.job(bad)])
    _ = pipeline.run()
    #expect(pipeline.status == .badModel)
    #expect(Self.made(bad) == [])

    let scratch = try Self.scratch()
    pipeline = Self.pipeline([Self.job(scratch), Self.job(scratch, configuration: "None")])
    _ = pipeline.run()
    #expect(pipeline.status == .failed)
    #expect(pipeline.diagnostics.map(\.rule) == [PlanRule.unknownConfiguration.rawValue])
    #expect(Self.made(scratch) == [])
  }
}
