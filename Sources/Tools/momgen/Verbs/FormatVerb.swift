import CommandLineParsing
import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// `momgen format`: writes a model's XML as Xcode does.
enum FormatVerb: Verb {
  static let command = Command(
    "format",
    "Write the XML of a model as Xcode writes it.",
    discussion: """
      The file is rewritten in place unless --output names another file; a formatted file is not touched.
      Indentation, escapes and the order of XML attributes become Xcode's. Elements stay in their order, and
      nothing is lost, including unknown elements and comments.

      A model with errors is not written.
      """,
    group: "Writing",
    operands: [SharedOptions.models],
    options: [
      SharedOptions.modelVersion, SharedOptions.allVersions,
      .value(
        "output",
        short: "o",
        .path("FILE"),
        "The output file instead of the model itself; '-' is standard output."
      ),
      .flag("check", "Write nothing; end with exit code 1 if a file would change."),
    ],
    exclusives: [
      ExclusiveOptions("model-version", "all-versions"), ExclusiveOptions("check", "output"),
    ],
    examples: [
      Example("momgen format League.xcdatamodeld", "Format the current version in place."),
      Example("momgen format --check --all-versions League.xcdatamodeld", "Check it in CI."),
      Example("momgen format - < contents > formatted", "Format standard input."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var reading = ModelReading.each(arguments)
    // Machine-readable diagnostics go to standard output, unless the XML goes there.
    let isPrinting =
      (arguments.value("output") ?? arguments.operand("MODEL")) == "-" && !arguments.has("check")
    if arguments.value("output") != nil, reading.models.count > 1 {
      reading.report(
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          "--output needs exactly one model, but there are \(reading.models.count)",
          at: Place(),
          hint: "remove --output to format each model in place"
        )
      )
      return VerbOutcome(
        diagnostics: reading.diagnostics,
        sources: reading.sources,
        diagnosticsAreTheProduct: !isPrinting,
        exitCode: .usage,
        environment: environment
      )
    }
    var formatting = Formatting(
      destination: arguments.value("output"),
      isCheck: arguments.has("check"),
      status: reading.exitCode
    )
    for loaded in reading.models { formatting.format(loaded) }
    return VerbOutcome(
      output: formatting.output,
      diagnostics: reading.diagnostics + formatting.diagnostics,
      sources: reading.sources,
      diagnosticsAreTheProduct: !isPrinting,
      exitCode: formatting.status,
      environment: environment
    )
  }
}

/// The formatting of the models of one run.
private struct Formatting {
  let destination: String?
  let isCheck: Bool
  var status: ExitStatus
  var output: [UInt8] = []
  var diagnostics: [Diagnostic] = []

  mutating func format(_ loaded: LoadedModel) {
    guard !loaded.hasErrors else { return }
    guard loaded.version.storage == .contents else {
      report(
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          "a compiled model has no XML to format",
          at: Place(path: loaded.version.path),
          hint: "format the model from which it was compiled; 'momgen dump' shows its content"
        ),
        .usage
      )
      return
    }
    let text = ContentsWriter.write(loaded.model)
    let target = destination ?? loaded.version.path
    if isCheck {
      check(text, against: loaded)
    } else if target == "-" {
      output += text
    } else {
      do {
        try FileWriter().write(text, to: target)
      } catch {
        report(.cannotWrite(target, error), .usage)
      }
    }
  }

  private mutating func check(_ text: [UInt8], against loaded: LoadedModel) {
    guard let line = loaded.source.firstDifferingLine(from: text) else { return }
    report(
      Diagnostic(
        .warning,
        rule: RunRule.unformatted.rawValue,
        "the file is not formatted as Xcode formats it",
        at: Place(path: loaded.version.path, line: line),
        hint: "run 'momgen format' without --check"
      ),
      .findings
    )
  }

  private mutating func report(_ diagnostic: Diagnostic, _ status: ExitStatus) {
    diagnostics.append(diagnostic)
    if self.status == .success { self.status = status }
  }
}
