/// The options and operands of a command, as values; and what follows from them.
///
/// A ``Command`` says which verbs, options and operands there are. From that one value come the parser
/// (``CommandLineParser``: words in, an ``Invocation`` or a ``UsageError`` out), the help
/// (``HelpText``) and the completions of three shells (``CompletionScript``), so that none of them can
/// disagree.
///
/// The conventions, which hold for every command:
///
/// - `--name VALUE` and `--name=VALUE`; `-n VALUE`, `-nVALUE` and `-n=VALUE`; flags combine: `-qv`.
/// - Options and operands mix freely. After `--` everything is an operand. `-` and negative numbers are
///   operands. A word that looks like an option is never taken for a value: write `--name=--value`.
/// - The options of a command hold for its subcommands too, before and after the verb.
/// - `--help`, `-h` and `--version` are understood everywhere, `help VERB` where there are verbs.
///
/// Nothing here prints, exits or reads the environment.
extension Command {
  /// Parses the words after the program's name.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    try CommandLineParser(self).parse(words)
  }
}
