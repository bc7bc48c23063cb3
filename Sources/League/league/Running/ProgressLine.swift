import CommandLineParsing
import Diagnostics

/// A line on the terminal that says how far long work is; nothing where there is no terminal.
///
/// It is written over with spaces, which any terminal understands, also one without escape codes.
struct ProgressLine {
  private let console: Console
  private let delay: Duration
  private let start = ContinuousClock.now

  /// The number of cells of the line that is there.
  private var shownCells = 0

  private static let bar = ProgressBar(cells: 30, rest: "-")

  /// - Parameters:
  ///   - console: Its errors are where the line is shown.
  ///   - delay: The time that work may take before its progress is shown.
  init(on console: Console, delay: Duration = .milliseconds(200)) {
    self.console = console
    self.delay = delay
  }

  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1.
  ///   - words: What is being done.
  mutating func show(_ fraction: Double, _ words: String) {
    guard console.isErrorTerminal, ContinuousClock.now - start >= delay else { return }
    let line = Self.line(fraction, words)
    let cells = TextWidth.of(line)
    console.writeError("\r\(line)\(Self.spaces(shownCells - cells))")
    shownCells = cells
  }

  /// Takes the line away, so that what is said next is in its place.
  mutating func clear() {
    if shownCells > 0 { console.writeError("\r\(Self.spaces(shownCells))\r") }
    shownCells = 0
  }

  /// The line itself.
  static func line(_ fraction: Double, _ words: String) -> String {
    let percent = "\(ProgressBar.percent(fraction))%"
    return "\(bar.text(fraction)) \(spaces(4 - percent.count))\(percent)  \(words.visible)"
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
