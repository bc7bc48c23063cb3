import Testing

@testable import ObjectRows

@Suite("RowList: the rows that a request has read")
struct RowListTests {
  private func rows(_ count: Int) -> [Row] { (0..<count).map { _ in Row.make(.of([])) } }

  private func isUnowned(_ row: inout Row) -> Bool { isKnownUniquelyReferenced(&row) }

  @Test("A list grows, and has its rows and empty places in their order")
  func order() {
    let rows = rows(100)
    let list = RowList()
    for (index, row) in rows.enumerated() { list.append(index % 3 == 0 ? nil : row) }
    #expect(list.count == 100)
    for (index, row) in rows.enumerated() {
      #expect(list[index] === (index % 3 == 0 ? nil : row))
    }
  }

  @Test("A row is moved out once, with its ownership")
  func moving() throws {
    var row = try #require(rows(1).first)
    let list = RowList(capacity: 1)
    list.append(row)
    #expect(!isUnowned(&row))
    let moved = try #require(list.take(at: 0))
    #expect(list.take(at: 0) == nil && list.take(at: 1) == nil && list[0] == nil)
    #expect(!isUnowned(&row))
    moved.release()
    #expect(isUnowned(&row))
  }

  @Test("A list releases the rows that were not moved", arguments: [0, 1, 5])
  func release(moved: Int) {
    var rows = rows(5)
    do {
      let list = RowList()
      for row in rows { list.append(row) }
      for index in 0..<moved { list.take(at: index)?.release() }
    }
    for index in rows.indices { #expect(isUnowned(&rows[index])) }
  }
}
