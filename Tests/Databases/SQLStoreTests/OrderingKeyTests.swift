import StoreSamples
import Testing

@testable import SQLStore

@Suite("The keys of members in an order") struct OrderingKeyTests {
  private static func isRising(_ keys: [Int64]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  @Test(
    "Members that need no other key keep theirs",
    arguments: [
      ([], []),
      ([nil], [2_048]),
      ([nil, nil, nil], [2_048, 3_072, 4_096]),
      ([1, 2, 3], [1, 2, 3]),
      ([2_048, nil], [2_048, 3_072]),
      ([nil, 2_048], [1_024, 2_048]),
      ([2_048, nil, 3_072], [2_048, 2_560, 3_072]),
      ([2_048, nil, nil, nil, 3_072], [2_048, 2_304, 2_560, 2_816, 3_072]),
      ([-5, nil, 5], [-5, 0, 5]),
      ([nil, 1], [-1_023, 1]),
    ] as [([Int64?], [Int64])]
  )
  func simple(present: [Int64?], expected: [Int64]) {
    let members = (0..<present.count).map { Int64($0 + 1) }
    #expect(OrderingKeys.keys(for: members, present: present) == expected)
  }

  @Test("Keys that no program of this kind has written are replaced, and nothing overflows")
  func extremes() {
    for present in [
      [.min, nil, .max], [.max, nil], [nil, .min], [.max, .min], [.min, .max, nil],
      [1 << 60, nil], [nil, -(1 << 60)], [(1 << 60) + 1, nil], [.max, nil, nil, .max],
    ] as [[Int64?]] {
      let keys = OrderingKeys.keys(for: Array(1...Int64(present.count)), present: present)
      #expect(Self.isRising(keys), "\(present) \(keys)")
    }
  }

  @Test("Equal and falling keys become rising ones", arguments: 1...20)
  func random(seed: Int) {
    var dice = SeededRandom(UInt64(seed))
    for _ in 0..<50 {
      let count = Int.random(in: 0...40, using: &dice)
      let width = Int64.random(in: 1...60, using: &dice)
      let present: [Int64?] = (0..<count).map { _ in
        Bool.random(using: &dice) ? nil : .random(in: -width...width, using: &dice)
      }
      let members = Array(1...Int64(max(count, 1))).prefix(count).shuffled(using: &dice)
      let keys = OrderingKeys.keys(for: members, present: present)
      #expect(Self.isRising(keys) && keys.count == count)
    }
  }

  @Test("A gap without room moves a few neighbours, and not all")
  func fullGap() {
    var present: [Int64?] = (0..<200).map { 2_048 + Int64($0) * 1_024 }
    present.insert(contentsOf: [104_449, nil, 104_450], at: 101)
    let keys = OrderingKeys.keys(for: (1...203).map { Int64($0) }, present: present)
    #expect(Self.isRising(keys))
    let moved = zip(present, keys).count { present, key in present != key }
    #expect(moved < 20, "\(moved)")
  }
}
