import Diagnostics
import Files
import Foundation

/// The streams that the program reads and writes.
struct Console: Sendable {
  /// Whether the user can be asked.
  var isInteractive: Bool

  /// The width of the terminal in cells; nil if the output is not one.
  var width: Int?

  var isOutputColored = false
  var isErrorColored = false

  /// Whether errors go to a terminal, so that a line can be overwritten.
  var isErrorTerminal = false

  /// Writes to standard output; throws on failure.
  var write: @Sendable (String) throws -> Void
  var writeError: @Sendable (String) -> Void

  /// Waits for a line of input; nil at the end.
  var readLine: @Sendable () -> String?
}

extension Console {
  /// The terminal, the files or the pipes of this process.
  static func process() -> Self {
    let variables = ProcessInfo.processInfo.environment
    let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    let isErrorTerminal = isatty(STDERR_FILENO) == 1
    let color = { (isTerminal: Bool) in
      ColorMode.auto.isEnabled(
        on: OutputConditions(isTerminal: isTerminal, variable: { variables[$0] })
      )
    }
    return Self(
      isInteractive: isatty(STDIN_FILENO) == 1 && isErrorTerminal,
      width: isOutputTerminal ? terminalWidth ?? variables["COLUMNS"].flatMap { Int($0) } : nil,
      isOutputColored: color(isOutputTerminal),
      isErrorColored: color(isErrorTerminal),
      isErrorTerminal: isErrorTerminal,
      write: { try OutputDescriptor.standardOutput.write(Array($0.utf8)) },
      writeError: { try? OutputDescriptor.standardError.write(Array($0.utf8)) },
      readLine: { Swift.readLine() }
    )
  }

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
