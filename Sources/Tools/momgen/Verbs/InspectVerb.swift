import CommandLineParsing
import Diagnostics
import StoreMigration

/// `momgen inspect`: reports the contents of a store.
enum InspectVerb: Verb {
  static let command = Command(
    "inspect",
    "Show what is in a store, and of which version of a model it is.",
    discussion: """
      Prints the entities with the number of their objects and the size of their tables, what the store
      says of itself (its identifier, its model, the age of Core Data that wrote it), the size of the file
      and what of it is free, the history, and the files of large values. Relationships that lead nowhere,
      and files that are missing or unused, are listed at the end; 'momgen verify' looks for more.

      With --model, the store's hashes are compared with all versions of a model, and the entities that
      differ are named. With --history, so are all forms that a model ever had in the git repository.
      Without either the model that the store keeps is asked, which stores of before 2015 do not have.

      The store is only read, with what is still in its write-ahead log. STORE may be the URL of a PostgreSQL
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
      Example("momgen inspect League.sqlite", "What is in there?"),
      Example(
        "momgen inspect League.sqlite --model League.xcdatamodeld",
        "Which version of the model does it have?"
      ),
    ],
    exitCodes: [
      ExitCode(0, "The store was shown, whatever is wrong with it."),
      ExitCode(2, "The command line was not understood."),
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
