import JSON

/// Writes diagnostics as one JSON document for programs.
///
///     {
///       "schema": 1,
///       "tool": { "name": "momgen", "version": "1.0.0" },
///       "diagnostics": [
///         {
///           "severity": "error" | "warning" | "note",
///           "rule": "unknown-parent",
///           "message": "…",
///           "path": "…" | null, "line": 14 | null, "column": 9 | null,
///           "element": "Team.players" | null,
///           "hint": "…" | null,
///           "notes": [ { "message": "…", "path": …, "line": …, "column": … } ]
///         }
///       ],
///       "summary": { "errors": 1, "warnings": 0, "notes": 0 }
///     }
///
/// Every member is always present, in this order. Lines and columns count from 1, columns in Unicode
/// scalars. `schema` grows when a member changes its meaning or goes; new members may come without.
package struct JSONRenderer: DiagnosticRenderer {
  package static let schema = 1

  package var tool: ReportingTool
  package var layout: JSONText.Layout

  package init(tool: ReportingTool, layout: JSONText.Layout = .pretty) {
    self.tool = tool
    self.layout = layout
  }

  package func text(of diagnostics: [Diagnostic]) -> String {
    JSONText(layout).text(of: document(of: diagnostics)) + "\n"
  }

  /// The document as a value, for outputs that contain diagnostics among other things.
  package func document(of diagnostics: [Diagnostic]) -> JSONValue {
    let summary = DiagnosticSummary(of: diagnostics)
    return [
      "schema": .integer(Self.schema),
      "tool": ["name": .string(tool.name), "version": .string(tool.version)],
      "diagnostics": .array(diagnostics.map(Self.value)),
      "summary": [
        "errors": .integer(summary.errors),
        "warnings": .integer(summary.warnings),
        "notes": .integer(summary.notes),
      ],
    ]
  }

  private static func value(of diagnostic: Diagnostic) -> JSONValue {
    .object(
      [
        .init("severity", .string(diagnostic.severity.rawValue)),
        .init("rule", .string(diagnostic.rule)),
        .init("message", .string(diagnostic.message)),
      ] + members(of: diagnostic.place) + [
        .init("element", JSONValue(diagnostic.element)),
        .init("hint", JSONValue(diagnostic.hint)),
        .init("notes", .array(diagnostic.notes.map(value))),
      ]
    )
  }

  private static func value(of note: Diagnostic.Note) -> JSONValue {
    .object([.init("message", .string(note.message))] + members(of: note.place))
  }

  private static func members(of place: Place) -> [JSONValue.Member] {
    [
      .init("path", JSONValue(place.path)),
      .init("line", JSONValue(place.line)),
      .init("column", JSONValue(place.column)),
    ]
  }
}
