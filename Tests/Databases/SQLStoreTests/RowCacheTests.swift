import ObjectRows
import StoreSamples
import Testing

@testable import SQLStore

@Suite("The cache of rows") struct RowCacheTests {
  private func reference(_ number: Int64, entity: Int = 1) -> Reference {
    Reference(number: number, entity: entity, store: 1)
  }

  private func row(version: Int64 = 0) -> Row {
    let row = Row.make(.of([]))
    row.version = version
    return row
  }

  /// Offers the rows of one read together.
  ///
  /// - Returns: Whether the cache has none near an object, and how many of the rows it has rejected.
  private func offer(
    _ rows: [(reference: Reference, row: Row)],
    to cache: RowCache,
    since time: UInt64,
    near other: Reference
  ) -> (isEmpty: Bool, left: Int) {
    var offered = OfferedRows()
    defer { offered.deallocate() }
    for (reference, row) in rows { offered.append(row, of: reference) }
    let isEmpty = cache.take(&offered, since: time, near: other)
    return (isEmpty, offered.count)
  }

  @Test("A row that was read before a save is not cached for later readers")
  func outdatedRows() {
    let cache = RowCache()
    let reference = reference(1)
    let old = row(version: 1)
    let new = row(version: 2)
    let start = cache.present
    cache.set(new, for: reference)
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] === new)
    #expect(cache.has(reference, version: 2) && !cache.has(reference, version: 1))
    #expect(cache.row(reference, version: 2) === new)
    #expect(cache.row(reference, version: 1) == nil)
    cache.remove(reference)
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] == nil)
    cache.offer(old, for: reference, since: cache.present)
    #expect(cache[reference] === old)
    let before = cache.present
    cache.removeAll()
    cache.offer(old, for: reference, since: before)
    #expect(cache[reference] == nil && !old.isCurrent)
  }

  @Test("Of two versions of a row offered by simultaneous readers, the newer one stays")
  func versions() {
    let cache = RowCache()
    let reference = reference(1)
    let (old, new, newest) = (row(version: 1), row(version: 2), row(version: 3))
    let start = cache.present
    cache.offer(old, for: reference, since: start)
    cache.offer(new, for: reference, since: start)
    #expect(cache[reference] === new && new.isCurrent && !old.isCurrent)
    // This read began before another program saved, and ends last.
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] == nil && !new.isCurrent && !old.isCurrent)
    cache.offer(newest, for: reference, since: start)
    _ = offer([(reference, old)], to: cache, since: start, near: reference)
    #expect(cache[reference] == nil && !newest.isCurrent)
    // A restored store has older versions from then on.
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] === old && old.isCurrent)
  }

  @Test(
    "Rows are offered together, and objects with similar keys are distinguished",
    arguments: [1, 15, 16, 200] as [Int64]
  )
  func offers(first: Int64) {
    let cache = RowCache()
    let time = cache.present
    let rows = (0..<5).map { row(version: $0) }
    func offer(_ rows: [Row], near other: Reference) -> (isEmpty: Bool, left: Int) {
      let rows = rows.enumerated().map { (reference: reference(first + Int64($0)), row: $1) }
      return self.offer(rows, to: cache, since: time, near: other)
    }
    #expect(offer([], near: reference(first)) == (true, 0))
    #expect(offer(rows, near: reference(first + 4)) == (false, 0))
    #expect(offer([], near: reference(first, entity: 2)) == (true, 0))
    #expect(offer([], near: reference(first + 400)) == (true, 0))
    for (index, row) in rows.enumerated() {
      #expect(row.isCurrent && cache[reference(first + Int64(index))] === row)
    }
    let newer = row(version: 9)
    cache.set(newer, for: reference(first))
    #expect(offer(rows, near: reference(first)) == (false, 5))
    #expect(cache[reference(first)] === newer && !rows[0].isCurrent)
  }

  @Test("The cache retains the rows that it accepts, and no others")
  func ownership() {
    let cache = RowCache()
    let time = cache.present
    weak var taken: Row?
    weak var refused: Row?
    do {
      let row = row(version: 1)
      taken = row
      #expect(offer([(reference(1), row)], to: cache, since: time, near: reference(1)).left == 0)
    }
    #expect(taken != nil)
    cache.remove(reference(1))
    #expect(taken == nil)
    do {
      let row = row(version: 1)
      refused = row
      #expect(offer([(reference(1), row)], to: cache, since: time, near: reference(1)).left == 1)
    }
    #expect(refused == nil)
  }

  @Test("A row that is replaced, removed or dropped is not current")
  func currency() {
    let cache = RowCache()
    let rows = (0..<3).map { row(version: $0) }
    #expect(rows.allSatisfy { !$0.isCurrent })
    cache.set(rows[0], for: reference(1))
    cache.set(rows[0], for: reference(1))
    #expect(rows[0].isCurrent && cache[reference(1)] === rows[0])
    cache.set(rows[1], for: reference(1))
    #expect(!rows[0].isCurrent && rows[1].isCurrent)
    cache.set(rows[2], for: reference(2))
    cache.remove(reference(1))
    cache.remove(reference(1))
    #expect(!rows[1].isCurrent && rows[2].isCurrent)
    cache.removeAll()
    #expect(!rows[2].isCurrent && cache[reference(2)] == nil)
  }

  @Test("Objects of one number in other entities and stores are others")
  func places() {
    let cache = RowCache()
    let references = [
      Reference(number: 1, entity: 1, store: 1), Reference(number: 1, entity: 2, store: 1),
      Reference(number: 1, entity: 1, store: 2), Reference(number: .max, entity: 1, store: 1),
    ]
    let rows = references.map { _ in row() }
    for (reference, row) in zip(references, rows) { cache.set(row, for: reference) }
    for (reference, row) in zip(references, rows) { #expect(cache[reference] === row) }
  }

  @Test("Removing a row among others leaves these findable")
  func cacheOfManyRows() {
    let cache = RowCache(limit: 10_000)
    var kept: [Reference: Row] = [:]
    var dice = SeededRandom(5)
    for _ in 0..<30_000 {
      let reference = reference(
        .random(in: 1...4_000, using: &dice),
        entity: .random(in: 1...2, using: &dice)
      )
      if Bool.random(using: &dice) {
        let row = row()
        cache.set(row, for: reference)
        kept[reference] = row
      } else {
        cache.remove(reference)
        kept[reference] = nil
      }
    }
    for entity in 1...2 {
      for number in 1...Int64(4_000) {
        let reference = reference(number, entity: entity)
        #expect(cache[reference] === kept[reference])
      }
    }
  }

  @Test("A full cache evicts rows that nothing else retains, and marks them")
  func limit() {
    let cache = RowCache(limit: 10)
    let held = (1...25).map { _ in row() }
    for (number, row) in held.enumerated() {
      cache.set(row, for: reference(Int64(number + 1)))
      cache.set(self.row(), for: reference(Int64(number + 1), entity: 2))
    }
    for (number, row) in held.enumerated() {
      #expect(row.isCurrent)
      #expect(cache[reference(Int64(number + 1))] === row)
    }
    #expect(cache[reference(1, entity: 2)] == nil)
    cache.removeAll()
    #expect(held.allSatisfy { !$0.isCurrent })
  }

  @Test("A full cache makes room for rows that are offered together")
  func offeringToFullCache() {
    let cache = RowCache(limit: 20)
    let held = row()
    cache.set(held, for: reference(1))
    for number in 2...20 as ClosedRange<Int64> { cache.set(row(), for: reference(number)) }
    let offered = (21...30 as ClosedRange<Int64>).map { (reference: reference($0), row: row()) }
    let result = offer(offered, to: cache, since: cache.present, near: reference(100))
    #expect(result.isEmpty && result.left == 0)
    #expect(cache[reference(1)] === held)
    #expect(cache[reference(2)] == nil)
    for (reference, row) in offered { #expect(cache[reference] === row && row.isCurrent) }
  }

  @Test("Room that is made beforehand changes nothing", arguments: [0, 1, 48, 49, 1_000, 1 << 20])
  func reservation(count: Int) {
    let cache = RowCache(limit: 5_000)
    let rows = (1...40 as ClosedRange<Int64>).map { number in
      let row = row()
      cache.set(row, for: reference(number))
      return row
    }
    cache.reserve(count)
    for (index, row) in rows.enumerated() { #expect(cache[reference(Int64(index + 1))] === row) }
    cache.set(row(), for: reference(41))
    #expect(cache[reference(41)] != nil)
  }

  @Test("A cache without room keeps rows that are in use")
  func noRoom() {
    let cache = RowCache(limit: 0)
    let held = row()
    cache.set(held, for: reference(1))
    cache.set(row(), for: reference(2))
    cache.set(row(), for: reference(3))
    #expect(cache[reference(1)] === held)
    #expect(RowCache().limit == RowCache.defaultLimit)
  }

  @Test("A result of more rows than the cache holds is read whole")
  func largeResult() throws {
    let cache = RowCache(limit: 20)
    let library = try Library(cache: cache)
    let tags = try library.insert((1...100).map { ("Tag", ["label": .string("\($0)")]) })
    cache.removeAll()
    let found = try library.engine.rows(of: library.question("Tag"), library.constants())
    #expect(found.references == tags && found.rows?.compactMap { $0 }.count == 100)
    try library.engine.readRows(of: tags)
    let label = try library.index("label", of: "Tag")
    for tag in tags {
      #expect(try library.engine.row(for: tag)?.value(at: label) == .string("\(tag.number)"))
    }
  }
}
