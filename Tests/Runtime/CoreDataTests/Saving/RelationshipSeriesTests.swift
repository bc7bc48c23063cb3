import CoreData
import EveryStore
import Foundation
import StoreSamples
import Testing

/// Random tests of contexts that change the relationships of the same objects and save; inverses in the store must be
/// consistent.
@Suite("Series of changes to relationships", .everyStore) struct RelationshipSeriesTests {
  /// The relations between the contexts of a series.
  enum Arrangement: String {
    case three = "three contexts of the store"
    case programs = "two contexts of one coordinator and one of another"
    case pinned = "the same, each of which sees one generation of the store"
    case children = "two children of a context"
    case grandchildren = "two children of a child"
    case mixed = "two children of a context beside another context"
  }

  @Test(
    "Both ends of all relationships agree in the store, whatever was merged",
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ],
    [.three, .children, .grandchildren, .mixed] as [Arrangement]
  )
  func relationships(_ policy: NSMergePolicy, _ arrangement: Arrangement) throws {
    try run(policy, arrangement, steps: StoreKind.current == .inMemory ? 600 : 120)
  }

  @Test(
    "Both ends agree while another program saves to the same database",
    .everyDatabase,
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ],
    [.programs, .pinned] as [Arrangement]
  )
  func programs(_ policy: NSMergePolicy, _ arrangement: Arrangement) throws {
    try run(policy, arrangement, steps: 160)
  }

  private func run(_ policy: NSMergePolicy, _ arrangement: Arrangement, steps: Int) throws {
    for seed in UInt64(1)...UInt64(Torture.count(3, sanitized: 1)) {
      let series = try Series(seed, policy, arrangement)
      for step in 0..<steps {
        let problems = try series.takeStep()
        try #require(
          problems.isEmpty,
          "policy \(policy.mergeType.rawValue), seed \(seed), step \(step): \(problems)"
        )
      }
      #expect(try series.finish() == [])
    }
  }
}

/// The contexts, their objects, and the random steps.
private final class Series {
  private let office = Office()
  private var contexts: [NSManagedObjectContext] = []
  private var random: SeededRandom
  private let isOfPrograms: Bool

  /// The inserted objects, with the number of the context.
  private var made: [(object: NSManagedObject, context: Int)] = []

  init(
    _ seed: UInt64,
    _ policy: NSMergePolicy,
    _ arrangement: RelationshipSeriesTests.Arrangement
  ) throws {
    random = SeededRandom(seed)
    isOfPrograms = arrangement == .programs || arrangement == .pinned
    makeModel(seed)
    let first = try office.context(policy)
    switch arrangement {
    case .three: contexts = [first, try office.context(policy), try office.context(policy)]
    case .programs, .pinned:
      contexts = [first, try office.context(policy), try office.contextOfAnotherProgram(policy)]
      guard arrangement == .pinned else { break }
      for context in contexts { try context.setQueryGenerationFrom(.current) }
    case .children: contexts = [first, first.makeChild(), first.makeChild()]
    case .grandchildren:
      let child = first.makeChild()
      contexts = [first, child, child.makeChild(), child.makeChild()]
    case .mixed:
      contexts = [first, first.makeChild(), first.makeChild(), try office.context(policy)]
    }
    for _ in 0..<8 { insert(into: 0) }
    try first.save()
  }

  /// An entity with relationships of each kind to itself; the seed determines some rules.
  private func makeModel(_ seed: UInt64) {
    let item = office.entity("Item", [Office.attribute("a", .integer64, default: 0)])
    let family = office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    family.back.isOrdered = seed.isMultiple(of: 3)
    if seed % 3 == 1 { family.back.deleteRule = .cascadeDeleteRule }
    let friends = office.relate(item, "friends", 0...Int.max, item, "friendOf", 0...Int.max)
    friends.there.isOrdered = seed.isMultiple(of: 2)
    let next = office.relate(item, "next", 0...1, item, "previous", 0...1)
    if seed.isMultiple(of: 3) { next.there.deleteRule = .cascadeDeleteRule }
    for (name, count) in [("mates", 0...Int.max), ("spouse", 0...1)] {
      let own = Office.relationship(name, to: item, count)
      own.inverseRelationship = own
      item.properties.append(own)
    }
  }

