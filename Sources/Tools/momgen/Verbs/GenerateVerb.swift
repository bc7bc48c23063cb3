import CodeGeneration
import CommandLineParsing
import Diagnostics

/// `momgen generate`: generates code or other texts from models.
enum GenerateVerb: Verb {
  static let command = Command(
    "generate",
    "Generate code from models with templates.",
    discussion: """
      A template set defines its files and which of them are yours: those are written only if they are
      missing. All others are rewritten if they differ; a file that is up to date is not touched.

      If a model or a template has an error, nothing is written. The same holds if a file would be replaced
      that momgen did not create, or that was edited since: all such files are listed, and --force replaces
      them.

      The file .momgen-manifest.json in the output folder records the source of each file:
      keep it under version control with the files. A file that is no longer generated is
      reported, and removed by --prune unless it was edited.

      With --companions the result is one file instead, with the accessors of the @NSManaged declarations
      in SOURCES: classes written by hand, or by Xcode, then compile and run on Linux unchanged. With a
      model, they are as fast as generated classes.

      'momgen templates list' lists the built-in sets, and 'momgen templates show' their parameters. A
      single template, such as one written for SwiftGen, is rendered once with all models and takes
      any parameter.
      """,
    group: "Generating",
    operands: [SharedOptions.generatedModels],
    options: SharedOptions.generation + [
      .value(
        "companions",
        .path("SOURCES", extensions: "swift"),
        isRepeatable: true,
        "Write the accessors of the @NSManaged declarations in these Swift files and folders."
      ),
      .value(
        "module",
        .text("NAME"),
        "The module of the sources, with --companions; by default the name of the last folder of SOURCES."
      ),
      SharedOptions.importedSources,
      .flag("force", "Also replace files that momgen did not create, and edited files."),
      .flag("prune", "Remove generated files that are no longer generated."),
      .flag("dry-run", short: "n", "Write nothing; print the actions."),
      SharedOptions.quiet,
    ],
    examples: [
      Example("momgen generate League.xcdatamodeld -o Sources/Model", "Generate classes."),
      Example(
        "momgen generate League.xcdatamodeld --template xcode --param dialect=26 --all",
        "Generate the same code as Xcode 26, for all entities."
      ),
      Example(
        "momgen generate League.xcdatamodeld --template swift5.stencil -o CoreData.swift",
        "Use a template written for SwiftGen."
      ),
      Example(
        "momgen generate League.xcdatamodeld --companions Sources/League -o Companions.swift",
        "Write accessors for classes written by hand."
      ),
    ],
    exitCodes: ExitStatus.generationDocumentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    if arguments.has("companions") { return CompanionRun(arguments).outcome(in: environment) }
    let options = CommitOptions(
      isPruning: arguments.has("prune"),
      isTrial: arguments.has("dry-run"),
      isForced: arguments.has("force")
    )
    let request = GenerationRequest(reading: arguments)
    var pipeline = GenerationPipeline(request, options: options, in: environment)
    let result = pipeline.run()
    // Machine-readable diagnostics go to standard output, unless the code goes there.
    let isPrinting = arguments.value("output") == "-" || result.hasStreams
    let isForPeople = environment.diagnosticFormat == .text && !arguments.has("quiet")
    let isReporting = pipeline.status == .success && !result.isOnlyPrinting && isForPeople
    let report = isReporting ? result.report(isTrial: options.isTrial) : ""
    KeptUntilExit.keep(pipeline)
    return pipeline.outcome(
      result.output + report.utf8,
      diagnosticsAreTheProduct: !isPrinting,
      in: environment
    )
  }
}
