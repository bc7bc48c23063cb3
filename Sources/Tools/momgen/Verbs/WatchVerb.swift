import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// `momgen watch`: keeps generated files up to date while models are edited.
enum WatchVerb: Verb {
  static let command = Command(
    "watch",
    "Generate again when a model, a template or momgen.json changes.",
    discussion: """
      Takes the arguments of 'momgen generate', generates, and generates the affected files again when a file
      has changed. Each run prints a line. Errors are reported, and the output does not change until they are
      fixed. A missing MODEL or template is an error at once.

      SIGINT (Ctrl-C) and SIGTERM end it after the current run.
      """,
    group: "Generating",
    operands: [SharedOptions.generatedModels],
    options: SharedOptions.generation + [
      .flag("prune", "Remove generated files that are no longer generated.")
    ],
    examples: [
      Example("momgen watch", "Keep the outputs of momgen.json current."),
      Example("momgen watch League.xcdatamodeld -o Model", "Keep the code of one model current."),
    ],
    exitCodes: ExitStatus.generationDocumentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let request = GenerationRequest(reading: arguments)
    if let outcome = refusal(of: request, arguments, in: environment) { return outcome }
    var work = WatchedGeneration(
      in: environment,
      isPruning: arguments.has("prune"),
      request: { GenerationRequest(reading: arguments) },
      show: { outcome throws(FileProblem) in
        do throws(OutputProblem) {
          try outcome.print()
        } catch {
          throw FileProblem(error.description)
        }
      }
    )
    do throws(FileProblem) {
      let stop = try EndSignal([SIGINT, SIGTERM], second: .isIgnored).descriptor
      #if canImport(Glibc)
        var watcher = Watcher(source: try InotifySource(stop: stop))
      #else
        var watcher = Watcher(source: PollingSource(stop: stop))
      #endif
      try watcher.run(&work)
      return VerbOutcome(environment: environment)
    } catch {
      let message = "cannot watch files: \(error.reason)"
      return VerbOutcome(
        diagnostics: [
          Diagnostic(
            .error,
            rule: RunRule.usage.rawValue,
            message,
            at: Place(),
            hint: "'momgen generate' makes the files once"
          )
        ],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  /// Reports paths that cannot be watched.
  private static func refusal(
    of request: GenerationRequest,
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment
  ) -> VerbOutcome? {
    var diagnostics: [Diagnostic] = []
    // A configuration can be fixed while it is watched, a command line cannot.
    let isMissing = arguments.value("config").map { FileReader().kind(of: $0) == nil } ?? false
    if request.configurationPath == nil || isMissing { diagnostics = request.diagnostics }
    for job in request.jobs
    where job.output == "-" || job.models.contains(where: { $0.path == "-" }) {
      let message = "standard input and output cannot be watched"
      diagnostics.append(
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          message,
          at: job.place,
          hint: "name files and folders"
        )
      )
    }
    guard !diagnostics.isEmpty else {
      return request.configurationPath == nil ? absence(from: request, in: environment) : nil
    }
    return VerbOutcome(diagnostics: diagnostics, exitCode: .usage, environment: environment)
  }

  /// Reports missing models and templates on a command line; waiting for them would only hide a
  /// typing error.
  private static func absence(
    from request: GenerationRequest,
    in environment: VerbEnvironment
  ) -> VerbOutcome? {
    var reading = ModelReading()
    let library = TemplateLibrary(programVersion: Momgen.version)
    var templates: [Diagnostic] = []
    for job in request.jobs {
      for model in job.models where FileReader().kind(of: model.path) == nil {
        do {
          _ = try BundleReader().read(model.path)
        } catch {
          reading.report(error.diagnostic)
        }
      }
      let isBundled = !job.template.isPath && library.bundledNames.contains(job.template.text)
      if !isBundled, FileReader().kind(of: job.template.path) == nil {
        templates += library.set(job.template).diagnostics
      }
    }
    guard !reading.diagnostics.isEmpty || !templates.isEmpty else { return nil }
    return VerbOutcome(
      diagnostics: reading.diagnostics + templates,
      exitCode: templates.isEmpty ? .badModel : .usage,
      environment: environment
    )
  }
}
