import CommandLineParsing
import Diagnostics
import StoreMigration

/// `momgen inspect`: reports the contents of a store.
enum InspectVerb: Verb {
  static let command = Command(
    "inspect",
    "Show the content of a store and the version of its model.",
    discussion: """
      Prints the entities with the number of their objects and the size of their tables, the metadata
      (identifier, model, version of Core Data), the size of the file and its free part, the history, and the
      files of large values. Dangling relationships, and missing or unused files, are listed at the end;
      'momgen verify' checks more.

      With --model, the store's hashes are compared with all versions of a model, and the entities that
      differ are named. With --history, so are all earlier models in the git repository.
      Without either, the model in the store is used, which stores from before 2015 lack.

      The store is only read, including its write-ahead log. STORE may be the URL of a PostgreSQL
      database.
      """,
    group: "Stores",
    operands: [SharedOptions.store],
    options: [
      SharedOptions.storeModel,
      SharedOptions.storeHistory,
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How it is shown."),
    ],
    examples: [
      Example("momgen inspect League.sqlite", "Show the content."),
      Example(
        "momgen inspect League.sqlite --model League.xcdatamodeld",
        "Which version of the model does it have?"
      ),
    ],
    exitCodes: [
      ExitCode(0, "The store was shown, even if it has problems."),
      ExitCode(2, "The command line is invalid."),
      ExitStatus.unreadableStore,
    ]
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let examination = StoreExamination(arguments)
    guard examination.isReady else { return examination.reading.failure(in: environment) }
    do {
      let inspection = try examination.inspection(.survey)
      let text =
        arguments.value("format") == "json"
        ? InspectionJSON(inspection: inspection).text : InspectionText(inspection: inspection).text
      return examination.reading.outcome(printing: text, in: environment)
    } catch {
      return StoreDiagnosis(error, store: examination.path).outcome(in: environment)
    }
  }
}
