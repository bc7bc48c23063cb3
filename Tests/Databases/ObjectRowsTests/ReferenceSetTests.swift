import ObjectRows
import Testing

@Suite("The set of references") struct ReferenceSetTests {
  @Test("References are in the set once, whatever their numbers, entities and stores")
  func insertion() {
    let numbers: [Int64] = [1, 2, 63, 64, 65, 127, 128, 2, 1, -1, -64, -65, .max, .min, .max, 0]
    let references = numbers.flatMap { number in
      [(1, 1), (2, 1), (1, 2), (0xFFFF, 0xFFFF)].map { entity, store in
        Reference(number: number, entity: entity, store: store)
      }
    }
    var set = ReferenceSet()
    var expected: Set<Reference> = []
    for half in [references.prefix(40), references.suffix(30)] {
      let fresh = half.filter { !$0.isNone && expected.insert($0).inserted }
      #expect(set.insert(Array(half)) == fresh)
    }
    #expect(references.allSatisfy { set.contains($0) == expected.contains($0) })
    #expect(!set.contains(Reference(number: 3, entity: 1, store: 1)))
    #expect(set.insert([]).isEmpty)
    #expect(set.insert([.none]).isEmpty)
    #expect(!set.contains(.none))
  }
}
