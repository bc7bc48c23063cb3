import Diagnostics

/// The manual pages of a command and its verbs, for `man`.
///
/// They are generated from the same values as the help.
package struct ManualPages: Sendable {
  private let root: Command
  private let version: String

  /// - Parameters:
  ///   - root: The whole command.
  ///   - version: The version of the program, for the footer of each page.
  package init(_ root: Command, version: String) {
    self.root = root
    self.version = version
  }

  /// A manual page of section 1.
  package struct Page: Sendable, Hashable {
    /// The name for lookups: `momgen-generate`.
    package let name: String

    /// The text in roff.
    package let text: String

    /// The name of its file.
    package var fileName: String { name + ".1" }
  }

  /// All pages: the one of the program, then those of the verbs in the order of the help.
  package var all: [Page] { paths(of: root, []).map { page($0) } }

  /// The page of the command at the end of a path of verbs.
  package func page(for verbs: [String]) throws(UsageError) -> Page {
    for count in verbs.indices where root.descendant(verbs[...count]) == nil {
      throw UsageError(.unknownVerb(verbs[count], suggestion: nil), command: [root.name])
    }
    return page(verbs)
  }

  private func page(_ verbs: [String]) -> Page {
    let content = HelpContent(root, verbs: verbs)
    let related = related(to: verbs).map(Self.name)
    let text = ManualPageText(content: content, version: version, related: related).text
    return Page(name: Self.name(content.path), text: text)
  }

  private func paths(of command: Command, _ path: [String]) -> [[String]] {
    [path] + command.subcommands.flatMap { paths(of: $0, path + [$0.name]) }
  }

  /// The program and the verbs of the commands directly above and below.
  private func related(to verbs: [String]) -> [[String]] {
    let below = root.descendant(verbs)?.subcommands.map { [root.name] + verbs + [$0.name] } ?? []
    return (verbs.isEmpty ? [] : [[root.name] + verbs.dropLast()]) + below
  }

  private static func name(_ path: [String]) -> String { path.joined(separator: "-") }
}

/// One manual page as text.
private struct ManualPageText {
  let content: HelpContent
  let version: String
  let related: [String]

  private var command: Command { content.command }

  var text: String {
    let name = content.path.joined(separator: "-")
    let title = "\"\(Roff.text(name.asciiUppercase))\""
    var lines = [".TH \(title) 1 \"\" \"\(Roff.text(version))\" \"User Commands\"", ".ad l"]
    lines += [".SH NAME", "\(Roff.text(name)) \\- \(Roff.text(summary))"]
    lines += [".SH SYNOPSIS", synopsis]
    lines += [".SH DESCRIPTION", Roff.line(command.abstract)]
    lines += discussion
    for section in content.sections {
      lines.append(".SH \"\(Roff.text(section.title.asciiUppercase))\"")
      for entry in section.entries {
        lines += [".TP", label(of: entry), Roff.line(entry.explanation)]
      }
    }
    lines += exitCodes + examples
    if !related.isEmpty {
      lines.append(".SH \"SEE ALSO\"")
      lines.append(related.map { "\(Roff.bold($0))(1)" }.joined(separator: ",\n"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The summary for lists of pages, which begins with a small letter and has no period.
  private var summary: String {
    let text = command.abstract.hasSuffix(".") ? command.abstract.dropLast() : command.abstract[...]
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else {
      return String(text)
    }
    return first.lowercased() + text.dropFirst()
  }

  private var synopsis: String {
    ([Roff.bold(content.name)] + UsageLine(command).words.map(Roff.text)).joined(separator: "\n")
  }

  /// The paragraphs of the discussion; lines that begin with a space are preserved.
  private var discussion: [String] {
    var lines: [String] = []
    var isVerbatim = false
    var startsParagraph = true
    for line in command.discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        startsParagraph = true
        continue
      }
      if isVerbatim != line.hasPrefix(" ") || startsParagraph {
        if isVerbatim { lines.append(".EE") }
        if startsParagraph || !isVerbatim { lines.append(".PP") }
        isVerbatim = line.hasPrefix(" ")
        if isVerbatim { lines.append(".EX") }
        startsParagraph = false
      }
      lines.append(Roff.line(String(line)))
    }
    return isVerbatim ? lines + [".EE"] : lines
  }

  private func label(of entry: HelpContent.Entry) -> String {
    switch entry {
    case .verb(let command): return Roff.bold(command.name)
    case .operand(let operand): return Roff.italic(operand.name)
    case .option(let option):
      let short = option.short.map { Roff.bold("-\($0)") + ", " } ?? ""
      return short + Roff.bold(option.spelling)
        + (option.value.map { " " + Roff.italic($0.name) } ?? "")
    }
  }

  private var exitCodes: [String] {
    guard !command.exitCodes.isEmpty else { return [] }
    return [".SH \"EXIT STATUS\""]
      + command.exitCodes.flatMap { [".TP", Roff.bold("\($0.code)"), Roff.line($0.meaning)] }
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    return [".SH EXAMPLES"]
      + command.examples.flatMap { example in
        [".TP", Roff.bold(example.words), Roff.line(example.explanation)]
      }
  }
}

/// Text in roff.
private enum Roff {
  /// The text with all characters escaped that have a meaning within a line.
  static func text(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\0"..<"\u{80}": result.unicodeScalars.append(character)
      // Not every roff reads UTF-8.
      default: result += "\\[u\(character.hexadecimal)]"
      }
    }
    return result
  }

  /// The text as a separate line that is not a request.
  static func line(_ text: String) -> String {
    let line = Self.text(text)
    return line.hasPrefix(".") || line.hasPrefix(" ") ? "\\&" + line : line
  }

  static func bold(_ text: String) -> String { "\\fB\(Self.text(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(Self.text(text))\\fR" }
}

extension Unicode.Scalar {
  /// The number of the character in at least four hexadecimal digits.
  fileprivate var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text with ASCII letters in upper case, for titles of pages.
  fileprivate var asciiUppercase: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 },
      as: UTF8.self
    )
  }
}
