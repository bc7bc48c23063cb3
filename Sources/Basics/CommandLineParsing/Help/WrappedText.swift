import Diagnostics

/// Text wrapped to a width.
enum WrappedText {
  /// The lines of one paragraph.
  ///
  /// A word that is wider than a line has a line of its own.
  static func lines(of paragraph: String, width: Int) -> [String] {
    lines(ofWords: paragraph.split(whereSeparator: \.isWhitespace).map(String.init), width: width)
  }

  /// The lines of words that must not be broken, although they may contain spaces; all lines but the first are
  /// indented.
  static func lines(ofWords words: [String], width: Int, margin: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    var cells = 0
    for word in words {
      let own = TextWidth.of(word)
      if !line.isEmpty, cells + 1 + own > width {
        lines.append(line)
        line = String(repeating: " ", count: margin) + word
        cells = margin + own
      } else {
        line += line.isEmpty ? word : " \(word)"
        cells += cells == 0 ? own : own + 1
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The lines of a text with several paragraphs, separated by blank lines.
  ///
  /// Lines that begin with a space are preserved, for examples and lists.
  static func lines(ofParagraphs text: String, width: Int) -> [String] {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func flow() -> [String] {
      Self.lines(of: paragraph.joined(separator: " "), width: width)
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        lines += flow() + [String(line)]
        paragraph = []
      } else {
        paragraph.append(line)
      }
    }
    return lines + flow()
  }
}

/// Labels and their explanations, in two columns.
struct TwoColumns {
  /// The beginning of the second column.
  let column: Int
  let width: Int

  private static let indent = "  "
  private static let widestLabel = 26

  /// - Parameters:
  ///   - labels: All labels of a page, so that its lists are aligned. Very wide ones are ignored: their explanation
  ///     begins on the next line.
  ///   - width: The width of the page.
  init(labels: [String], width: Int) {
    let widest = labels.map { TextWidth.of($0) }.filter { $0 <= Self.widestLabel }.max() ?? 0
    column = Self.indent.count + widest + 2
    self.width = width
  }

  func lines(_ label: String, _ explanation: String) -> [String] {
    let room = max(width - column, 20)
    var lines = WrappedText.lines(of: explanation, width: room)
    let margin = String(repeating: " ", count: column)
    var first = Self.indent + label
    if TextWidth.of(first) + 2 <= column, !lines.isEmpty {
      first = first.padded(to: column) + lines.removeFirst()
    }
    return [first] + lines.map { margin + $0 }
  }
}
