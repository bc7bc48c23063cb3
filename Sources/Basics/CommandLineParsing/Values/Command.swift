/// A command or a verb of one: its purpose, options and operands.
package struct Command: Sendable, Hashable {
  /// The word that invokes it.
  package var name: String

  /// Its effect, in one short sentence.
  package var abstract: String

  /// The discussion; paragraphs are separated by blank lines, indented lines are preserved.
  package var discussion: String

  /// The heading under which the verbs of the same purpose are listed.
  package var group: String

  package var operands: [Operand]

  /// The options, which apply to the subcommands too.
  package var options: [Option]

  /// Sets of options that exclude one another.
  package var exclusives: [ExclusiveOptions]

  package var subcommands: [Command]
  package var examples: [Example]
  package var exitCodes: [ExitCode]

  package init(
    _ name: String,
    _ abstract: String,
    discussion: String = "",
    group: String = "Commands",
    operands: [Operand] = [],
    options: [Option] = [],
    exclusives: [ExclusiveOptions] = [],
    subcommands: [Command] = [],
    examples: [Example] = [],
    exitCodes: [ExitCode] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.group = group
    self.operands = operands
    self.options = options
    self.exclusives = exclusives
    self.subcommands = subcommands
    self.examples = examples
    self.exitCodes = exitCodes
  }

  /// The subcommand with a name.
  package func subcommand(_ name: String) -> Command? {
    subcommands.first { $0.name == name }
  }

  /// The command at the end of a path of verbs; nil if there is no such path.
  package func descendant(_ path: some Sequence<String>) -> Command? {
    var command: Command? = self
    for name in path { command = command?.subcommand(name) }
    return command
  }
}

/// Options that contradict each other.
package struct ExclusiveOptions: Sendable, Hashable {
  /// The names of the options, without hyphens.
  package var names: [String]

  /// Whether one of them must be given.
  package var isRequired: Bool

  package init(_ names: String..., isRequired: Bool = false) {
    self.names = names
    self.isRequired = isRequired
  }
}

/// An example of a command line.
package struct Example: Sendable, Hashable {
  package var words: String

  /// Its effect, in one sentence.
  package var explanation: String

  package init(_ words: String, _ explanation: String) {
    self.words = words
    self.explanation = explanation
  }
}

/// An exit code of the program, with its meaning.
package struct ExitCode: Sendable, Hashable {
  package var code: Int32
  package var meaning: String

  package init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
