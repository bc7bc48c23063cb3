import CodeGeneration
import Diagnostics

/// The use of the pipeline by the verbs that generate, check, list and watch.
extension GenerationPipeline {
  init(
    _ request: GenerationRequest,
    options: CommitOptions = CommitOptions(),
    in environment: VerbEnvironment
  ) {
    let variables = environment.variables()
    let time = SourceTime(variables)
    self.init(
      request.jobs,
      library: TemplateLibrary(programVersion: Momgen.version),
      variables: variables,
      time: time.seconds,
      options: options,
      diagnostics: request.diagnostics + time.diagnostics
    )
  }

  /// The outcome of a verb.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - found: Diagnostics in addition to those of the pipeline.
  ///   - exitCode: The exit status; nil for that of the pipeline.
  ///   - diagnosticsAreTheProduct: Whether machine-readable formats go to standard output.
  ///   - environment: The environment.
  /// - Returns: The outcome.
  func outcome(
    _ output: some Sequence<UInt8> = [],
    _ found: [Diagnostic] = [],
    exitCode: ExitStatus? = nil,
    diagnosticsAreTheProduct: Bool = false,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    var outcome = VerbOutcome(
      output: output,
      diagnostics: diagnostics + found,
      sources: sources,
      diagnosticsAreTheProduct: diagnosticsAreTheProduct,
      exitCode: exitCode ?? ExitStatus(status),
      environment: environment
    )
    outcome.kept = models
    return outcome
  }
}

extension ExitStatus {
  fileprivate init(_ status: GenerationPipeline.Status) {
    switch status {
    case .success: self = .success
    case .badModel: self = .badModel
    case .failed: self = .usage
    }
  }
}

extension GenerationResult {
  /// The report: a line for each file, and the counts.
  func report(isTrial: Bool) -> String {
    let (written, removed) = isTrial ? ("would write", "would remove") : ("wrote", "removed")
    let lines = changes.map { change in
      switch change {
      case .written(let path): "\(written) \(path.visible)"
      case .removed(let path): "\(removed) \(path.visible)"
      }
    }
    return (lines + [counts.text(isTrial: isTrial)]).map { "\($0)\n" }.joined()
  }
}
