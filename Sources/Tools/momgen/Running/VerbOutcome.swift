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

  /// Models that stay in memory until the process ends.
  ///
  /// Taking a large one apart would cost a good part of what reading it did, and no caller would use
  /// the memory.
  var kept: [LoadedModel] = []

  /// - Parameters:
  ///   - output: The verb's product.
  ///   - diagnostics: What was found; they are sorted here.
  ///   - sources: The texts that diagnostics point into.
  ///   - rules: The rules that diagnostics may name, beyond those that every verb may name.
  ///   - diagnosticsAreTheProduct: Whether formats for machines go to standard output, because nothing else does.
  ///   - exitCode: How the process ends.
  ///   - environment: The world around the process.
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
  /// - Throws: Why standard output could not be written. A failure to write standard error cannot be reported.
  func print() throws(OutputProblem) {
    try? OutputDescriptor.standardError.write(errorOutput)
    try OutputDescriptor.standardOutput.write(output)
  }
}

extension VerbOutcome {
  /// The message if standard output could not be written.
  init(_ problem: OutputProblem, in environment: VerbEnvironment) {
    self.init(
      diagnostics: [
        Diagnostic(
          .error,
          rule: RunRule.unwritableOutput.rawValue,
          problem.description,
          at: Place(),
          hint: "let the output go to a file or a program that takes it whole"
        )
      ],
      exitCode: .usage,
      environment: environment
    )
  }
}
