internal import Diagnostics

/// A position in a template; lines and columns begin at 1.
struct SourceSpan: Sendable, Hashable {
  var line: Int32
  var column: Int32

  static let start = SourceSpan(line: 1, column: 1)

  func place(in path: String) -> Place {
    Place(path: path, line: Int(line), column: Int(column))
  }
}

/// Converts ascending offsets to positions in one pass over the bytes.
struct SpotCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line: Int32 = 1
  private var column: Int32 = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The position of an offset that is not smaller than the one before.
  mutating func spot(at target: Int) -> SourceSpan {
    var pending = offset
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      offset += 1
      if byte == .newline {
        line += 1
        column = 1
        pending = offset
      }
    }
    // Columns count characters, so the bytes between are decoded, each once.
    if pending < offset {
      column += Int32(clamping: String(decoding: bytes[pending..<offset], as: UTF8.self).count)
    }
    return SourceSpan(line: line, column: column)
  }
}
