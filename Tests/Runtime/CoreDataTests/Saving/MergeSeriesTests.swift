import CoreData
import EveryStore
import Foundation
import StoreSamples
import Testing

/// Random tests of two contexts that change the same objects and save, against a simple model of the outcome.
@Suite("Series of changes in two contexts", .everyStore) struct MergeSeriesTests {
  private static let fields = ["a", "b", "c"]
  private static let count = 6

  /// The values of one object.
  private typealias Values = [String: Int]

  /// The state of an object in a context: its snapshot and its current values.
  private struct Copy {
    var base: Values
    var mine: Values
    var version: Int
    var isTouched = false

    func merged(with stored: Values, _ type: NSMergePolicyType) -> Values {
      switch type {
      case .overwriteMergePolicyType: return mine
      case .rollbackMergePolicyType, .errorMergePolicyType: return stored
      case .mergeByPropertyStoreTrumpMergePolicyType:
        return mine.merging(stored.filter { $1 != base[$0] }) { $1 }
      case .mergeByPropertyObjectTrumpMergePolicyType:
        return stored.merging(mine.filter { $1 != base[$0] }) { $1 }
      }
    }
  }

  @Test(
    "Attributes follow the policy after many steps",
    arguments: [
      NSMergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite,
      .rollback,
    ],
    [1, 2, 3] as [UInt64]
  )
  func attributes(_ policy: NSMergePolicy, _ seed: UInt64) throws {
    let office = Office()
    office.entity("Item", Self.fields.map { Office.attribute($0, .integer64, default: 0) })
    let first = try office.context(policy)
    let second = try office.context(policy)
    let contexts = [first, second]
    let made = try (0..<Self.count).map { _ in try first.insert("Item") }
    try first.save()
    let objects = [made, try made.map { try second.same($0) }]
    let zero = Dictionary(uniqueKeysWithValues: Self.fields.map { ($0, 0) })
    var stored = Array(repeating: (values: zero, version: 1), count: Self.count)
    var copies = Array(
      repeating: Array(repeating: Copy(base: zero, mine: zero, version: 1), count: Self.count),
      count: 2
    )
    var random = SeededRandom(seed)
    for step in 0..<(StoreKind.current == .inMemory ? 2_000 : 300) {
      let side = Int.random(in: 0...1, using: &random)
      guard Int.random(in: 0..<6, using: &random) == 0 else {
        let item = Int.random(in: 0..<Self.count, using: &random)
        let field = Self.fields[Int.random(in: 0..<3, using: &random)]
        let value = Int.random(in: 0...3, using: &random)
        objects[side][item][field] = value
        copies[side][item].mine[field] = value
        copies[side][item].isTouched = true
        continue
      }
      let expectsError = Self.save(&copies[side], &stored, policy.mergeType)
      let error = failure { try contexts[side].save() }
      try #require((error?.code == 133_020) == expectsError, "seed \(seed), step \(step)")
      if expectsError {
        for item in 0..<Self.count {
          contexts[side].refresh(objects[side][item], mergeChanges: false)
          let now = stored[item]
          copies[side][item] = Copy(base: now.values, mine: now.values, version: now.version)
        }
        contexts[side].processPendingChanges()
      }
      for item in 0..<Self.count {
        let values = Self.values(of: objects[side][item])
        try #require(values == copies[side][item].mine, "seed \(seed), step \(step), item \(item)")
      }
    }
    for (item, object) in made.enumerated() {
      #expect(Self.values(of: try office.context().same(object)) == stored[item].values)
    }
  }

  private static func values(of object: NSManagedObject) -> Values {
    Dictionary(uniqueKeysWithValues: fields.map { ($0, object[$0] as? Int ?? -1) })
  }

  /// Simulates a save; returns whether it fails.
  private static func save(
    _ copies: inout [Copy],
    _ stored: inout [(values: Values, version: Int)],
    _ type: NSMergePolicyType
  ) -> Bool {
    let touched = copies.indices.filter { copies[$0].isTouched }
    let conflicts = touched.filter { copies[$0].version < stored[$0].version }
    if type == .errorMergePolicyType, !conflicts.isEmpty { return true }
    for item in touched {
      if conflicts.contains(item) {
        copies[item].mine = copies[item].merged(with: stored[item].values, type)
        copies[item].base = stored[item].values
        copies[item].version = stored[item].version
      }
      if copies[item].mine != copies[item].base {
        stored[item] = (copies[item].mine, copies[item].version + 1)
      }
      copies[item].base = copies[item].mine
      copies[item].version = stored[item].version
      copies[item].isTouched = false
    }
    return false
  }
}
