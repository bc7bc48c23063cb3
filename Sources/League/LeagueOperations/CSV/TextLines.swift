import Diagnostics

/// The offsets of the lines of a text, for converting byte offsets to positions.
struct TextLines {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let end = UInt8(ascii: bytes.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    starts = [0] + bytes.indices.lazy.filter { bytes[$0] == end }.map { $0 + 1 }
  }

  /// The line and the column of a byte, both from 1.
  func place(of offset: Int, in path: String) -> Place {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let before = bytes[starts[low]..<max(starts[low], min(offset, bytes.count))]
    let column = String(decoding: before, as: UTF8.self).unicodeScalars.count + 1
    return Place(path: path, line: low + 1, column: column)
  }
}
