/// The beginnings of the lines of a file, and the places in long lines up to which columns have been counted.
struct LineTable: Sendable {
  private let starts: [Int]

  /// Column counts at regular intervals: a file may be a single line with very many problems.
  private let marks: [Int]
  private static let markDistance = 1 << 10

  /// The length above which a line is not shown: such a file has no line breaks.
  private static let longestShownLine = 16 << 10

  init(_ bytes: [UInt8]) {
    var starts = [0]
    var marks: [Int] = []
    var column = 1
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        if offset & (Self.markDistance - 1) == 0 { marks.append(column) }
        let byte = buffer[offset]
        offset += 1
        if byte == UInt8(ascii: "\n") {
          starts.append(offset)
          column = 1
        } else if byte.beginsScalar {
          column += 1
        }
      }
    }
    self.starts = starts
    self.marks = marks
  }

  /// The line and the column of a byte, both counted from 1; columns count Unicode scalars.
  func lineAndColumn(ofByte offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let end = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= end { low = middle } else { high = middle - 1 }
    }
    let mark = end / Self.markDistance
    let markedByte = mark * Self.markDistance
    guard mark < marks.count, markedByte > starts[low] else {
      return (low + 1, 1 + bytes[starts[low]..<end].count(where: \.beginsScalar))
    }
    return (low + 1, marks[mark] + bytes[markedByte..<end].count(where: \.beginsScalar))
  }

  /// The text of a line, without its end; nil for a line that is too long to be shown.
  func text(ofLine number: Int, in bytes: [UInt8]) -> String? {
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    let end = starts.indices.contains(number) ? starts[number] - 1 : bytes.count
    guard end - start <= Self.longestShownLine else { return nil }
    var text = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    if text.last == "\r" { text.removeLast() }
    return text
  }
}

extension UInt8 {
  /// Whether the byte is the first one of a character in UTF-8.
  fileprivate var beginsScalar: Bool { self & 0b1100_0000 != 0b1000_0000 }
}
