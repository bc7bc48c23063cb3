import CodeGeneration
import CommandLineParsing
import Diagnostics
import JSON
import ModelFiles

/// `momgen dump`: writes the whole model as JSON.
enum DumpVerb: Verb {
  static let command = Command(
    "dump",
    "Print the whole model as JSON.",
    discussion: """
      The complete model, with its names resolved: inherited properties, destinations, inverses,
      typed default values and version hashes. Keys come in a fixed order, lists in the order of the
      file, so that two dumps can be compared line by line.

      --schema prints the JSON Schema of the format. Changes are additive; a change that would break a reader
      raises 'formatVersion'.

      With --context the JSON is the context of templates instead, key by key, including names and types in
      Swift, tables and columns. Templates/README.md describes it.
      """,
    group: "Reading",
    operands: [
      Operand(
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
        count: .optional,
        default: "-",
        "The model; by default standard input."
      )
    ],
    options: [
      SharedOptions.modelVersion, SharedOptions.output,
      .flag("schema", "Print the JSON Schema of the output instead."),
      .flag("context", "Print the context of templates instead."),
      .flag("compact", "Print everything on one line."),
    ],
    examples: [
      Example("momgen dump League.xcdatamodeld", "Print the current version."),
      Example(
        "momgen dump League.xcdatamodeld | jq '.entities[].name'",
        "Name the entities."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let layout: JSONText.Layout = arguments.has("compact") ? .compact : .pretty
    let destination = arguments.value("output") ?? "-"
    if arguments.has("schema") {
      let schema = JSONText(layout).text(of: DumpSchema.document) + "\n"
      return ModelReading().outcome(
        writing: Array(schema.utf8),
        to: destination,
        in: environment
      )
    }
    var reading = ModelReading.one(arguments)
    guard let loaded = reading.models.first else {
      return reading.outcome(leavingOut: destination, in: environment)
    }
    let document: JSONValue
    if arguments.has("context") {
      let model = ContextModel(loaded)
      document = JSONValue(GenerationContext([model]).value)
      reading.diagnostics += loaded.source.diagnostics(for: model.naming.issues)
    } else {
      document = ModelDump(loaded).document
    }
    let text = JSONText(layout).text(of: document) + "\n"
    return reading.outcome(writing: Array(text.utf8), to: destination, in: environment)
  }
}
