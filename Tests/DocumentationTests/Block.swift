/// A block of a page, and the way in which it is tested.
struct Block: Sendable {
  enum Trial: Sendable, Hashable {
    /// Commands after `$ `, each with its output.
    case transcript
    /// Commands that have to succeed.
    case script
    /// Swift, which is compiled with the other snippets of the page.
    case snippet
    /// Text that the reader writes to a file.
    case file(String)
    /// Excluded, for a reason on the page.
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
  ///   - language: The language of the fence.
  ///   - directive: The directive in the comment before the fence, if there is one.
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

  /// Whether the language of the block is not tested, and the page gives no reason.
  let isForgotten: Bool
}

/// The directive in the comment above a block.
enum PageDirective: Sendable, Hashable {
  /// `<!-- file: PATH -->`: the block is written to that file.
  case file(String)
  /// `<!-- untried: REASON -->`: the block is excluded.
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
  /// The text without surrounding white space.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
