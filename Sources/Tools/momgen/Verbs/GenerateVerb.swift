import CodeGeneration
import CommandLineParsing
import Diagnostics

/// `momgen generate`: generates code or other texts from models.
enum GenerateVerb: Verb {
  static let command = Command(
    "generate",
    "Generate code from models with templates.",
    discussion: """
      A template set says which files it makes and which of them are yours: those are written once, when
      they are missing, and never again. All others are rewritten whenever they differ; a file that is as
      it should be is not touched.

      If a model or a template has an error, nothing is written. Neither is anything if a file would be
      replaced that momgen did not make, or that was edited since: all such files are listed, and --force
      replaces them.

      The output folder remembers in .momgen-manifest.json what was made of what: keep it under version
      control with the files. A file that nothing makes any more is reported, and removed by --prune
      unless it was edited.

      With --companions the result is one file instead, with the accessors of the @NSManaged declarations
      in SOURCES: classes written by hand, or by Xcode, then compile and run on Linux unchanged. The
      model, if there is one, makes them as fast as generated classes.

      'momgen templates list' lists the built-in sets, and 'momgen templates show' their parameters. A
      single template, such as one written for SwiftGen, is rendered once with everything and takes any
      parameter.
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
      .flag("force", "Replace also files that momgen did not make, and files that were edited."),
      .flag("prune", "Remove generated files that nothing makes any more."),
      .flag("dry-run", short: "n", "Write nothing; print what would be done."),
      SharedOptions.quiet,
    ],
    examples: [
      Example("momgen generate League.xcdatamodeld -o Sources/Model", "Generate classes."),
      Example(
        "momgen generate League.xcdatamodeld --template xcode --param dialect=26 --all",
        "Generate what Xcode 26 would, for all entities."
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
    return pipeline.outcome(
      result.output + report.utf8,
      diagnosticsAreTheProduct: !isPrinting,
      in: environment
    )
  }
}
