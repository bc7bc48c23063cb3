import Diagnostics
import ManagedModel
import ModelFiles
import TemplateEngine
import Testing

@testable import CodeGeneration

/// A plan for a model in a test.
struct Planning {
  let outcome: GenerationPlanner.Outcome

  /// - Parameters:
  ///   - outputs: The outputs, as in `set.json`.
  ///   - templates: The templates by name; `t` always exists.
  ///   - models: The models by the names of their bundles, each the content of its `<model>` element.
  ///   - configuration: The configuration to which the models are restricted.
  ///   - fileNames: File names that override the set's.
  ///   - environment: The variables of the environment.
  /// - Throws: When the set cannot be read.
  init(
    _ outputs: String,
    templates: [String: String] = [:],
    models: KeyValuePairs<String, String> = ["M": Self.twoEntities],
    configuration: String? = nil,
    fileNames: [String: String] = [:],
    environment: [(String, String)] = []
  ) throws {
    let loader = DictionaryLoader(
      templates.merging(["t": "{{ entity.name }}"]) { first, _ in first }
    )
    var reader = TemplateSetReader(programVersion: "1", loader: loader)
    let set = reader.read(
      "{summary: 's', outputs: [\(outputs)]}".utf8,
      path: "set.json",
      name: "set",
      origin: .bundled
    )
    let planner = GenerationPlanner(
      try #require(set, "\(reader.collector.diagnostics)"),
      models: models.map { name, content in
        let reading = ContentsReader.read(Array("<model>\(content)</model>".utf8))
        let context = ContextModel(
          ResolvedModel(reading.model ?? Model()),
          name: name,
          version: name,
          configuration: configuration
        )
        return GenerationPlanner.PlannedModel(path: "\(name).xcdatamodeld", context: context)
      },
      parameters: ["p": "yes"],
      fileNames: fileNames.map { GivenFileName(output: $0, pattern: PlacedText($1)) },
      configuration: configuration,
      environment: environment
    )
    outcome = planner.outcome()
  }

  static let twoEntities = """
    <entity name="A" representedClassName="A"/><entity name="B" representedClassName="B"/>
    """

  var plan: GenerationPlan { outcome.plan }
  var paths: [String] { plan.files.map(\.path.text) }
  var messages: [String] { outcome.diagnostics.map { "\($0.place): \($0.message)" } }

  func texts() throws -> [String] {
    try plan.files.map { String(decoding: try $0.bytes(), as: UTF8.self) }
  }
}
