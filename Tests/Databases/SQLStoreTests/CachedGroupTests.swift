import ObjectRows
import Testing

@testable import SQLStore

@Suite("Rows that are looked up in the cache together") struct CachedGroupTests {
  private let cache = RowCache()

  private func reference(_ number: Int64, entity: Int = 1) -> Reference {
    Reference(number: number, entity: entity, store: 1)
  }

  /// Caches a row of each number, whose version is the number.
  private func cacheRows(_ numbers: some Sequence<Int64>) {
    for number in numbers {
      let row = Row.make(.of([]))
      row.version = number
      cache.set(row, for: reference(number))
    }
  }

  /// Returns the versions of the rows that are found for references, in that order; 0 for one that is not.
  private func versions(of references: [Reference], _ wanted: (Int64) -> Int64 = { $0 }) -> [Int64]
  {
    var group = CachedGroup()
    defer { group.deallocate() }
    return references.map {
      group.row($0, version: wanted($0.number), of: cache)?.version ?? 0
    }
  }

  @Test(
    "Each row is found, whatever the order of the references",
    arguments: [
      Array(1...40), [1, 2, 2, 3, 3, 3, 4], [5, 4, 3, 2, 1], [14, 15, 16, 17, 15, 16],
      [3, 99, 4, 5],
      [7, 8, 7, 8, 9, 7], [30, 31, 1, 2, 3, 32, 33],
    ] as [[Int64]]
  )
  func everyRow(numbers: [Int64]) {
    cacheRows(1...40)
    #expect(versions(of: numbers.map { reference($0) }) == numbers.map { $0 > 40 ? 0 : $0 })
  }

  @Test("A row of another version is not returned, and one that is missing is not either")
  func otherVersions() {
    cacheRows((1...40).filter { $0 % 5 != 0 })
    let found = versions(of: (1...40).map { reference($0) }) { $0 % 3 == 0 ? $0 + 1 : $0 }
    #expect(found == (1...40).map { $0 % 5 == 0 || $0 % 3 == 0 ? 0 : $0 })
  }

  @Test("Objects of the same numbers in other entities are others")
  func otherEntities() {
    cacheRows(1...20)
    let references = (1...9).flatMap { [reference($0), reference($0, entity: 2)] }
    #expect(versions(of: references) == (1...9).flatMap { [$0, 0] })
    #expect(versions(of: (1...9).map { reference($0, entity: 2) }).allSatisfy { $0 == 0 })
    let mixed = [reference(1), reference(2), reference(3, entity: 2), reference(3), reference(4)]
    #expect(versions(of: mixed) == [1, 2, 0, 3, 4])
  }

  @Test("A row that is replaced while the group is used is found in its new version")
  func replacedRows() {
    cacheRows(1...10)
    var group = CachedGroup()
    defer { group.deallocate() }
    for number in 1...3 as ClosedRange<Int64> {
      #expect(group.row(reference(number), version: number, of: cache) != nil)
    }
    let newer = Row.make(.of([]))
    newer.version = 20
    cache.set(newer, for: reference(3))
    cache.set(newer, for: reference(4))
    #expect(group.row(reference(3), version: 20, of: cache) === newer)
    // The group has the row that was cached before, as a statement that began before has.
    #expect(group.row(reference(4), version: 4, of: cache)?.isCurrent == false)
    #expect(group.row(reference(4), version: 20, of: cache) === newer)
  }

  @Test("Rows are released when they are returned, and those left when the group is emptied")
  func ownership() throws {
    cacheRows(1...15)
    var rows = try (1...15).map { try #require(cache[reference($0)]) }
    cache.removeAll()
    func owners(_ use: (inout CachedGroup) -> Void) -> [Int] {
      for (index, row) in rows.enumerated() { cache.set(row, for: reference(Int64(index + 1))) }
      var group = CachedGroup()
      use(&group)
      cache.removeAll()
      return rows.indices.filter { !isKnownUniquelyReferenced(&rows[$0]) }
    }
    func read(_ count: Int64, _ group: inout CachedGroup) {
      for number in 1...count {
        #expect(group.row(reference(number), version: number, of: cache) != nil)
      }
    }
    #expect(owners { read(1, &$0) }.isEmpty)
    #expect(
      owners { group in
        read(5, &group)
        group.releaseAll()
      }.isEmpty
    )
    #expect(
      owners { group in
        read(15, &group)
        group.deallocate()
      }.isEmpty
    )
    // A group that is never emptied holds what it has not returned.
    #expect(owners { read(5, &$0) } == Array(5..<15))
  }
}
