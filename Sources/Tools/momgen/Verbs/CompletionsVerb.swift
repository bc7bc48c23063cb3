import CommandLineParsing

/// `momgen completions`: writes completions for a shell.
enum CompletionsVerb: Verb {
  static let command = Command(
    "completions",
    "Print a script for completion in a shell.",
    group: "Other",
    operands: [Operand(.choice("SHELL", of: Shell.self), "The shell.")],
    examples: [
      Example("source <(momgen completions bash)", "Complete in this bash."),
      Example(
        "momgen completions fish > ~/.config/fish/completions/momgen.fish",
        "Complete in every fish from now on."
      ),
      Example(
        "momgen completions zsh > \"${fpath[1]}/_momgen\"",
        "Complete in every zsh from now on."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let shell = arguments.operand("SHELL").flatMap(Shell.init) ?? .bash
    return VerbOutcome(
      output: CompletionScript(Momgen.command).text(for: shell),
      environment: environment
    )
  }
}
