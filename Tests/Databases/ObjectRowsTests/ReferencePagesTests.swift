import ObjectRows
import Testing

@Suite("The table of references") struct ReferencePagesTests {
  private final class Thing {}

  private func reference(_ number: Int64, entity: Int = 1, store: Int = 1) -> Reference {
    Reference(number: number, entity: entity, store: store)
  }

  /// A deterministic random number generator.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  /// Calls a closure with an empty table, which is deallocated afterwards.
  private func withTable(_ body: (inout ReferencePages<Thing>) -> Void) {
    var table = ReferencePages<Thing>()
    defer { table.deallocate() }
    body(&table)
  }

  @Test(
    "Objects are found by all numbers, entities and stores",
    arguments: [[1], [0, 15, 16, 17], [-1, -16, -17, 1], [.max, .min, .max - 15, .min + 16]]
      as [[Int64]]
  )
  func places(numbers: [Int64]) {
    withTable { table in
      let references = numbers.flatMap { number in
        [
          reference(number), reference(number, entity: 2), reference(number, store: 2),
          reference(number, entity: 0xFFFF, store: 0xFFFF),
        ]
      }
      let things = references.map { _ in Thing() }
      for (reference, thing) in zip(references, things) {
        #expect(table[reference] == nil)
        #expect(table.set(.passUnretained(thing), for: reference) == nil)
      }
      #expect(table.count == references.count)
      for (reference, thing) in zip(references, things) {
        #expect(table[reference]?.takeUnretainedValue() === thing)
      }
      var found: [Reference: ObjectIdentifier] = [:]
      table.visitObjects { found[$0] = ObjectIdentifier($1.takeUnretainedValue()) }
      let expected = zip(references, things.map(ObjectIdentifier.init))
      #expect(found == Dictionary(uniqueKeysWithValues: expected))
    }
  }

  @Test("A table holds what a dictionary does", arguments: [1, 16, 100, 1_000_000] as [Int64])
  func random(spacing: Int64) {
    withTable { table in
      let thing = Thing()
      var dice = Dice(state: UInt64(spacing))
      var expected: Set<Reference> = []
      for step in 0..<20_000 {
        let reference = reference(.random(in: -500...500, using: &dice) * spacing)
        // Periods of growth and shrinking alternate.
        if Int.random(in: 0..<4, using: &dice) > (step / 2_000 % 2 == 0 ? 0 : 2) {
          let old = table.set(.passUnretained(thing), for: reference)
          #expect((old == nil) == expected.insert(reference).inserted)
        } else {
          #expect((table.set(nil, for: reference) != nil) == (expected.remove(reference) != nil))
        }
        if step % 1_000 == 0 { table.reserve(step) }
      }
      #expect(table.count == expected.count)
      var found: Set<Reference> = []
      table.visitObjects { reference, _ in found.insert(reference) }
      #expect(found == expected)
      for reference in expected {
        #expect(table[reference] != nil && !table.isGroupEmpty(of: reference))
        table.set(nil, for: reference)
      }
      #expect(table.count == 0 && table.isGroupEmpty(of: reference(0)))
      table.removeAll()
      #expect(table[reference(1)] == nil)
    }
  }

  @Test(
    "Objects that are left after most were removed are found, as are new ones",
    arguments: [1, 16]
  )
  func removals(spacing: Int64) {
    withTable { table in
      let things = (0..<10_000).map { _ in Thing() }
      let references = things.indices.map { reference(Int64($0) * spacing) }
      for (reference, thing) in zip(references, things) {
        table.set(.passUnretained(thing), for: reference)
      }
      let kept = stride(from: 0, to: things.count, by: 997)
      for index in things.indices where index % 997 != 0 { table.set(nil, for: references[index]) }
      #expect(table.count == Array(kept).count)
      #expect(kept.allSatisfy { table[references[$0]]?.takeUnretainedValue() === things[$0] })
      for (reference, thing) in zip(references, things) {
        table.set(.passUnretained(thing), for: reference)
      }
      #expect(
        things.indices.allSatisfy { table[references[$0]]?.takeUnretainedValue() === things[$0] }
      )
    }
  }

  @Test("Several objects are set as one after the other", arguments: [1, 5, 16] as [Int64])
  func several(spacing: Int64) {
    withTable { table in
      let things = (0..<100).map { _ in Thing() }
      let references = things.indices.map { reference(Int64($0) * spacing + 9) }
      var replaced: [ObjectIdentifier?] = []
      for offset in [0, 1] {
        table.setAll(references.count) {
          references[$0]
        } replacing: { old, index in
          replaced.append(old.map { ObjectIdentifier($0.takeUnretainedValue()) })
          return index % 3 == 0 ? nil : .passUnretained(things[(index + offset) % things.count])
        }
      }
      let first = things.indices.map { $0 % 3 == 0 ? nil : ObjectIdentifier(things[$0]) }
      #expect(replaced == Array(repeating: nil, count: 100) + first)
      #expect(table.count == first.count { $0 != nil })
      for (index, reference) in references.enumerated() {
        let expected = index % 3 == 0 ? nil : things[(index + 1) % things.count]
        #expect(table[reference]?.takeUnretainedValue() === expected)
      }
      table.setAll(references.count) {
        references[$0]
      } replacing: { _, _ in
        nil
      }
      #expect(table.count == 0 && table.isGroupEmpty(of: references[1]))
    }
  }

  @Test("The record of a group agrees with its members")
  func memoOfTheLastGroup() {
    var memo = GroupMemo()
    #expect(memo.mayExist(reference(1)) == nil)
    memo.note(reference(17), isGroupEmpty: true)
    #expect(memo.mayExist(reference(18)) == false)
    #expect(memo.mayExist(reference(18)) == nil)
    #expect(memo.mayExist(reference(17)) == nil)
    #expect(memo.mayExist(reference(31)) == false)
    #expect(memo.mayExist(reference(32)) == nil)
    #expect(memo.mayExist(reference(31, entity: 2)) == nil)
    memo.note(reference(40), isGroupEmpty: false)
    #expect(memo.mayExist(reference(33)) == true)
    #expect(memo.mayExist(reference(48)) == nil)
  }
}
