import CommandLineWords
import Diagnostics

/// A line on the terminal that says how far long work is; nothing where there is no terminal.
struct ProgressLine {
  private let console: Console
  private let start = ContinuousClock.now
  private var isShown = false

  /// The time that work may take before its progress is shown.
  private static let patience = Duration.milliseconds(200)
  private static let bar = ProgressBar(cells: 30, rest: "-")

  init(on console: Console) {
    self.console = console
  }

  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1.
  ///   - words: What is being done.
  mutating func show(_ fraction: Double, _ words: String) {
    guard console.isErrorTerminal, ContinuousClock.now - start > Self.patience else { return }
    isShown = true
    console.writeError("\r\u{1B}[K" + Self.line(fraction, words))
  }

  /// Takes the line away, so that what is said next is in its place.
  mutating func clear() {
    if isShown { console.writeError("\r\u{1B}[K") }
    isShown = false
  }

  /// The line itself.
  static func line(_ fraction: Double, _ words: String) -> String {
    let percent = "\(ProgressBar.percent(fraction))%"
    let indent = String(repeating: " ", count: 4 - percent.count)
    return "\(bar.text(fraction)) \(indent)\(percent)  \(words.visible)"
  }
}
