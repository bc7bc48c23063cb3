import Diagnostics
import ManagedModel

/// Finds lines and columns in the text of a model file.
///
/// Elements remember only the byte at which they begin. When a diagnostic needs more, the tag is read
/// again here, so that files without problems pay nothing for exact places.
package struct SourceMap: Sendable {
  /// The path as the user wrote it.
  package let path: String
  let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The line and column of a byte; a nil offset means the whole file.
  package func place(ofByte offset: Int?) -> Place {
    guard let offset else { return Place(path: path) }
    let end = min(max(offset, 0), bytes.count)
    let before = bytes[..<end]
    let line = before.reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: bytes[lineStart..<end], as: UTF8.self).count + 1
    return Place(path: path, line: line, column: column)
  }

  /// The place of an element, or of the value of one of its attributes where the tag has it.
  package func place(of source: SourceOffset, attribute: String? = nil) -> Place {
    guard let start = source.byte else { return Place(path: path) }
    guard let attribute else { return place(ofByte: start) }
    let value = StartTag(bytes, at: start).attributes.first { $0.name == attribute }?.value
    return place(ofByte: value?.lowerBound ?? start)
  }

  /// The text of a line, without its end.
  package func line(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var current = 1
    var start = 0
    while current < number {
      guard let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = newline + 1
      current += 1
    }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    var text = String(decoding: bytes[start..<end], as: UTF8.self)
    if text.hasSuffix("\r") { text.removeLast() }
    return text
  }
}
