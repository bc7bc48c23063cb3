import Foundation
import ObjectRows
import Synchronization
import Testing

@Suite struct RowMemoryTests {
  /// Rows that several threads use; none changes them.
  private struct SharedRows: @unchecked Sendable {
    let rows: [Row]
  }

  private static let layout = RowLayout.of([.string, .integer64, .object, .data])

  private static func row(_ number: Int, _ layout: RowLayout = layout) -> Row {
    let row = Row.make(layout)
    row.setValue(.string("a text that is too long for a small one: \(number)"), at: 0)
    row.setValue(.integer(Int64(number)), at: 1)
    return row
  }

  private static func isIntact(_ row: Row, _ number: Int) -> Bool {
    row.load(String.self, at: 0) == "a text that is too long for a small one: \(number)"
      && row.load(Int64.self, at: 1) == Int64(number) && !row.hasValue(at: 2)
  }

  private static func isPresent(_ row: Row) -> Bool { row.object(at: 2) != nil }

  @Test("Many rows share few blocks, which are freed with the last of their rows")
  func blocks() {
    // Other tests create and release rows meanwhile: the bounds leave room for a third of the rows here.
    let count = 300_000
    let before = Row.blockCount
    var rows = (0..<count).map { Self.row($0) }
    let full = Row.blockCount
    #expect(full - before >= count / 18)
    // With an address sanitizer each row has memory of its own.
    let isShared = full - before < count / 2
    // One row of many keeps no more than its block.
    rows = stride(from: 0, to: count, by: 100).map { rows[$0] }
    let rest = Row.blockCount
    #expect(full - rest >= (isShared ? count / 36 : count / 2))
    for (position, row) in rows.enumerated() { #expect(Self.isIntact(row, position * 100)) }
    rows = []
    #expect(Row.blockCount < rest || rest < before)
  }

  @Test("Rows that are released in any order leave the others intact")
  func order() {
    var rows = (0..<2_000).map { Optional(Self.row($0)) }
    var position = 0
    for _ in 0..<1_500 {
      position = (position + 7_919) % rows.count
      rows[position] = nil
      if position.isMultiple(of: 3) { rows[position] = Self.row(position) }
    }
    for (number, row) in rows.enumerated() {
      if let row { #expect(Self.isIntact(row, number)) }
    }
  }

  @Test("A row that is too large for a block has memory of its own")
  func large() {
    let layout = RowLayout.of(
      [.string, .integer64, .object] + Array(repeating: .decimal, count: 90)
    )
    let rows = (0..<100).map { Self.row($0, layout) }
    for (number, row) in rows.enumerated() {
      row.setValue(.decimal(Decimal(number)), at: 92)
      #expect(Self.isIntact(row, number))
      #expect(Self.isIntact(row.copy(), number))
    }
    for (number, row) in rows.enumerated() {
      #expect(row.load(Decimal.self, at: 92) == Decimal(number))
    }
  }

  @Test("Rows outlive the thread that has created them, and are released on others")
  func threads() {
    let found = Mutex<[SharedRows]>([])
    let threads = (0..<4).map { _ in
      Thread {
        let made = SharedRows(rows: (0..<500).map { Self.row($0) })
        found.withLock { $0.append(made) }
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.001) }
    let parts = found.withLock { $0 }
    #expect(parts.count == 4)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for (number, row) in parts[index % 4].rows.enumerated() where number % 2 == index / 4 {
        #expect(Self.isIntact(row, number))
        #expect(Self.isIntact(row.copy(), number))
      }
    }
    found.withLock { $0 = [] }
  }

  @Test("Values are released with the last owner of a row, on any thread")
  func values() async {
    final class Witness: Sendable {}
    weak var weak: Witness?
    do {
      let witness = Witness()
      weak = witness
      let row = Self.row(1)
      row.setObject(witness, at: 2)
      let shared = SharedRows(rows: [row])
      await Task.detached { #expect(Self.isPresent(shared.rows[0])) }.value
    }
    #expect(weak == nil)
  }
}
