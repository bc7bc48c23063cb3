import Diagnostics
import ManagedModel

/// Finds lines and columns in the text of a model file.
///
/// Elements keep only the byte at which they begin. When a diagnostic needs more, the tag is read
/// again here, so that files without problems do not pay for exact positions.
package struct SourceMap: Sendable {
  /// The path as the user wrote it.
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The problems of a model as diagnostics, with lines and columns.
  package func diagnostics(for problems: [ModelProblem]) -> [Diagnostic] {
    guard !problems.isEmpty else { return [] }
    var finder = PlaceFinder(path: path, bytes: bytes)
    return problems.map { problem in
      Diagnostic(
        problem.severity,
        rule: problem.rule.rawValue,
        problem.message,
        at: finder.place(
          problem.source,
          attribute: problem.attribute,
          byte: problem.byteInAttribute
        ),
        hint: problem.hint,
        notes: problem.related.map { related in
          Diagnostic.Note(
            related.message,
            at: finder.place(related.source, attribute: related.attribute)
          )
        }
      )
    }
  }

  /// The line and column of an element.
  package func place(of source: SourceOffset) -> Place {
    var finder = PlaceFinder(path: path, bytes: bytes)
    return finder.place(source, attribute: nil)
  }

  /// The lines and columns of many elements.
  package func places(of sources: [SourceOffset]) -> [Place] {
    var finder = PlaceFinder(path: path, bytes: bytes)
    return sources.map { finder.place($0, attribute: nil) }
  }

  /// The lines of the file, for showing many of them.
  package var lines: FileLines { FileLines(bytes) }
}

/// The lines of a file.
package struct FileLines: Sendable {
  package let bytes: [UInt8]
  private let table: LineTable

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    table = LineTable(bytes)
  }

  /// The text of a line without its end, or nil if there is no such line or it is not readable.
  package subscript(number: Int) -> String? {
    table.text(ofLine: number, in: bytes)
  }

  /// The line and the column of a byte, both counted from 1; columns count Unicode scalars.
  package func lineAndColumn(ofByte offset: Int) -> (line: Int, column: Int) {
    table.lineAndColumn(ofByte: offset, in: bytes)
  }
}

/// Finds the places of many problems in one file.
private struct PlaceFinder {
  let path: String
  let bytes: [UInt8]
  let lines: LineTable

  /// The tag that was read last: problems come element by element.
  private var tag: (start: Int, values: [String: Range<Int>])?

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  mutating func place(_ source: SourceOffset, attribute: String?, byte: Int? = nil) -> Place {
    guard let start = source.byte else { return Place(path: path) }
    var offset = start
    if let attribute, let value = values(ofTagAt: start)[attribute] {
      offset = CharacterReferences.rawOffset(ofByte: byte ?? 0, in: bytes, value)
    }
    let (line, column) = lines.lineAndColumn(ofByte: offset, in: bytes)
    return Place(path: path, line: line, column: column)
  }

  private mutating func values(ofTagAt start: Int) -> [String: Range<Int>] {
    if let tag, tag.start == start { return tag.values }
    let values = Dictionary(
      StartTag(bytes, at: start).attributes.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    tag = (start, values)
    return values
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
