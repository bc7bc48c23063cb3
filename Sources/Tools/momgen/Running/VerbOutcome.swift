import Diagnostics
import Files
import ModelFiles

/// The output of a verb, and the exit status of the process.
struct VerbOutcome: Sendable {
  /// The text for standard output.
  var output: [UInt8]

  /// The text for standard error.
  var errorOutput: [UInt8]
  var exitCode: ExitStatus

  /// Models that are kept in memory until the process ends.
  ///
  /// Deallocating a large one would take a good part of the time of reading it, and nothing would use
  /// the memory.
  var kept: [LoadedModel] = []

  /// - Parameters:
  ///   - output: The verb's product.
  ///   - diagnostics: The diagnostics, which are sorted here.
  ///   - sources: The texts that diagnostics refer to.
  ///   - rules: The rules that diagnostics may name, in addition to those common to all verbs.
  ///   - diagnosticsAreTheProduct: Whether machine-readable formats go to standard output, because nothing else does.
  ///   - exitCode: The exit status of the process.
  ///   - environment: The environment.
  init(
    output: some Sequence<UInt8> = [],
    diagnostics: [Diagnostic] = [],
    sources: [SourceMap] = [],
    rules: [RuleDescription] = [],
    diagnosticsAreTheProduct: Bool = false,
    exitCode: ExitStatus = .success,
    environment: VerbEnvironment
  ) {
    self.output = Array(output)
    self.exitCode = exitCode
    let report = Report(environment: environment, sources: sources, rules: rules)
      .text(of: diagnostics)
    if diagnosticsAreTheProduct && environment.diagnosticFormat != .text {
      self.output += Array(report.utf8)
      errorOutput = []
    } else {
      errorOutput = Array(report.utf8)
    }
  }

  init(
    output: String,
    diagnostics: [Diagnostic] = [],
    sources: [SourceMap] = [],
    exitCode: ExitStatus = .success,
    environment: VerbEnvironment
  ) {
    self.init(
      output: output.utf8,
      diagnostics: diagnostics,
      sources: sources,
      exitCode: exitCode,
      environment: environment
    )
  }

  /// Writes both outputs of the process.
  ///
  /// - Throws: The error of standard output. A failure to write standard error cannot be reported.
  func print() throws(OutputProblem) {
    try? OutputDescriptor.standardError.write(errorOutput)
    try OutputDescriptor.standardOutput.write(output)
  }
}

extension VerbOutcome {
  /// The outcome after a failure to write standard output.
  init(_ problem: OutputProblem, in environment: VerbEnvironment) {
    self.init(
      diagnostics: [
        Diagnostic(
          .error,
          rule: RunRule.unwritableOutput.rawValue,
          problem.description,
          at: Place(),
          hint: "redirect the output to a file or a program that reads it completely"
        )
      ],
      exitCode: .usage,
      environment: environment
    )
  }
}
