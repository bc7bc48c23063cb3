/// Finds the blocks of a page.
///
/// Blocks are fenced. A comment before a block may be a ``PageDirective``, and one whose first line is the name of
/// a language is a hidden block, which other blocks need.
struct PageReader {
  private let lines: [Substring]
  private var index = 0
  private var blocks: [Block] = []
  private var spans: [String] = []
  private var directive: PageDirective?

  private init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func blocks(of text: String) -> [Block] { read(text).blocks }

  /// The blocks, and the spans of code in the text around them.
  static func read(_ text: String) -> (blocks: [Block], spans: [String]) {
    var reader = PageReader(text)
    reader.read()
    return (reader.blocks, reader.spans)
  }

  private mutating func read() {
    while index < lines.count {
      let line = lines[index].trimmed
      if line.hasPrefix("```") {
        readBlock(String(line.dropFirst(3)))
      } else if line.hasPrefix("<!--") {
        readComment()
      } else {
        if !line.isEmpty { directive = nil }
        spans += line.matches(of: /`([^`]+)`/).map { String($0.1) }
        index += 1
      }
    }
  }

  private mutating func readBlock(_ language: String) {
    let indent = lines[index].prefix { $0 == " " }.count
    let start = index + 1
    let end = lines[start...].firstIndex { $0.trimmed == "```" } ?? lines.count
    let content = lines[start..<end].map { line in
      line.prefix(indent).allSatisfy { $0 == " " } ? line.dropFirst(indent) : line
    }
    blocks.append(Block(language, directive, line: start + 1, content))
    directive = nil
    index = end + 1
  }

  private mutating func readComment() {
    let start = index
    let end = lines[start...].firstIndex { $0.contains("-->") } ?? lines.count - 1
    index = end + 1
    let comment = lines[start...end].joined(separator: "\n")[...].trimmed.dropFirst(4).dropLast(3)
    let first = comment.prefix { !$0.isNewline }.trimmed
    if ["sh", "swift"].contains(first), end > start {
      blocks.append(Block(String(first), nil, line: start + 2, Array(lines[(start + 1)..<end])))
    } else {
      directive = PageDirective(comment.trimmed)
    }
  }
}
