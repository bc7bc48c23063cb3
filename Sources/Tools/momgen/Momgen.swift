import CodeGeneration
import CommandLineParsing
import Diagnostics
import ProgramVersion

/// The program as a value.
enum Momgen {
  /// The version of the program, which template sets may require.
  static let version = ProgramVersion.number

  static let tool = ReportingTool(name: "momgen", version: version)

  /// All verbs, in the order of the help.
  static var verbs: [any Verb.Type] {
    [
      ValidateVerb.self, LintVerb.self, VersionsVerb.self, DumpVerb.self, HashVerb.self,
      GenerateVerb.self, CheckVerb.self, ListOutputsVerb.self, TemplatesVerb.self, WatchVerb.self,
      InitVerb.self, AdoptVerb.self, NewVerb.self, StudioVerb.self, EditVerb.self, FormatVerb.self,
      CompileVerb.self, SQLVerb.self,
      DiagramVerb.self,
      DiffVerb.self, MergeVerb.self, InspectVerb.self, VerifyVerb.self, MigrateVerb.self,
      ExplainVerb.self, CompletionsVerb.self, ManualVerb.self,
    ]
  }

  /// The commands of the program.
  static let command = Command(
    "momgen",
    "Generates code, SQL and reports from Core Data models.",
    discussion: """
      A MODEL is a .xcdatamodeld bundle, a .xcdatamodel folder, its contents file, a compiled .momd or
      .mom, or '-' for the text of a contents file on standard input.

      The current version of a bundle is used, unless --model-version names another.
      """,
    options: SharedOptions.all,
    subcommands: verbs.map { $0.command },
    examples: [
      Example("momgen validate Models/League.xcdatamodeld", "Check a model."),
      Example("momgen help dump", "Show the help of a verb."),
    ],
    exitCodes: ExitStatus.documentation
  )

  /// Runs the verb in the arguments.
  static func run(_ words: [String], in environment: VerbEnvironment) -> VerbOutcome {
    do {
      switch try command.parse(words) {
      case .version:
        let contract = "generated code V\(GeneratedCodeContract.version)"
        return VerbOutcome(
          output: ProgramVersion.line(of: "momgen", contract),
          environment: environment
        )
      case .help(let path):
        let help = HelpText(command, width: environment.width).text(for: path)
        return VerbOutcome(output: help, environment: environment)
      case .run(let arguments):
        return run(arguments, in: environment)
      }
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  private static func run(
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    var environment = environment
    environment.color = arguments.choice("color", of: ColorMode.self) ?? .auto
    environment.diagnosticFormat =
      arguments.choice("diagnostics", of: DiagnosticFormat.self) ?? .text
    guard let verb = verbs.first(where: { $0.command.name == arguments.path.first }) else {
      return VerbOutcome(exitCode: .usage, environment: environment)
    }
    var outcome = verb.run(arguments, in: environment)
    // An error before any finding goes to the same place as findings.
    if environment.diagnosticFormat != .text, outcome.output.isEmpty,
      verb.diagnosticsAreTheProduct(arguments)
    {
      swap(&outcome.output, &outcome.errorOutput)
    }
    return outcome
  }
}

/// A verb of the command line.
///
/// Each has its own file in `Verbs/`.
protocol Verb: Sendable {
  /// The name, options and operands of the verb.
  static var command: Command { get }

  /// Runs the verb. The output is returned, not printed.
  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome

  /// Whether the verb reports everything as diagnostics, so that machine-readable formats always go to standard
  /// output.
  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool
}

extension Verb {
  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool { false }
}
