/// The styles of text on a terminal.
package enum TerminalStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "1;31"
  case green = "1;32"
  case yellow = "1;33"
  case blue = "1;34"
  case cyan = "1;36"

  /// The text in this style, or unchanged if color is disabled.
  package func applied(to text: String, _ isColored: Bool) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
