/// Writes diagnostics as workflow commands, which GitHub shows beside the lines of a pull request.
///
///     ::error file=path,line=14,col=9,title=unknown-parent::message
///
/// GitHub shows only the first few of each kind, so errors come first, then warnings, then notes; within
/// a kind the order stays. Hint and notes are further lines of the message.
package struct GitHubRenderer: DiagnosticRenderer {
  package init() {}

  package func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    for severity in Severity.allCases.sorted(by: >) {
      for diagnostic in diagnostics where diagnostic.severity == severity {
        text += Self.command(diagnostic) + "\n"
      }
    }
    return text
  }

  private static func command(_ diagnostic: Diagnostic) -> String {
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [(String, String)] = []
    if let path = diagnostic.place.path, !path.isEmpty {
      properties.append(("file", path))
      if let line = diagnostic.place.line {
        properties.append(("line", String(line)))
        if let column = diagnostic.place.column { properties.append(("col", String(column))) }
      }
    }
    if !diagnostic.rule.isEmpty { properties.append(("title", diagnostic.rule)) }
    let written = properties.map { "\($0)=\(escapedProperty($1.visible))" }.joined(separator: ",")
    return "::\(command)\(written.isEmpty ? "" : " \(written)")::\(message(diagnostic))"
  }

  private static func message(_ diagnostic: Diagnostic) -> String {
    var lines = [diagnostic.message.visible]
    if let hint = diagnostic.hint { lines.append("hint: \(hint.visible)") }
    for note in diagnostic.notes {
      let place = note.place.visibleDescription
      lines.append("note: \(place.isEmpty ? "" : "\(place): ")\(note.message.visible)")
    }
    return escapedData(lines.joined(separator: "\n"))
  }

  /// Escapes the characters that the runner decodes in the text of a command.
  private static func escapedData(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// Escapes the characters that the runner decodes in the value of a property, including the delimiters of
  /// properties.
  private static func escapedProperty(_ text: String) -> String {
    escaped(escapedData(text)) { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }

  private static func escaped(
    _ text: String,
    _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        escaped += replacement
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
