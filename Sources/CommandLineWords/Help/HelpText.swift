import Diagnostics

/// The help of a command and its verbs, as text.
package struct HelpText: Sendable {
  private let root: Command
  private let width: Int

  /// - Parameters:
  ///   - root: The whole command.
  ///   - width: How many cells a line may take; never less than 40 or more than 100, which no one reads.
  package init(_ root: Command, width: Int = 80) {
    self.root = root
    self.width = min(max(width, 40), 100)
  }

  /// The help of the command at the end of a path of verbs; the part of the path that exists counts.
  package func text(for path: [String] = []) -> String {
    var command = root
    var names = [root.name]
    var inherited: [Option]?
    for name in path {
      guard let next = command.subcommand(name) else { break }
      inherited = (inherited ?? []) + command.options
      command = next
      names.append(name)
    }
    let page = HelpPage(
      command: command,
      name: names.joined(separator: " "),
      inherited: inherited,
      width: width
    )
    return page.lines.joined(separator: "\n") + "\n"
  }
}

/// The help of one command.
private struct HelpPage {
  let command: Command
  /// The program and the verbs.
  let name: String
  /// The options of the commands above, which hold here too; nil if there are none above.
  let inherited: [Option]?
  let width: Int

  var lines: [String] {
    var lines = WrappedText.lines(of: "\(name): \(command.abstract)", width: width)
    lines += [""] + usage
    if !command.discussion.isEmpty {
      lines += [""] + WrappedText.lines(ofParagraphs: command.discussion, width: width)
    }
    let columns = TwoColumns(labels: sections.flatMap { $0.rows.map(\.0) }, width: width)
    for section in sections {
      lines += ["", "\(section.title):"]
      for (label, explanation) in section.rows { lines += columns.lines(label, explanation) }
    }
    lines += examples
    lines += exitCodes
    if !command.subcommands.isEmpty {
      lines += ["", "Run '\(name) help COMMAND' for more about a command."]
    }
    return lines
  }

  private var usage: [String] {
    let head = "Usage: \(name)"
    // A long name would leave no room beside it.
    let margin = min(TextWidth.of(head) + 1, 24)
    return WrappedText.lines(
      ofWords: [head] + UsageWords(command).words,
      width: width,
      margin: margin
    )
  }

  private typealias Section = (title: String, rows: [(String, String)])

  private var sections: [Section] {
    var sections: [Section] = []
    for verb in command.subcommands {
      let row = (verb.name, verb.abstract)
      if let index = sections.firstIndex(where: { $0.title == verb.group }) {
        sections[index].rows.append(row)
      } else {
        sections.append((verb.group, [row]))
      }
    }
    if !command.operands.isEmpty {
      sections.append(
        ("Arguments", command.operands.map { ($0.name, OptionWords.explanation(of: $0)) })
      )
    }
    let standard = ((inherited ?? []) + command.options).standardFlags
    let own = command.options + (inherited == nil ? standard : [])
    let common = inherited.map { $0 + standard } ?? []
    for (title, options) in [("Options", own), ("Common options", common)] where !options.isEmpty {
      let rows = options.map { (OptionWords.label(of: $0), OptionWords.explanation(of: $0)) }
      sections.append((title, rows))
    }
    return sections
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    var lines = ["", "Examples:"]
    for example in command.examples {
      lines.append("  \(example.words)")
      lines += WrappedText.lines(of: example.explanation, width: width - 6).map { "      \($0)" }
    }
    return lines
  }

  private var exitCodes: [String] {
    guard !command.exitCodes.isEmpty else { return [] }
    let columns = TwoColumns(labels: command.exitCodes.map { "\($0.code)" }, width: width)
    return ["", "Exit codes:"]
      + command.exitCodes.flatMap { columns.lines("\($0.code)", $0.meaning) }
  }
}
