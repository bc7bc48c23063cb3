import Diagnostics
import Foundation
import Testing

@testable import league

struct TableTests {
  private static let table = Table(
    [.init(heading: "NAME"), .init(heading: "COUNT", isNumeric: true), .init(heading: "WORDS")],
    rows: [["日本", "7", "one"], ["a\tb", "1234567", "a long line of words"], ["é", "0", ""]]
  )

  @Test("Columns are as wide as what is in them, by the cells of a terminal")
  func natural() {
    #expect(
      Self.table.text(width: nil, isColored: false) == """
        NAME    COUNT  WORDS
        日本        7  one
        a\\tb  1234567  a long line of words
        é           0

        """
    )
  }

  @Test("No line is wider than the terminal; the widest columns give way", arguments: 18..<60)
  func narrow(width: Int) {
    let lines = Self.table.text(width: width, isColored: false).split(separator: "\n")
    #expect(lines.allSatisfy { TextWidth.of($0) <= width }, "\(lines)")
  }

  @Test("A truncated text ends with an ellipsis")
  func cut() {
    #expect("a long line".cut(to: 6) == "a lon…")
    #expect("日本日本".cut(to: 6) == "日本…")
    #expect("日本日本".cut(to: 8) == "日本日本")
    #expect("".cut(to: 1) == "")
  }

  @Test("Headings are distinguished if colors are on")
  func colors() {
    let text = Self.table.text(width: nil, isColored: true)
    #expect(text.hasPrefix("\u{1B}[1mNAME") && text.components(separatedBy: "\u{1B}").count == 3)
  }

  @Test(
    "Widths add up",
    arguments: [
      ([4, 4], 10, [4, 4]), ([10, 4], 10, [4, 4]), ([10, 10, 4], 22, [7, 7, 4]),
      ([30, 10], 22, [10, 10]), ([30, 30], 23, [11, 10]), ([9, 9], 4, [4, 4]), ([], 10, []),
    ]
  )
  func widths(natural: [Int], width: Int, expected: [Int]) {
    #expect(ColumnWidths.fitting(natural, into: width, gap: 2) == expected)
  }

  @Test(
    "A progress bar shows how much is done",
    arguments: [
      (0.0, "[------------------------------]   0%  x"),
      (0.5, "[###############---------------]  50%  x"),
      (1.0, "[##############################] 100%  x"),
      (7.0, "[##############################] 100%  x"),
      (-1.0, "[------------------------------]   0%  x"),
    ]
  )
  func bar(fraction: Double, line: String) {
    #expect(ProgressLine.line(fraction, "x") == line)
  }
}
