import CoreData
import EveryStore
import Foundation
import Testing

/// Two contexts change the same objects at random and save; a simple model says what must come out.
@Suite("Series of changes in two contexts", .everyStore) struct MergeSeriesTests {
  /// Numbers that are the same for the same seed.
  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  private static let fields = ["a", "b", "c"]
  private static let count = 6

  /// The values of one object.
  private typealias Values = [String: Int]

  /// What a context has of an object: what it is based on, and what it has become.
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
    "Attributes come out as the policy says, after many steps",
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
    var random = SeededNumbers(state: seed)
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

  /// Saves in the model; returns whether the save fails.
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

  @Test(
    "Both ends of all relationships agree in the store, whatever was merged",
    .everyDatabase,
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ],
    Array(1...6) as [UInt64]
  )
  func relationships(_ policy: NSMergePolicy, _ seed: UInt64) throws {
    let office = Office()
    let item = office.entity("Item", [Office.attribute("a", .integer64, default: 0)])
    let family = office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    family.back.isOrdered = seed.isMultiple(of: 3)
    if seed % 3 == 1 { family.back.deleteRule = .cascadeDeleteRule }
    office.relate(item, "friends", 0...Int.max, item, "friendOf", 0...Int.max)
    office.relate(item, "next", 0...1, item, "previous", 0...1)
    let first = try office.context(policy)
    let second = try office.context(policy)
    for _ in 0..<8 { try first.insert("Item") }
    try first.save()
    var random = SeededNumbers(state: seed)
    for step in 0..<300 {
      let context = Bool.random(using: &random) ? first : second
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        if let error = failure(of: { try context.save() }) {
          Issue.record("seed \(seed), step \(step): \(error)")
        }
        let problems = try Self.disagreements(in: try office.context())
        let type = policy.mergeType.rawValue
        try #require(problems.isEmpty, "\(type), seed \(seed), step \(step): \(problems)")
      default: try Self.change(context, &random)
      }
    }
    try first.save()
    try second.save()
    #expect(try Self.disagreements(in: try office.context()) == [])
  }

  private static func change(
    _ context: NSManagedObjectContext,
    _ random: inout SeededNumbers
  ) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    let all = try context.fetch(request).filter { object in
      object.isInserted || (try? context.existingObject(with: object.objectID)) != nil
    }
    guard let one = all.randomElement(using: &random), let two = all.randomElement(using: &random)
    else {
      try context.insert("Item")
      return
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0...1: one["a"] = Int.random(in: 0...3, using: &random)
    case 2...3: one["parent"] = two
    case 4: one["parent"] = nil
    case 5...6: one["next"] = two
    case 7:
      let isOrdered = one.entity.relationshipsByName["children"]?.isOrdered == true
      one["children"] = isOrdered ? NSOrderedSet(object: two) : Set([two])
    case 8...9:
      var friends = one["friends"] as? Set<NSManagedObject> ?? []
      if friends.remove(two) == nil { friends.insert(two) }
      one["friends"] = friends
    case 10: try context.insert("Item", ["parent": one])
    default: if all.count > 4 { context.delete(one) }
    }
  }

  /// The relationships in the store whose other ends do not lead back.
  private static func disagreements(in context: NSManagedObjectContext) throws -> [String] {
    let all = Set(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")))
    let pairs = [
      ("parent", "children"), ("children", "parent"), ("friends", "friendOf"),
      ("friendOf", "friends"), ("next", "previous"), ("previous", "next"),
    ]
    var found: [String] = []
    for object in all {
      for (name, inverse) in pairs {
        for other in members(object[name]) {
          let text = "\(object.objectID) \(name) \(other.objectID)"
          if !all.contains(other) {
            found.append(text + " is gone")
          } else if !members(other[inverse]).contains(object) {
            found.append(text)
          }
        }
      }
    }
    return found
  }

  private static func members(_ value: Any?) -> Set<NSManagedObject> {
    if let object = value as? NSManagedObject { return [object] }
    if let members = value as? NSOrderedSet {
      return Set(members.array as? [NSManagedObject] ?? [])
    }
    return value as? Set<NSManagedObject> ?? []
  }
}
