/// A block of a page, and how it is tried.
struct Block: Sendable {
  enum Trial: Sendable, Hashable {
    /// Commands behind `$ `, each with what it prints.
    case transcript
    /// Commands that have to succeed.
    case script
    /// Swift, which is compiled with the other snippets of the page.
    case snippet
    /// The text that the reader puts into a file.
    case file(String)
    /// Nothing is done, for a reason that the page gives.
    case untried(String)
    /// Neither commands nor code.
    case text
  }

  let trial: Trial

  /// The line of the page at which the text begins.
  let line: Int

  /// The lines, each with its end.
  let text: String

  /// - Parameters:
  ///   - language: What the fence says.
  ///   - directive: What the comment before the fence says, if there is one.
  ///   - line: The line of the page at which the text begins.
  ///   - lines: The text.
  init(_ language: String, _ directive: PageDirective?, line: Int, _ lines: [Substring]) {
    self.line = line
    text = lines.map { $0 + "\n" }.joined()
    trial =
      switch (directive, language) {
      case (.file(let path), _): .file(path)
      case (.untried(let reason), _): .untried(reason)
      case (nil, "console"): .transcript
      case (nil, "sh"): .script
      case (nil, "swift"): .snippet
      default: .text
      }
    isForgotten = trial == .text && !language.isEmpty
  }

  /// Whether the block is in a language that nobody tries, and the page does not say why.
  let isForgotten: Bool
}

/// The instruction in the comment above a block.
enum PageDirective: Sendable, Hashable {
  /// `<!-- file: PATH -->`: what the reader puts into a file.
  case file(String)
  /// `<!-- untried: REASON -->`: what cannot be tried.
  case untried(String)

  init?(_ comment: Substring) {
    let parts = comment.split(separator: ":", maxSplits: 1).map { $0.trimmed }
    switch (parts.first, parts.count) {
    case ("file", 2): self = .file(String(parts[1]))
    case ("untried", 2): self = .untried(String(parts[1]))
    default: return nil
    }
  }
}

extension Substring {
  /// The text without the white space around it.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
