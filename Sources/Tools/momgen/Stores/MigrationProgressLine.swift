import CommandLineParsing
import Diagnostics
import Files
import StoreMigration

/// Shows the progress of a migration on one line of a terminal, on standard error.
struct MigrationProgressLine {
  private let isShown: Bool
  private let width: Int
  private var last = ""

  private static let bar = ProgressBar(cells: 24, rest: ".")

  init(_ environment: VerbEnvironment) {
    let conditions = environment.errorConditions
    isShown = conditions.isTerminal && conditions.terminalType != "dumb"
    width = environment.width
  }

  /// The line for some progress, cut to a width.
  static func line(_ progress: MigrationProgress, width: Int) -> String {
    let percent = ProgressBar.percent(progress.fraction)
    let text =
      "\(bar.text(Double(percent) / 100)) \(percent)%  \(progress.step)/\(progress.stepCount)  \(progress.title.visible)"
    var line = ""
    var cells = 0
    for character in text {
      cells += TextWidth.of(String(character))
      if cells >= width { break }
      line.append(character)
    }
    return line
  }

  mutating func show(_ progress: MigrationProgress) {
    guard isShown else { return }
    let line = Self.line(progress, width: width)
    guard line != last else { return }
    last = line
    put("\r\(line)\u{1B}[K")
  }

  /// Clears the line for further output.
  mutating func end() {
    guard isShown, !last.isEmpty else { return }
    last = ""
    put("\r\u{1B}[K")
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
