/// Writes diagnostics for people and editors.
///
///     path:line:column: severity: message [rule]
///        14 | the line of the source
///           |     ^
///       hint: what to do about it
///     path:line:column: note: another place
///
/// Each is clickable in terminals and recognized by Xcode and SwiftPM. Invisible characters from files do not reach
/// the terminal: see `visible`.
package struct TextRenderer: DiagnosticRenderer {
  package var isColored: Bool

  /// The source of the lines below a diagnostic; nil shows none.
  package var source: SourceText?

  /// The number of cells of a source line beyond which only a part of it is shown.
  package var width: Int

  package init(isColored: Bool = false, source: SourceText? = nil, width: Int = 100) {
    self.isColored = isColored
    self.source = source
    self.width = width
  }

  package func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    for diagnostic in diagnostics { write(diagnostic, into: &text) }
    return text
  }

  private func write(_ diagnostic: Diagnostic, into text: inout String) {
    let style: TerminalStyle =
      switch diagnostic.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    write(diagnostic.place, into: &text)
    text += style.applied(to: "\(diagnostic.severity.rawValue):", isColored)
    text += " " + TerminalStyle.bold.applied(to: diagnostic.message.visible, isColored)
    if !diagnostic.rule.isEmpty {
      text += " " + TerminalStyle.dim.applied(to: "[\(diagnostic.rule.visible)]", isColored)
    }
    text += "\n"
    writeExcerpt(at: diagnostic.place, into: &text)
    if let hint = diagnostic.hint {
      text += "  \(TerminalStyle.green.applied(to: "hint:", isColored)) \(hint.visible)\n"
    }
    for note in diagnostic.notes {
      write(note.place, into: &text)
      text += TerminalStyle.cyan.applied(to: "note:", isColored) + " \(note.message.visible)\n"
      if note.place != diagnostic.place { writeExcerpt(at: note.place, into: &text) }
    }
  }

  private func write(_ place: Place, into text: inout String) {
    let description = place.visibleDescription
    guard !description.isEmpty else { return }
    text += TerminalStyle.bold.applied(to: "\(description):", isColored) + " "
  }

  private func writeExcerpt(at place: Place, into text: inout String) {
    guard let number = place.line, let line = source?.line(at: place) else { return }
    let digits = String(number)
    let excerpt = SourceExcerpt(of: line, column: place.column, width: width)
    let gutter = String(repeating: " ", count: max(0, 5 - digits.utf8.count)) + digits
    let blank = String(repeating: " ", count: max(5, digits.utf8.count))
    let content = excerpt.text.isEmpty ? "" : " \(excerpt.text)"
    text += TerminalStyle.blue.applied(to: "\(gutter) |", isColored) + "\(content)\n"
    guard let caret = excerpt.caret else { return }
    text += TerminalStyle.blue.applied(to: "\(blank) |", isColored)
    text += String(repeating: " ", count: caret + 1)
    text += TerminalStyle.green.applied(to: "^", isColored) + "\n"
  }
}

extension Place {
  /// The description with everything invisible in the path written out.
  package var visibleDescription: String {
    Place(path: path?.visible, line: line, column: column).description
  }
}
