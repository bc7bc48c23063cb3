import SQLDriver

/// The texts of values in a row that the server did not send as text; they are valid until the next row.
final class PostgreSQLScratch {
  // Emptied for each row.
  @exclusivity(unchecked) private var texts: [(column: Int, range: Range<Int>)] = []
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  private var memory: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 64)

  deinit {
    memory.deallocate()
  }

  func removeAll() {
    if texts.isEmpty { return }
    texts.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  func append(_ text: String, forColumn column: Int) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    texts.append((column, start..<bytes.count))
  }

  func writeCells(to row: UnsafeMutableBufferPointer<SQLCell>) {
    if texts.isEmpty { return }
    if memory.count < bytes.count {
      memory.deallocate()
      memory = .allocate(capacity: bytes.count * 2)
    }
    _ = memory.update(fromContentsOf: bytes)
    for (column, range) in texts {
      row[column] = .text(
        memory.baseAddress.map { UnsafePointer($0 + range.lowerBound) },
        count: range.count
      )
    }
  }
}
