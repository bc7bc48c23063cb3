/// Parsing, help and completion of a command's options and operands, which are described as values.
///
/// A ``Command`` describes the verbs, options and operands. The parser (``CommandLineParser``: words in, an
/// ``Invocation`` or a ``UsageError`` out), the help (``HelpText``) and the completions of three shells
/// (``CompletionScript``) are all derived from that one value, so that they cannot disagree.
///
/// The conventions, which hold for every command:
///
/// - `--name VALUE` and `--name=VALUE`; `-n VALUE`, `-nVALUE` and `-n=VALUE`; flags combine: `-qv`.
/// - Options and operands mix freely. After `--` everything is an operand. `-` and negative numbers are operands. A
///   word that looks like an option is never treated as a value: write `--name=--value`.
/// - The options of a command apply to its subcommands too, before and after the verb.
/// - `--help`, `-h` and `--version` are supported everywhere, `help VERB` if there are verbs.
///
/// Nothing here prints, exits or reads the environment.
extension Command {
  /// Parses the words after the program's name.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    try CommandLineParser(self).parse(words)
  }
}
