import CommandLineParsing
import Diagnostics

/// A line on the terminal that shows the progress of long work; nothing without a terminal.
///
/// It is overwritten with spaces, which works on any terminal, even one without escape codes.
struct ProgressLine {
  private let console: Console
  private let delay: Duration
  private let start = ContinuousClock.now

  /// The width of the present line in cells.
  private var shownCells = 0

  private static let bar = ProgressBar(cells: 30, rest: "-")

  /// - Parameters:
  ///   - console: The console, on whose error output the line is shown.
  ///   - delay: The time that work may take before its progress is shown.
  init(on console: Console, delay: Duration = .milliseconds(200)) {
    self.console = console
    self.delay = delay
  }

  /// - Parameters:
  ///   - fraction: The progress, from 0 to 1.
  ///   - words: The description of the work.
  mutating func show(_ fraction: Double, _ words: String) {
    guard console.isErrorTerminal, ContinuousClock.now - start >= delay else { return }
    let line = Self.line(fraction, words)
    let cells = TextWidth.of(line)
    console.writeError("\r\(line)\(Self.spaces(shownCells - cells))")
    shownCells = cells
  }

  /// Clears the line, so that the next output takes its place.
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
