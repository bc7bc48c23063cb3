import Synchronization
import Testing

@testable import league

struct ProgressLineTests {
  private final class Screen: Sendable {
    let text = Mutex("")

    func console(isTerminal: Bool) -> Console {
      Console(
        isInteractive: false,
        isErrorTerminal: isTerminal,
        write: { _ in },
        writeError: { more in self.text.withLock { $0 += more } },
        readLine: { nil }
      )
    }
  }

  private func output(isTerminal: Bool, delay: Duration) -> String {
    let screen = Screen()
    var bar = ProgressLine(on: screen.console(isTerminal: isTerminal), delay: delay)
    bar.show(0.5, "reading long.csv")
    bar.show(1, "saving")
    bar.clear()
    bar.clear()
    return screen.text.withLock { $0 }
  }

  @Test("The line is written over without escape codes")
  func spaces() {
    let output = output(isTerminal: true, delay: .zero)
    #expect(!output.contains("\u{1B}"))
    let lines = output.split(separator: "\r", omittingEmptySubsequences: false)
    #expect(lines.count == 5)
    #expect(lines[2].count == lines[1].count)
    #expect(lines[1].hasSuffix(" 50%  reading long.csv"))
    #expect(lines[2].contains("100%  saving   "))
    #expect(lines[2].dropFirst(lines[3].count).allSatisfy { $0 == " " })
    #expect(lines[3].allSatisfy { $0 == " " } && lines[4].isEmpty)
  }

  @Test("Short work, and what goes into a file, has no line")
  func nothing() {
    #expect(output(isTerminal: true, delay: .seconds(60)).isEmpty)
    #expect(output(isTerminal: false, delay: .zero).isEmpty)
  }
}
