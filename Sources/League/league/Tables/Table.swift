import Diagnostics

/// A table with headings, as text.
struct Table {
  let columns: [Column]
  let rows: [[String]]

  struct Column {
    let heading: String

    /// Whether it contains numbers, which are aligned on the right.
    var isNumeric = false
  }

  /// The gap between two columns.
  private static let gap = "  "

  /// - Parameters:
  ///   - columns: The columns.
  ///   - rows: A text for each column in each row.
  init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows.map { $0.map(\.visible) }
  }

  /// The lines of the table.
  ///
  /// - Parameters:
  ///   - width: The maximum width of a line in cells; nil for no limit.
  ///   - isColored: Whether the headings are highlighted.
  /// - Returns: The lines, each with its end.
  func text(width: Int?, isColored: Bool) -> String {
    let headings = columns.map(\.heading)
    let natural = columns.indices.map { column in
      ([headings] + rows).map { TextWidth.of($0[column]) }.max() ?? 0
    }
    let widths =
      width.map { ColumnWidths.fitting(natural, into: $0, gap: Self.gap.count) } ?? natural
    let head = line(headings, widths)
    let lines = [TerminalStyle.bold.applied(to: head, isColored)] + rows.map { line($0, widths) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      if column > 0 { line += Self.gap }
      let text = cell.cut(to: widths[column])
      if columns[column].isNumeric {
        line += String(repeating: " ", count: max(0, widths[column] - TextWidth.of(text))) + text
      } else {
        line += text.padded(to: widths[column])
      }
    }
    // Spaces at the end of a line are invisible, but not for programs that compare lines.
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension String {
  /// The text cut to a number of cells, with an ellipsis.
  func cut(to width: Int) -> String {
    guard TextWidth.of(self) > width else { return self }
    var text = ""
    var cells = 1
    for character in self {
      cells += TextWidth.of(character)
      if cells > width { break }
      text.append(character)
    }
    return text + "…"
  }
}