  /// Saves a context or changes something; returns the inconsistencies in the store afterwards.
  func takeStep() throws -> [String] {
    let number = Int.random(in: contexts.indices, using: &random)
    guard Int.random(in: 0..<5, using: &random) == 0 else {
      try change(in: number)
      return []
    }
    try contexts[number].save()
    return contexts[number].parent == nil ? try disagreements() : []
  }

  /// Saves all contexts, child contexts before their parents.
  func finish() throws -> [String] {
    for context in contexts.reversed() { try context.save() }
    return try disagreements()
  }

  @discardableResult private func insert(into number: Int) -> NSManagedObject {
    let object = HookedObject(entity: office.model.entities[0], insertInto: contexts[number])
    made.append((object, number))
    return object
  }

  /// A random object of a context; nil if there is none left.
  private func pick(in number: Int) -> NSManagedObject? {
    let start = Int.random(in: made.indices, using: &random)
    for (object, home) in made[start...] + made[..<start] {
      if home == number, object.managedObjectContext != nil {
        if object.isDeleted { continue }
        return object
      }
      if object.objectID.isTemporaryID, contexts[number].parent == nil { continue }
      let known = contexts[number].id(object.objectID)
        .flatMap { try? contexts[number].existingObject(with: $0) }
      if let known, !known.isDeleted { return known }
    }
    return nil
  }

  private func change(in number: Int) throws {
    guard let one = pick(in: number), let two = pick(in: number) else {
      insert(into: number)
      return
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: one["a"] = Int.random(in: 0...3, using: &random)
    case 1...2: one["parent"] = two
    case 3: one["parent"] = nil
    case 4...5: one["next"] = two
    case 6: one["previous"] = nil
    case 7:
      let isOrdered = one.entity.relationshipsByName["children"]?.isOrdered == true
      one["children"] = isOrdered ? NSOrderedSet(object: two) : Set([two])
    case 8...9: toggle(two, in: one, "friends")
    case 10: toggle(two, in: one, "mates")
    case 11: one["spouse"] = two
    case 12: contexts[number].refresh(one, mergeChanges: Bool.random(using: &random))
    case 13: insert(into: number)["parent"] = one
    default:
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      if try contexts[number].count(for: request) > 4 { contexts[number].delete(one) }
    }
  }

  private func toggle(_ member: NSManagedObject, in object: NSManagedObject, _ key: String) {
    if object.entity.relationshipsByName[key]?.isOrdered == true {
      let members = object.mutableOrderedSetValue(forKey: key)
      members.contains(member) ? members.remove(member) : members.insert(member, at: 0)
    } else {
      let members = object.mutableSetValue(forKey: key)
      members.contains(member) ? members.remove(member) : members.add(member)
    }
  }

  /// The relationships in the store without a destination row, or with an inconsistent inverse.
  private func disagreements() throws -> [String] {
    // A coordinator's cached rows may be stale.
    if isOfPrograms { return try office.asAnotherProgram { try disagreements(in: $0) } }
    return try disagreements(in: office.context())
  }

  private func disagreements(in context: NSManagedObjectContext) throws -> [String] {
    let all = Set(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")))
    var found: [String] = []
    for object in all {
      for (name, relationship) in object.entity.relationshipsByName {
        guard let inverse = relationship.inverseRelationship?.name else { continue }
        for other in Self.members(object[name]) {
          let text = "\(object.objectID) \(name) \(other.objectID)"
          if !all.contains(other) {
            found.append(text + " is gone")
          } else if !Self.members(other[inverse]).contains(object) {
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

extension NSManagedObjectContext {
  /// The object's ID in the context's coordinator.
  fileprivate func id(_ id: NSManagedObjectID) -> NSManagedObjectID? {
    guard let coordinator = persistentStoreCoordinator,
      id.persistentStore?.persistentStoreCoordinator !== coordinator, !id.isTemporaryID
    else { return id }
    return coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
  }
}
