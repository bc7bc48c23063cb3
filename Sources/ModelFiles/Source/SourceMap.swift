import Diagnostics
import ManagedModel

/// Finds lines and columns in the text of a model file.
///
/// Elements remember only the byte at which they begin. When a diagnostic needs more, the tag is read
/// again here, so that files without problems pay nothing for exact places.
package struct SourceMap: Sendable {
  /// The path as the user wrote it.
  package let path: String
  private let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The problems of a model as diagnostics, with lines and columns.
  package func diagnostics(for problems: [ModelProblem]) -> [Diagnostic] {
    guard !problems.isEmpty else { return [] }
    let lines = LineTable(bytes)
    return problems.map { problem in
      Diagnostic(
        problem.severity,
        rule: problem.rule.rawValue,
        problem.message,
        at: place(
          problem.source,
          attribute: problem.attribute,
          byte: problem.byteInAttribute,
          lines
        ),
        hint: problem.hint,
        notes: problem.related.map { related in
          Diagnostic.Note(
            related.message,
            at: place(related.source, attribute: related.attribute, byte: nil, lines)
          )
        }
      )
    }
  }

  /// The line and column of an element.
  package func place(of source: SourceOffset) -> Place {
    place(source, attribute: nil, byte: nil, LineTable(bytes))
  }

  /// The text of a line, without its end.
  package func line(_ number: Int) -> String? {
    LineTable(bytes).text(ofLine: number, in: bytes)
  }

  private func place(
    _ source: SourceOffset,
    attribute: String?,
    byte: Int?,
    _ lines: LineTable
  ) -> Place {
    guard let start = source.byte else { return Place(path: path) }
    var offset = start
    if let attribute {
      let tag = StartTag(bytes, at: start)
      if let value = tag.attributes.first(where: { $0.name == attribute })?.value {
        offset = CharacterReferences.rawOffset(ofByte: byte ?? 0, in: bytes, value)
      }
    }
    let (line, column) = lines.lineAndColumn(ofByte: offset, in: bytes)
    return Place(path: path, line: line, column: column)
  }
}

extension SourceMap {
  /// The first line at which the file differs from other bytes, or nil when it does not.
  package func firstDifferingLine(from other: [UInt8]) -> Int? {
    guard bytes != other else { return nil }
    let common = zip(bytes, other).prefix { $0 == $1 }
    return common.reduce(into: 1) { if $1.0 == UInt8(ascii: "\n") { $0 += 1 } }
  }
}
