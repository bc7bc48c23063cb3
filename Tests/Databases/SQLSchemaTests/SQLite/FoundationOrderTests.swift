import ManagedModel
import Testing

@testable import SQLSchema

struct FoundationOrderTests {
  /// Computed by hand from CoreFoundation's algorithm.
  @Test(arguments: [
    ("", 0 as UInt64),
    ("a", 1_062),
    ("ab", 785_625),
    ("abcd", 32_691_786_862),
  ])
  func `short texts have the hashes of CoreFoundation`(text: String, hash: UInt64) {
    #expect(FoundationOrder.hash(text) == hash)
  }

  @Test func `the unit of hashing is UTF-16`() {
    #expect(FoundationOrder.hash("é") != FoundationOrder.hash("e\u{301}"))
    // Two units: a surrogate pair.
    let high: UInt64 = 0xD83D
    let low: UInt64 = 0xDE00
    let folded = (2 * 257 + high) * 257 + low
    #expect(FoundationOrder.hash("😀") == folded + folded << 2)
  }

  @Test func `beyond 96 units only the beginning, the middle and the end count`() {
    let long = Array(repeating: Character("x"), count: 200)
    func hash(changing position: Int) -> UInt64 {
      var changed = long
      changed[position] = "y"
      return FoundationOrder.hash(String(changed))
    }
    let original = FoundationOrder.hash(String(long))
    for position in [0, 31, 84, 115, 168, 199] {
      #expect(hash(changing: position) != original, "\(position)")
    }
    for position in [32, 83, 116, 167] { #expect(hash(changing: position) == original) }
    let limit = String(repeating: "x", count: 96)
    #expect(FoundationOrder.hash(limit) != FoundationOrder.hash("x" + limit.dropFirst(2) + "y"))
  }

  /// In a store with both, `Z_FOK_FAVORITEFOLDER` comes before `Z_FOK_PARENT`, not in the alphabetical order of the
  /// to-many relationships `children` and `favorites`.
  @Test func `names come in the order of their buckets`() {
    let names = [
      "children", "favoriteFolder", "favorites", "isFavorite", "isFolder", "parent", "title", "url",
      "uuid",
    ]
    let order = FoundationOrder(names: names, entryCount: 16)
    #expect(order.rank(of: "favorites") < order.rank(of: "children"))
    let few = FoundationOrder(names: names, entryCount: 9)
    #expect(few.rank(of: "favorites") > few.rank(of: "children"))
    #expect(order.rank(of: "unknown") == .max)
  }

  @Test func `a full table and names that share a bucket are no trouble`() {
    for count in [0, 1, 3, 4, 52, 53, 390, 391, 31_324, 31_325] {
      let names = (0..<count).map { "name\($0)" }
      let order = FoundationOrder(names: names, entryCount: count)
      #expect(Set(names.map(order.rank)).count == count)
      #expect(names.allSatisfy { order.rank(of: $0) != .max })
    }
  }
}
