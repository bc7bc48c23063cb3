import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import JSON
import ModelFiles

/// `momgen list-outputs`: lists the files that `momgen generate` would write.
enum ListOutputsVerb: Verb {
  static let command = Command(
    "list-outputs",
    "List the files that would be generated.",
    discussion: """
      Takes the arguments of 'momgen generate'. Only the names of the files are computed, and only models and
      templates are read, so that a build system can get its outputs beforehand.
      """,
    group: "Generating",
    operands: [SharedOptions.generatedModels],
    options: SharedOptions.generation + [
      .flag("json", "Print JSON with details of each file instead of one path a line.")
    ],
    examples: [
      Example("momgen list-outputs League.xcdatamodeld -o Sources/Model", "List them.")
    ],
    exitCodes: ExitStatus.generationDocumentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var pipeline = GenerationPipeline(GenerationRequest(reading: arguments), in: environment)
    let targets = pipeline.targets()
    guard pipeline.status == .success else { return pipeline.outcome(in: environment) }
    let files = targets.flatMap { target in
      target.plan.files.map { (path: path(of: $0, in: target.folder), file: $0) }
    }
    guard arguments.has("json") else {
      return pipeline.outcome(files.map { "\($0.path)\n" }.joined().utf8, in: environment)
    }
    let document: JSONValue = .object([
      .init("files", .array(files.map { json($0.file, at: $0.path) }))
    ])
    return pipeline.outcome((JSONText().text(of: document) + "\n").utf8, in: environment)
  }

  private static func path(of file: PlannedFile, in folder: String) -> String {
    guard folder != "-", folder != "." else { return file.path.text }
    return "\(folder.trimmingSlashes == "/" ? "" : folder.trimmingSlashes)/\(file.path.text)"
  }

  private static func json(_ file: PlannedFile, at path: String) -> JSONValue {
    .object([
      .init("path", .string(path)),
      .init("output", .string(file.output)),
      .init("mode", .string(file.mode.rawValue)),
      .init("template", .string(file.producer.template)),
      .init("models", .array(file.producer.models.map(JSONValue.string))),
    ])
  }
}
