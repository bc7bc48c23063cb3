/// Where the lines of a file begin.
struct LineTable {
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
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
    let column = String(decoding: bytes[starts[low]..<end], as: UTF8.self).unicodeScalars.count + 1
    return (low + 1, column)
  }

  /// The text of a line, without its end.
  func text(ofLine number: Int, in bytes: [UInt8]) -> String? {
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    let end = starts.indices.contains(number) ? starts[number] - 1 : bytes.count
    var text = String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    if text.last == "\r" { text.removeLast() }
    return text
  }
}
