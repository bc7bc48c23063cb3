import CommandLineParsing

/// `league completions`: writes completions for a shell.
enum CompletionsVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "completions",
    "Print a script for completion in a shell.",
    group: "Other",
    operands: [Operand(.choice("SHELL", of: Shell.self), "The shell.")],
    examples: [Example("source <(league completions bash)", "Complete in this bash.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let shell = arguments.operand("SHELL").flatMap(Shell.init) ?? .bash
    try session.console.write(CompletionScript(LeagueProgram.command).text(for: shell))
  }
}
