/// The parts of the help of one command, before they are formatted as text or as a manual page.
struct HelpContent {
  let command: Command

  /// The names of the program and of the verbs that lead to the command.
  let path: [String]

  /// The options of the parent commands, which apply here too; nil if there are no parents.
  let inherited: [Option]?

  /// - Parameters:
  ///   - root: The whole command.
  ///   - verbs: The path of verbs; an unknown rest is ignored.
  init(_ root: Command, verbs: [String] = []) {
    var command = root
    var path = [root.name]
    var inherited: [Option]?
    for name in verbs {
      guard let next = command.subcommand(name) else { break }
      inherited = (inherited ?? []) + command.options
      command = next
      path.append(name)
    }
    self.command = command
    self.path = path
    self.inherited = inherited
  }

  /// The program and the verbs, as they are typed.
  var name: String { path.joined(separator: " ") }

  /// A list of similar items.
  struct Section {
    let title: String
    var entries: [Entry]
  }

  enum Entry {
    case verb(Command)
    case operand(Operand)
    case option(Option)

    var explanation: String {
      switch self {
      case .verb(let command): command.abstract
      case .operand(let operand): OptionWords.explanation(of: operand)
      case .option(let option): OptionWords.explanation(of: option)
      }
    }
  }

  /// The verbs in their groups, the operands, the options, and those that apply to other commands too.
  var sections: [Section] {
    var sections: [Section] = []
    for verb in command.subcommands {
      if let index = sections.firstIndex(where: { $0.title == verb.group }) {
        sections[index].entries.append(.verb(verb))
      } else {
        sections.append(Section(title: verb.group, entries: [.verb(verb)]))
      }
    }
    if !command.operands.isEmpty {
      sections.append(Section(title: "Arguments", entries: command.operands.map(Entry.operand)))
    }
    let standard = ((inherited ?? []) + command.options).standardFlags
    let own = command.options + (inherited == nil ? standard : [])
    let common = inherited.map { $0 + standard } ?? []
    for (title, options) in [("Options", own), ("Common options", common)] where !options.isEmpty {
      sections.append(Section(title: title, entries: options.map(Entry.option)))
    }
    return sections
  }
}
