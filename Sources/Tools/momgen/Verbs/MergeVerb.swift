import CommandLineParsing
import Diagnostics
import ManagedModel
import ModelFiles
import ModelReview

/// `momgen merge`: merges two edits of a model, as a merge driver of git.
enum MergeVerb: Verb {
  static let command = Command(
    "merge",
    "Merge two edits of a model by its elements, also as git's merge driver.",
    discussion: """
      The arguments are those of git's merge drivers: the common ancestor, our side, and their side, each a
      contents file or an .xccurrentversion. The result replaces OURS unless --output names another file.

      Elements are compared by name, not by line, so edits of different attributes never
      conflict, wherever Xcode writes them. If both sides changed one field differently,
      or one removed an element that the other changed, the conflict is reported, the
      result has conflict markers around the element, and the exit code is 1.

      --install configures git to use momgen for models in the current repository. Existing settings are never
      overwritten. With --dry-run it only prints the settings.
      """,
    group: "Reviewing",
    operands: [
      Operand(.path("BASE"), count: .optional, "The common ancestor; it may be empty (%O)."),
      Operand(.path("OURS"), count: .optional, "Our side, which is replaced by the result (%A)."),
      Operand(.path("THEIRS"), count: .optional, "Their side (%B)."),
    ],
    options: [
      .value(
        "output",
        short: "o",
        .path("FILE"),
        "The output file instead of OURS; '-' is standard output."
      ),
      .value("path", .text("PATH"), "The name of the file in messages (%P)."),
      .flag("install", "Make momgen the merge driver of the current repository."),
      .flag("dry-run", "With --install: print the settings, and change nothing."),
    ],
    exclusives: [ExclusiveOptions("install", "output"), ExclusiveOptions("install", "path")],
    examples: [
      Example("momgen merge --install", "Use it in this repository from now on."),
      Example("momgen merge base ours theirs --output -", "Show the result of a merge."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    if arguments.has("install") {
      return MergeDriverInstallation(folder: ".").run(
        isDryRun: arguments.has("dry-run"),
        in: environment
      )
    }
    guard let base = arguments.operand("BASE"), let ours = arguments.operand("OURS"),
      let theirs = arguments.operand("THEIRS")
    else {
      var reading = ModelReading()
      reading.refuse(
        "three files can be merged: the ancestor, ours and theirs",
        hint: "or use --install"
      )
      return reading.failure(in: environment)
    }
    var merging = FileMerging(base: base, ours: ours, theirs: theirs)
    merging.title = arguments.value("path")
    merging.run()
    var reading = ModelReading()
    reading.diagnostics = merging.diagnostics
    guard let result = merging.result else { return reading.failure(in: environment) }
    let hasConflicts = merging.hasConflicts
    var outcome = reading.outcome(
      writing: result,
      to: arguments.value("output") ?? ours,
      in: environment
    )
    if outcome.exitCode != .usage { outcome.exitCode = hasConflicts ? .findings : .success }
    return outcome
  }
}
