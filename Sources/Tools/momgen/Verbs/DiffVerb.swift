import CommandLineParsing
import Diagnostics
import Files
import ManagedModel
import ModelFiles
import ModelReview
import SQLSchema

/// `momgen diff`: reports the differences between two versions of a model, and their consequences for stores.
enum DiffVerb: Verb {
  enum Format: String, CaseIterable {
    case text
    case markdown
    case json
    case github
    case html
  }

  /// The consequences that can make a run fail.
  enum Threshold: String, CaseIterable {
    case compatible
    case lightweight
    case mapping
    case dataLoss = "data-loss"
    case shipped
    case never

    /// Whether a change with that consequence is a finding.
    func isReached(by consequence: Consequence) -> Bool {
      Consequence(rawValue: rawValue).map { consequence >= $0 } ?? false
    }
  }

  private static let consequences = Consequence.allCases.map { consequence in
    "  \(consequence.rawValue.padded(to: 12))  \(consequence.summary)"
  }.joined(separator: "\n")

  static let command = Command(
    "diff",
    "Show what changed between two versions of a model, and what it means for stores.",
    discussion: """
      Two models are compared directly. Of one bundle, the current version is compared with the previous one,
      or with the next if it is the first; --from and --to choose others. With --base the old side comes from
      a git revision, at any path there, and versions that were edited since are reported: stores of those
      versions can no longer be opened. The work tree is not touched.

      Each change has a consequence, from harmless to worst:

      \(consequences)

      A removed and an added part may be one part with a new name. A rename needs a renaming identifier, or
      its values are deleted silently. On a terminal momgen asks; elsewhere it reports likely renames, and
      --assume decides.

      The format html is one page without script or other files, to read in a browser: the changes, the
      diagram with marked differences, the difference of the generated Swift, and the SQL of every database
      unless --dialect names some.
      """,
    group: "Reviewing",
    operands: [
      Operand(
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
        count: .many(atLeast: 1),
        "The old and the new model, or one bundle with both."
      )
    ],
    options: options,
    examples: [
      Example("momgen diff League.xcdatamodeld", "What is new in the current version?"),
      Example(
        "momgen diff --from League --to 'League 3' League.xcdatamodeld",
        "What happens to people who skip a version?"
      ),
      Example(
        "momgen diff --base origin/main --format markdown --sql League.xcdatamodeld",
        "Write the comment for a pull request."
      ),
      Example(
        "momgen diff --format html League.xcdatamodeld -o review.html",
        "Write a page to attach to it."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  private static let options: [Option] = [
    .value("from", SharedOptions.version, "The old version, by name."),
    .value("to", SharedOptions.version, "The new version, by name."),
    .value("base", .revision(), "Take the old side from this git revision."),
    .value("head", .revision(), "Take the new side from this git revision."),
    .flag("merge-base", "Of --base, take the last commit that the two sides have in common."),
    .value("format", .choice("FORMAT", of: Format.self), default: "text", "How it is shown."),
    .flag("sql", "Add the statements that migrate a database, and the difference of the schema."),
    .value(
      "dialect",
      .choice("DIALECT", of: SQLVerb.Dialect.self),
      isRepeatable: true,
      "A database of --sql; by default sqlite."
    ),
    .value(
      "assume",
      .choice("WHAT", of: RenameQuestions.Assumption.self),
      default: "ask",
      "The interpretation of likely renames."
    ),
    .value(
      "fail-on",
      .choice("CONSEQUENCE", of: Threshold.self),
      default: "mapping",
      "The lowest consequence that ends with exit code 1."
    ),
    SharedOptions.output,
  ]

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let hint = { (revision: String) in "write --base \(revision), and --head for the other side" }
    if let diagnostic = MisplacedRevision.diagnostic(arguments, hint: hint) {
      return VerbOutcome(diagnostics: [diagnostic], exitCode: .usage, environment: environment)
    }
    return run(arguments, in: environment, asking: RenameQuestions.terminal(environment))
  }

  /// Runs the verb with a function that asks the user.
  static func run(
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment,
    asking answer: ((String) -> String?)?
  ) -> VerbOutcome {
    var comparison = ComparedSides(arguments)
    guard let sides = comparison.sides() else {
      return comparison.reading.failure(in: environment)
    }
    let history = comparison.history()
    let questions = RenameQuestions(
      assumption: arguments.choice("assume", of: RenameQuestions.Assumption.self) ?? .ask,
      answer: answer
    )
    let stated = ModelDiff(from: sides.old.resolved, to: sides.new.resolved)
    let diff = stated.accepting(questions.accepted(of: stated.likelyRenames))
    let review = DiffReview(
      old: sides.old,
      new: sides.new,
      diff: diff,
      history: history,
      migrations: arguments.has("sql") || isPage(arguments) ? scripts(diff, sides, arguments) : []
    )
    return outcome(of: review, comparison.reading, arguments, in: environment)
  }

  /// Whether a whole page is written, with the statements of every database.
  private static func isPage(_ arguments: ParsedArguments) -> Bool {
    arguments.choice("format", of: Format.self) == .html
  }

  private static func scripts(
    _ diff: ModelDiff,
    _ sides: (old: ReviewedModel, new: ReviewedModel),
    _ arguments: ParsedArguments
  ) -> [MigrationScript] {
    let asked = arguments.choices("dialect", of: SQLVerb.Dialect.self)
    return SQLVerb.Dialect.allCases
      .filter { dialect in
        asked.isEmpty ? dialect == .sqlite || isPage(arguments) : asked.contains(dialect)
      }
      .map { PlannedMigration.of(diff, between: sides, dialect: $0).script }
  }

  private static func outcome(
    of review: DiffReview,
    _ reading: ModelReading,
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    let text =
      switch arguments.choice("format", of: Format.self) ?? .text {
      case .text: DiffText(review: review, isColored: environment.color == .always).text
      case .markdown: DiffMarkdown(review: review).text
      case .json: DiffJSON(review: review).text
      case .html: DiffHTML(review: review).text
      case .github: GitHubRenderer().text(of: DiffAnnotations(review: review).diagnostics)
      }
    var outcome = reading.outcome(
      writing: Array(text.utf8),
      to: arguments.value("output") ?? "-",
      in: environment
    )
    let threshold = arguments.choice("fail-on", of: Threshold.self) ?? .mapping
    let isFinding =
      threshold.isReached(by: review.consequence)
      && !(review.changes.isEmpty && review.shipped.isEmpty)
    if outcome.exitCode == .success, isFinding { outcome.exitCode = .findings }
    return outcome
  }
}
