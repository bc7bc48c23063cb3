/// A progress bar in a line of text.
package struct ProgressBar {
  /// The number of characters of the bar.
  package let cells: Int

  /// The character for the rest.
  package let rest: Character

  package init(cells: Int, rest: Character) {
    self.cells = cells
    self.rest = rest
  }

  /// The completed part in whole percent, from 0 to 100.
  package static func percent(_ fraction: Double) -> Int {
    min(max(Int((fraction * 100).rounded(.down)), 0), 100)
  }

  /// The bar in brackets: `[######......]`.
  package func text(_ fraction: Double) -> String {
    let done = Int(min(max(fraction, 0), 1) * Double(cells))
    return "[" + String(repeating: "#", count: done)
      + String(repeating: rest, count: cells - done) + "]"
  }
}
