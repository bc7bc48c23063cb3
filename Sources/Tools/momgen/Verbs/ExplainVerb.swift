import CommandLineParsing
import Diagnostics
import Explanations
import JSON

/// `momgen explain`: explains the cause and the remedy of problems and error codes.
enum ExplainVerb: Verb {
  static let command = Command(
    "explain",
    "Explain a rule of diagnostics, or an error code of the runtime.",
    discussion: """
      RULE-OR-CODE is the name in brackets behind a diagnostic (missing-inverse), the short name of a lint
      rule (R301), the number of an error that the module CoreData throws (134110), or the constant for it
      (NSMigrationError, CocoaError.migration). The documentation has the same texts.
      """,
    group: "Reading",
    operands: [
      Operand(
        .usual("RULE-OR-CODE", Explanation.words),
        count: .many(atLeast: 0),
        "The rule or error code."
      )
    ],
    options: [
      .flag("list", "List all rules and error codes, or those of RULE-OR-CODE."),
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How it is shown."),
    ],
    examples: [
      Example("momgen explain missing-inverse", "Read about a rule."),
      Example("momgen explain 134110", "Read about the code of an error."),
      Example("momgen explain --list", "List all rules and codes."),
    ],
    exitCodes: [
      ExitCode(0, "Success."),
      ExitCode(2, "The command line is invalid, or there is no such rule or code."),
    ]
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let words = arguments.operands("RULE-OR-CODE")
    let isList = arguments.has("list")
    guard isList || !words.isEmpty else {
      return failure(
        [usage("RULE-OR-CODE is missing", hint: "'momgen explain --list' lists them")],
        in: environment
      )
    }
    var diagnostics: [Diagnostic] = []
    var found = words.isEmpty ? Explanation.all : []
    for word in words {
      let meanings = Explanation.named(word)
      if meanings.isEmpty { diagnostics.append(unknown(word)) }
      found += meanings.filter { meaning in
        !found.contains { $0.group == meaning.group && $0.name == meaning.name }
      }
    }
    guard diagnostics.isEmpty else { return failure(diagnostics, in: environment) }
    return VerbOutcome(
      output: output(found, isList: isList, arguments, environment),
      environment: environment
    )
  }

  private static func output(
    _ found: [Explanation],
    isList: Bool,
    _ arguments: ParsedArguments,
    _ environment: VerbEnvironment
  ) -> String {
    if arguments.value("format") == "json" {
      return JSONText().text(of: .array(found.map(\.json))) + "\n"
    }
    let text = ExplanationText(width: environment.width)
    return isList ? text.list(found) : found.map(text.text).joined(separator: "\n")
  }

  private static func unknown(_ word: String) -> Diagnostic {
    usage(
      "there is no rule and no error code '\(word.visible)'",
      hint: Explanation.suggestion(for: word) ?? "'momgen explain --list' lists them"
    )
  }

  private static func failure(
    _ diagnostics: [Diagnostic],
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    VerbOutcome(diagnostics: diagnostics, exitCode: .usage, environment: environment)
  }

  private static func usage(_ message: String, hint: String) -> Diagnostic {
    Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
  }
}
