import Diagnostics

/// The help of a command and its verbs, as text.
package struct HelpText: Sendable {
  private let root: Command
  private let width: Int

  /// - Parameters:
  ///   - root: The whole command.
  ///   - width: The number of cells in a line, limited to between 40 and 100.
  package init(_ root: Command, width: Int = 80) {
    self.root = root
    self.width = min(max(width, 40), 100)
  }

  /// The help of the command at the end of a path of verbs; an unknown rest of the path is ignored.
  package func text(for path: [String] = []) -> String {
    let page = HelpPage(content: HelpContent(root, verbs: path), width: width)
    return page.lines.joined(separator: "\n") + "\n"
  }
}

/// The help of one command.
private struct HelpPage {
  let content: HelpContent
  let width: Int

  private var command: Command { content.command }
  private var name: String { content.name }

  var lines: [String] {
    var lines = WrappedText.lines(of: "\(name): \(command.abstract)", width: width)
    lines += [""] + usage
    if !command.discussion.isEmpty {
      lines += [""] + WrappedText.lines(ofParagraphs: command.discussion, width: width)
    }
    let sections = content.sections
    let columns = TwoColumns(
      labels: sections.flatMap { $0.entries.map(\.label) },
      width: width
    )
    for section in sections {
      lines += ["", "\(section.title):"]
      for entry in section.entries { lines += columns.lines(entry.label, entry.explanation) }
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
      ofWords: [head] + UsageLine(command).words,
      width: width,
      margin: margin
    )
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

extension HelpContent.Entry {
  /// The entry in the first column of a list.
  fileprivate var label: String {
    switch self {
    case .verb(let command): command.name
    case .operand(let operand): operand.name
    case .option(let option): OptionWords.label(of: option)
    }
  }
}
