import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Uniqueness constraints", .everyStore) struct ConstraintTests {
  private func office() -> Office {
    let office = Office()
    let person = office.entity(
      "Person",
      [
        Office.attribute("code"), Office.attribute("name"), Office.attribute("area", .integer32),
        Office.attribute("age", .integer32, default: 0),
      ]
    )
    person.uniquenessConstraints = [["code"], ["name", "area"]]
    let pupil = office.entity("Pupil", [])
    person.subentities = [pupil]
    let house = office.entity("House", [Office.attribute("street")])
    office.relate(person, "house", 0...1, house, "people", 0...Int.max)
    return office
  }

  private func people(_ office: Office) throws -> [String] {
    let context = try office.context()
    return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map { person in
      "\(person["code"] ?? "-") \(person["name"] ?? "-") \(person["age"] ?? "-")"
    }.sorted()
  }

  @Test("F340 Constraints are given as names or descriptions, and come back as names")
  func names() {
    let office = office()
    let person = office.model.entitiesByName["Person"]
    #expect(person?.uniquenessConstraints as? [[String]] == [["code"], ["name", "area"]])
    let other = NSEntityDescription()
    other.properties = [Office.attribute("code")]
    other.uniquenessConstraints = [[other.properties[0]]]
    #expect(other.uniquenessConstraints as? [[String]] == [["code"]])
  }

  @Test("F341 F343 An object with the values of one in the store: 133021, with the database object")
  func storeDuplicate() throws {
    let office = office()
    let first = try office.context()
    let stored = try first.insert("Person", ["code": "a", "age": 1])
    try first.save()
    let context = try office.context()
    let new = try context.insert("Pupil", ["code": "a", "age": 2])
    let error = try #require(failure { try context.save() })
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSManagedObjectConstraintMergeError && error.conflicts.count == 1)
    let conflict = try #require(error.conflicts.first as? NSConstraintConflict)
    #expect(conflict.constraint == ["code"])
    #expect(conflict.constraintValues as? [String: String] == ["code": "a"])
    #expect(conflict.databaseObject?.objectID == stored.objectID)
    #expect(conflict.databaseSnapshot?["age"] as? Int == 1)
    #expect(conflict.conflictingObjects == [new] && conflict.conflictingSnapshots.count == 1)
    #expect(context.hasChanges && new.objectID.isTemporaryID)
    new["code"] = "b"
    try context.save()
  }

  @Test("F343 Objects in memory with the same values: no database object, and both objects")
  func contextDuplicate() throws {
    let context = try office().context()
    let one = try context.insert("Person", ["name": "Ada", "area": 1])
    let two = try context.insert("Person", ["name": "Ada", "area": 1])
    try context.insert("Person", ["name": "Ada", "area": 2])
    try context.insert("Person", ["name": "Ada"])
    try context.insert("Person", ["name": "Ada"])
    let error = try #require(failure { try context.save() })
    let conflict = try #require(error.conflicts.first as? NSConstraintConflict)
    #expect(error.conflicts.count == 1 && conflict.constraint == ["name", "area"])
    #expect(conflict.databaseObject == nil && conflict.databaseSnapshot == nil)
    #expect(Set(conflict.conflictingObjects) == [one, two])
  }

  @Test("F342 Conflicts of changes are resolved before those of constraints")
  func order() throws {
    final class Listener: NSMergePolicy, @unchecked Sendable {
      var calls: [String] = []

      override func resolve(mergeConflicts list: [Any]) throws {
        calls += list.map { $0 is NSMergeConflict ? "change" : "constraint" }
        try super.resolve(mergeConflicts: list)
      }
    }
    let office = office()
    let first = try office.context()
    let theirs = try first.insert("Person", ["code": "a"])
    try first.insert("Person", ["code": "b"])
    try first.save()
    let policy = Listener(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    let context = try office.context(policy)
    let mine = try context.same(theirs)
    theirs["age"] = 5
    try first.save()
    mine["name"] = "Ada"
    try context.insert("Person", ["code": "b", "age": 7])
    try context.save()
    #expect(policy.calls == ["change", "constraint"])
    #expect(try people(office) == ["a Ada 5", "b - 7"])
  }

  @Test(
    "F344 The results of policies for a new object with the values of one in the store",
    arguments: [
      (.mergeByPropertyObjectTrump, ["a Old 2"]), (.overwrite, ["a - 2"]),
      (.mergeByPropertyStoreTrump, ["a Old 1"]), (.rollback, ["a Old 1"]),
    ] as [(NSMergePolicy, [String])],
    [false, true]
  )
  func upsert(_ row: (NSMergePolicy, [String]), _ isKnown: Bool) throws {
    let (policy, wanted) = row
    let office = office()
    let first = try office.context()
    let oldHouse = try first.insert("House", ["street": "old"])
    let stored = try first.insert(
      "Person",
      ["code": "a", "age": 1, "name": "Old", "house": oldHouse]
    )
    try first.save()
    let context = try office.context(policy)
    let known = isKnown ? try context.same(stored) : nil
    let house = try context.insert("House", ["street": "new"])
    let new = try context.insert("Person", ["code": "a", "age": 2, "house": house])
    try context.save()
    #expect(try people(office) == wanted && !context.hasChanges)
    // The row is the old one, with one object for it.
    let reader = try office.context()
    let found = try reader.same(stored)
    let memoryWins = policy == .mergeByPropertyObjectTrump || policy == .overwrite
    #expect((found["house"] as? HookedObject)?["street"] as? String == (memoryWins ? "new" : "old"))
    for house in try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "House")) {
      let isHome = house["street"] as? String == (memoryWins ? "new" : "old")
      #expect(house["people"] as? Set<NSManagedObject> == (isHome ? [found] : []))
    }
    if let known {
      #expect(new.managedObjectContext == nil)
      #expect(known["age"] as? Int == (memoryWins ? 2 : 1))
    } else if policy == .rollback {
      #expect(new.managedObjectContext == nil)
    } else {
      #expect(new.objectID == stored.objectID && new["age"] as? Int == (memoryWins ? 2 : 1))
    }
  }

  @Test(
    "The results of policies for an object that takes the values of another",
    arguments: [
      (.mergeByPropertyObjectTrump, ["b A 9"]), (.overwrite, ["b A 9"]),
      (.mergeByPropertyStoreTrump, ["a A 9", "b B 1"]), (.rollback, ["a A 1", "b B 1"]),
    ] as [(NSMergePolicy, [String])]
  )
  func takenValues(_ policy: NSMergePolicy, _ wanted: [String]) throws {
    let office = office()
    let context = try office.context(policy)
    let one = try context.insert("Person", ["code": "a", "name": "A", "age": 1])
    try context.insert("Person", ["code": "b", "name": "B", "age": 1])
    try context.save()
    one["code"] = "b"
    one["age"] = 9
    try context.save()
    #expect(try people(office) == wanted && !context.hasChanges)
  }

  @Test("Of several objects in memory the newest stays if memory wins, else the oldest")
  func severalInMemory() throws {
    for (policy, wanted) in [
      (NSMergePolicy.overwrite, "a - 3"), (.mergeByPropertyObjectTrump, "a - 3"),
      (.mergeByPropertyStoreTrump, "a - 1"),
    ] {
      let office = office()
      let context = try office.context(policy)
      for age in 1...3 { try context.insert("Person", ["code": "a", "age": age]) }
      try context.save()
      #expect(try people(office) == [wanted] && !context.hasChanges)
    }
  }

  @Test("Values that a save sets free can be taken in the same save")
  func freedValues() throws {
    let office = office()
    let context = try office.context()
    let one = try context.insert("Person", ["code": "a"])
    let two = try context.insert("Person", ["code": "b"])
    try context.save()
    one["code"] = "b"
    two["code"] = "a"
    try context.save()
    context.delete(one)
    try context.insert("Person", ["code": "b"])
    try context.save()
    #expect(try people(office) == ["a - 0", "b - 0"])
    two["code"] = nil
    try context.insert("Person", ["code": "a"])
    try context.insert("Person")
    try context.save()
    #expect(try people(office).count == 4)
  }

  @Test("A failed save leaves the recorded unique values unchanged")
  func failedSave() throws {
    let office = office()
    let coordinator = try office.open()
    let context = try office.context()
    try context.insert("Person", ["code": "a"])
    try context.save()
    let second = try coordinator.openTestedStore()
    let house = try context.insert("House")
    context.assign(house, to: second)
    let person = try context.insert("Person", ["code": "b", "house": house])
    #expect(failure { try context.save() } != nil)
    person["house"] = nil
    person["code"] = "c"
    try context.save()
    try context.insert("Person", ["code": "b"])
    try context.save()
    #expect(try people(office).count == 3)
  }
}
