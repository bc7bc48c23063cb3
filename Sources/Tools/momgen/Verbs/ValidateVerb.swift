import CommandLineParsing
import Diagnostics
import ManagedModel
import ModelFiles

/// `momgen validate`: reports everything that is wrong with models.
enum ValidateVerb: Verb {
  static let command = Command(
    "validate",
    "Check models and report every mistake.",
    discussion: """
      All problems are reported in one run, with line and column, and with a hint if there is one. Warnings
      and notes are not findings; with --strict, warnings are.

      With --diagnostics json, sarif or github the report goes to standard output.
      """,
    group: "Reading",
    operands: [SharedOptions.models],
    options: [
      SharedOptions.modelVersion, SharedOptions.allVersions,
      .flag("strict", "End with exit code 1 if there are warnings."),
      .flag("quiet", short: "q", "Print nothing about models without problems."),
    ],
    exclusives: [ExclusiveOptions("model-version", "all-versions")],
    examples: [
      Example("momgen validate Models/League.xcdatamodeld", "Check the current version."),
      Example(
        "momgen validate --all-versions --diagnostics sarif League.xcdatamodeld > report.sarif",
        "Check every version, for a code scanning service."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool { true }

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let reading = ModelReading.each(arguments)
    var status = reading.exitCode
    let hasWarnings = reading.diagnostics.contains { $0.severity == .warning }
    if status == .success, hasWarnings, arguments.has("strict") { status = .findings }
    let isForPeople = environment.diagnosticFormat == .text && !arguments.has("quiet")
    let summary = isForPeople ? reading.models.map(line(about:)).joined() : ""
    var outcome = VerbOutcome(
      output: summary.utf8,
      diagnostics: reading.diagnostics,
      sources: reading.sources,
      diagnosticsAreTheProduct: true,
      exitCode: status,
      environment: environment
    )
    outcome.kept = reading.models
    return outcome
  }

  private static func line(about loaded: LoadedModel) -> String {
    let count = loaded.model.entities.count
    let entities = count == 1 ? "1 entity" : "\(count) entities"
    let problems = DiagnosticSummary(of: loaded.diagnostics).description
    return "\(loaded.bundle.path.visible): version '\(loaded.version.name.visible)', "
      + "\(entities), \(problems)\n"
  }
}
