/// The possible words after a path of verbs.
struct CompletionContext {
  /// The program and the verbs.
  var path: [String]
  var verbs: [Verb]
  var options: [Option]
  var operands: [Operand]

  struct Verb {
    var name: String
    var abstract: String
  }

  /// The path as one word, by which scripts distinguish contexts.
  var key: String { path.joined(separator: " ") }

  /// The contexts of a command and all its verbs, including `help`.
  static func all(of root: Command) -> [CompletionContext] {
    all(of: root, path: [root.name], inherited: [])
  }

  private static func all(
    of command: Command,
    path: [String],
    inherited: [Option]
  ) -> [CompletionContext] {
    let options = inherited + command.options
    var verbs = command.subcommands.map { Verb(name: $0.name, abstract: $0.abstract) }
    if !verbs.isEmpty { verbs.append(Verb(name: "help", abstract: "Show help for a command.")) }
    let context = CompletionContext(
      path: path,
      verbs: verbs,
      options: options + options.standardFlags,
      operands: command.operands
    )
    let help =
      command.subcommands.isEmpty ? [] : helpContexts(of: command, path: path + ["help"])
    return [context]
      + command.subcommands.flatMap { all(of: $0, path: path + [$0.name], inherited: options) }
      + help
  }

  private static func helpContexts(of command: Command, path: [String]) -> [CompletionContext] {
    let verbs = command.subcommands.map { Verb(name: $0.name, abstract: $0.abstract) }
    return [CompletionContext(path: path, verbs: verbs, options: [], operands: [])]
      + command.subcommands.flatMap { helpContexts(of: $0, path: path + [$0.name]) }
  }
}

extension Option {
  /// `--format`, and `-f` if there is a short form.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + [spelling]
  }

  /// The help as a label: without the full stop.
  var shortHelp: String { help.hasSuffix(".") ? String(help.dropLast()) : help }
}

extension String {
  /// The text as one word of bash or zsh.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text with a backslash before each of some characters.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { text, character in
      if characters.contains(character) { text += "\\" }
      text.append(character)
    }
  }

  /// The text as part of the name of a shell function.
  var functionName: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
