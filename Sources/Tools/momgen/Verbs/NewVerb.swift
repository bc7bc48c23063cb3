import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// `momgen new`: creates an empty model.
enum NewVerb: Verb {
  static let command = Command(
    "new",
    "Create a model without entities.",
    discussion: """
      The bundle has one version, like a new model of Xcode. Its name, which ends in .xcdatamodeld, is also
      the name of the model. Existing files are never overwritten.

      The page 'Writing a model by hand' of the documentation explains the XML.
      """,
    group: "Writing",
    operands: [Operand(.path("MODEL", extensions: "xcdatamodeld"), "The path of the bundle.")],
    options: [.flag("quiet", short: "q", "Report only errors.")],
    examples: [
      Example(
        "momgen new Sources/App/League.xcdatamodeld",
        "Create the model of a package's target."
      )
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let path = arguments.operand("MODEL") ?? ""
    do throws(FileProblem) {
      let bundle = try NewBundle(path: path)
      try bundle.write()
      let next = """
        \(bundle.path.visible): made
        Next: add entities to \(bundle.contentsPath.visible), then run 'momgen validate' with the model.

        """
      return VerbOutcome(
        output: arguments.has("quiet") ? "" : next,
        environment: environment
      )
    } catch {
      return VerbOutcome(
        diagnostics: [diagnostic(error, path)],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  private static func diagnostic(_ problem: FileProblem, _ path: String) -> Diagnostic {
    switch problem.errorNumber {
    case nil:
      Diagnostic(.error, rule: RunRule.usage.rawValue, problem.reason, at: Place(path: path))
    case EEXIST, ENOTEMPTY:
      Diagnostic(
        .error,
        rule: RunRule.usage.rawValue,
        "a file or a folder already exists",
        at: Place(path: path),
        hint: "name another path; 'momgen edit' changes an existing model"
      )
    default: .cannotWrite(path, problem)
    }
  }
}
