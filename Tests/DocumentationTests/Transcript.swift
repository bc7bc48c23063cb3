/// Commands and their output, as shown on a page.
///
/// A line that is an ellipsis stands for any number of lines.
struct Transcript: Sendable {
  struct Command: Sendable, Hashable {
    /// The command, possibly on several lines.
    let text: String

    /// The shown lines of output.
    let output: [Substring]

    /// The command and its output as on the page.
    let source: String
  }

  let commands: [Command]

  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    var commands: [Command] = []
    while let line = lines.popFirst() {
      guard line.hasPrefix("$ ") else { continue }
      var command = String(line.dropFirst(2))
      while command.hasSuffix("\\"), let next = lines.popFirst() { command += "\n" + next }
      let output = lines.prefix { !$0.hasPrefix("$ ") }
      lines = lines.dropFirst(output.count)
      commands.append(
        Command(
          text: command,
          output: Self.withoutBlankEnd(output),
          source: "$ \(command)\n" + output.map { $0 + "\n" }.joined()
        )
      )
    }
    self.commands = commands
  }

  /// The lines without trailing empty ones, which separate commands.
  fileprivate static func withoutBlankEnd(_ lines: ArraySlice<Substring>) -> [Substring] {
    Array(lines[..<(lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? lines.startIndex)])
  }
}

extension Transcript.Command {
  static let ellipsis: Substring = "…"

  var isAbridged: Bool { output.contains(Self.ellipsis) }

  /// Whether the output of the command matches the shown one.
  func isMet(by printed: String) -> Bool {
    var rest = Transcript.withoutBlankEnd(
      printed.split(separator: "\n", omittingEmptySubsequences: false)[...]
    )[...]
    let parts = output.split(separator: Self.ellipsis, omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, rest.starts(with: first) else {
      return false
    }
    guard parts.count > 1 else { return rest.count == first.count }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let end = Self.end(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  /// Returns the end of the first occurrence of lines among others.
  private static func end(of part: ArraySlice<Substring>, in lines: ArraySlice<Substring>) -> Int? {
    lines.indices.first { lines[$0...].starts(with: part) }.map { $0 + part.count }
  }
}
