import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Conflicts between contexts", .everyStore) struct ConflictTests {
  private func office() -> Office {
    let office = Office()
    let team = office.entity("Team", [Office.attribute("title")])
    let player = office.entity(
      "Player",
      [Office.attribute("name"), Office.attribute("goals", .integer32, default: 0)]
    )
    let club = office.entity("Club", [Office.attribute("title")])
    office.relate(team, "players", 0...Int.max, player, "team", 0...1)
    office.relate(club, "fans", 0...Int.max, player, "clubs", 0...Int.max)
    office.relate(team, "captain", 0...1, player, "captainOf", 0...1)
    return office
  }

  /// A player in two contexts; the first has already saved its changes.
  private struct Both {
    let office: Office
    let first: NSManagedObjectContext
    let second: NSManagedObjectContext
    let theirs: HookedObject
    let mine: HookedObject

    /// Another object, in the second context.
    func mine(_ object: NSManagedObject) throws -> HookedObject { try second.same(object) }

    /// The object in the store, read by a new context.
    func stored(_ object: NSManagedObject? = nil) throws -> HookedObject {
      try office.context().same(object ?? theirs)
    }
  }

  private func both(
    _ policy: NSMergePolicy = .error,
    _ prepare: (NSManagedObjectContext, HookedObject) throws -> Void = { _, _ in }
  ) throws -> Both {
    let office = office()
    let first = try office.context()
    let theirs = try first.insert("Player", ["name": "Ada", "goals": 1])
    try prepare(first, theirs)
    try first.save()
    let second = try office.context(policy)
    return Both(
      office: office,
      first: first,
      second: second,
      theirs: theirs,
      mine: try second.same(theirs)
    )
  }

  // MARK: The error policy

  @Test("F121 F135 The first policy is the error policy; the constants are the policies themselves")
  func policies() throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    #expect((context.mergePolicy as? NSMergePolicy) == .error)
    let constants: [(AnyObject, NSMergePolicy)] = [
      (NSErrorMergePolicy, .error),
      (NSMergeByPropertyStoreTrumpMergePolicy, .mergeByPropertyStoreTrump),
      (NSMergeByPropertyObjectTrumpMergePolicy, .mergeByPropertyObjectTrump),
      (NSOverwriteMergePolicy, .overwrite), (NSRollbackMergePolicy, .rollback),
    ]
    for (constant, policy) in constants {
      let isSame = constant === policy
      #expect(isSame)
    }
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    #expect((context.mergePolicy as? NSMergePolicy)?.mergeType.rawValue == 2)
  }

  @Test("F134 Types of policies have Apple's numbers")
  func types() {
    let all: [(NSMergePolicy, UInt)] = [
      (.error, 0), (.mergeByPropertyStoreTrump, 1), (.mergeByPropertyObjectTrump, 2),
      (.overwrite, 3), (.rollback, 4),
    ]
    for (policy, number) in all {
      #expect(policy.mergeType.rawValue == number)
      #expect(NSMergePolicyType(rawValue: number) == policy.mergeType)
    }
    #expect(NSMergePolicyType(rawValue: 5) == nil)
  }

  @Test("F122 F123 F126 The second save of a row throws 133020 with one conflict and its snapshots")
  func errorPolicy() throws {
    let both = try both()
    let team = try both.first.insert("Team")
    both.theirs["name"] = "Eve"
    both.theirs["team"] = team
    try both.first.save()
    both.mine["goals"] = 9
    let error = try #require(failure { try both.second.save() })
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
    #expect(error.conflicts.count == 1)
    let conflict = try #require(error.conflicts.first as? NSMergeConflict)
    #expect(conflict.sourceObject === both.mine)
    #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
    let old = try #require(conflict.objectSnapshot)
    #expect(old["name"] as? String == "Ada" && old["goals"] as? Int == 1)
    #expect(old["team"] is NSNull && old["clubs"] == nil && old.count == 4)
    let new = try #require(conflict.cachedSnapshot)
    #expect(new["name"] as? String == "Eve" && new["goals"] as? Int == 1)
    #expect(new["team"] as? NSManagedObjectID == team.objectID)
    #expect(conflict.persistedSnapshot == nil)
    #expect(both.second.hasChanges && both.mine["goals"] as? Int == 9)
    let typed = try #require(throws: CocoaError.self) { try both.second.save() }
    #expect(typed.code == .managedObjectMerge)
  }

  @Test("F131 Changes of different rows are no conflict")
  func differentRows() throws {
    var other: HookedObject?
    let both = try both { context, _ in other = try context.insert("Player") }
    both.theirs["name"] = "Eve"
    try both.first.save()
    try both.mine(try #require(other))["name"] = "Bob"
    try both.second.save()
  }

  @Test("F132 detectConflicts makes a save check an object without changes")
  func detectConflicts() throws {
    let both = try both()
    both.theirs["name"] = "Eve"
    try both.first.save()
    try both.second.insert("Player")
    both.second.detectConflicts(for: both.mine)
    #expect(failure { try both.second.save() }?.code == NSManagedObjectMergeError)
    both.second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try both.second.save()
    #expect(both.mine["name"] as? String == "Eve")
    both.theirs["name"] = "Cy"
    try both.first.save()
    try both.second.insert("Player")
    try both.second.save()
  }

  @Test("F138 A save does not change the objects of another context")
  func isolation() throws {
    let both = try both()
    both.theirs["name"] = "Eve"
    try both.first.save()
    #expect(both.mine["name"] as? String == "Ada")
    #expect(try both.stored()["name"] as? String == "Eve")
  }

  // MARK: The other policies

  @Test(
    "F127 F128 F129 F130 The results of the policies for four properties",
    arguments: [
      (.mergeByPropertyStoreTrump, ["theirs", 2, 3]),
      (.mergeByPropertyObjectTrump, ["mine", 2, 3]),
      (.overwrite, ["mine", 1, 3]), (.rollback, ["theirs", 2, 0]),
    ] as [(NSMergePolicy, [any Sendable])]
  )
  func mergedProperties(_ policy: NSMergePolicy, _ wanted: [any Sendable]) throws {
    let office = Office()
    office.entity(
      "Player",
      [
        Office.attribute("both"), Office.attribute("theirs", .integer32, default: 1),
        Office.attribute("mine", .integer32, default: 0),
      ]
    )
    let first = try office.context()
    let theirs = try first.insert("Player", ["both": "old"])
    try first.save()
    let second = try office.context(policy)
    let mine = try second.same(theirs)
    theirs["both"] = "theirs"
    theirs["theirs"] = 2
    try first.save()
    mine["both"] = "mine"
    mine["mine"] = 3
    try second.save()
    for object in [mine, try office.context().same(theirs)] {
      #expect(object["both"] as? String == wanted[0] as? String)
      #expect(object["theirs"] as? Int == wanted[1] as? Int)
      #expect(object["mine"] as? Int == wanted[2] as? Int)
    }
    #expect(mine.changedValues().isEmpty && !second.hasChanges)
    #expect(mine.snapshotEvents == [.mergePolicy])
  }

  @Test("The same change in both contexts is merged")
  func sameChange() throws {
    let both = try both(.mergeByPropertyStoreTrump)
    both.theirs["name"] = "Eve"
    try both.first.save()
    both.mine["name"] = "Eve"
    try both.second.save()
    #expect(try both.stored()["name"] as? String == "Eve")
  }

  @Test(
    "To-one relationships are merged as attributes are, and the other ends follow",
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]
  )
  func toOne(_ policy: NSMergePolicy) throws {
    var teams: [HookedObject] = []
    let both = try both(policy) { context, player in
      teams = try ["old", "theirs", "mine"].map { try context.insert("Team", ["title": $0]) }
      player["team"] = teams[0]
      player["captainOf"] = teams[0]
    }
    both.theirs["team"] = teams[1]
    both.theirs["captainOf"] = teams[1]
    try both.first.save()
    let third = try both.mine(teams[2])
    _ = third["players"]
    both.mine["team"] = third
    both.mine["captainOf"] = third
    try both.second.save()
    let memoryWins =
      policy.mergeType == .mergeByPropertyObjectTrumpMergePolicyType
      || policy.mergeType == .overwriteMergePolicyType
    let winner = memoryWins ? "mine" : "theirs"
    for context in [both.second, try both.office.context()] {
      let player = try context.same(both.theirs)
      #expect((player["team"] as? HookedObject)?["title"] as? String == winner)
      #expect((player["captainOf"] as? HookedObject)?["title"] as? String == winner)
      for team in teams {
        let team = try context.same(team)
        let isWinner = team["title"] as? String == winner
        #expect((team["players"] as? NSSet)?.count == (isWinner ? 1 : 0))
        #expect((team["captain"] != nil) == isWinner)
      }
    }
  }

  @Test("Members that two contexts add to and remove from one relationship are all merged")
  func toMany() throws {
    var club: HookedObject?
    var others: [HookedObject] = []
    let both = try both(.mergeByPropertyObjectTrump) { context, player in
      club = try context.insert("Club")
      others = try (0..<3).map { try context.insert("Player", ["goals": $0]) }
      club?["fans"] = Set([player, others[0]])
    }
    let theirClub = try #require(club)
    let myClub = try both.mine(theirClub)
    #expect((myClub["fans"] as? NSSet)?.count == 2)
    theirClub["fans"] = Set([both.theirs, others[1]])
    try both.first.save()
    myClub["fans"] = Set([try both.mine(others[0]), try both.mine(others[2])])
    myClub["title"] = "C"
    try both.second.save()
    let wanted = Set([others[1].objectID, others[2].objectID])
    for club in [myClub, try both.stored(theirClub)] {
      let fans = try #require(club["fans"] as? Set<NSManagedObject>)
      #expect(Set(fans.map(\.objectID)) == wanted)
      for fan in fans { #expect((fan["clubs"] as? NSSet)?.contains(club) == true) }
    }
    #expect((try both.stored(others[0])["clubs"] as? NSSet)?.count == 0)
  }

  // MARK: Deletions

  @Test("F125 F137 A row that was deleted meanwhile: 133020 with version 0")
  func deletedByOthers() throws {
    let both = try both()
    both.first.delete(both.theirs)
    try both.first.save()
    both.mine["name"] = "Bob"
    let error = try #require(failure { try both.second.save() })
    #expect(error.code == NSManagedObjectMergeError)
    let conflict = try #require(error.conflicts.first as? NSMergeConflict)
    #expect(conflict.newVersionNumber == 0 && conflict.cachedSnapshot == nil)
    #expect(conflict.objectSnapshot?["name"] as? String == "Ada")
  }

  @Test(
    "F137 A row that was deleted elsewhere is restored if memory wins, and stays deleted otherwise",
    arguments: [
      (.mergeByPropertyStoreTrump, false), (.mergeByPropertyObjectTrump, true), (.overwrite, true),
      (.rollback, false),
    ] as [(NSMergePolicy, Bool)]
  )
  func deletedByOthers(_ policy: NSMergePolicy, _ comesBack: Bool) throws {
    let both = try both(policy) { context, player in
      player["team"] = try context.insert("Team", ["title": "T"])
    }
    let team = try #require(both.mine["team"] as? HookedObject)
    _ = team["players"]
    both.first.delete(both.theirs)
    try both.first.save()
    both.mine["name"] = "Bob"
    let id = both.mine.objectID
    try both.second.save()
    let reader = try both.office.context()
    #expect(try reader.storedCount("Player") == (comesBack ? 1 : 0))
    #expect((both.mine.managedObjectContext != nil) == comesBack)
    #expect(both.mine.objectID == id && !both.second.hasChanges)
    let members = try #require(try reader.same(team)["players"] as? Set<HookedObject>)
    #expect(members.allSatisfy { $0["team"] as? NSObject === (try? reader.same(team)) })
    if comesBack { #expect(try reader.same(both.mine)["name"] as? String == "Bob") }
  }

  @Test(
    "An object that is deleted here and was changed elsewhere is deleted if memory wins",
    arguments: [
      (.mergeByPropertyStoreTrump, true), (.mergeByPropertyObjectTrump, false),
      (.overwrite, false), (.rollback, true),
    ] as [(NSMergePolicy, Bool)]
  )
  func deletedHere(_ policy: NSMergePolicy, _ stays: Bool) throws {
    var teams: [HookedObject] = []
    let both = try both(policy) { context, player in
      teams = try ["a", "b"].map { try context.insert("Team", ["title": $0]) }
      player["team"] = teams[0]
    }
    both.theirs["team"] = teams[1]
    try both.first.save()
    both.second.delete(both.mine)
    try both.second.save()
    let reader = try both.office.context()
    #expect(try reader.storedCount("Player") == (stays ? 1 : 0))
    #expect(try (reader.same(teams[0])["players"] as? NSSet)?.count == 0)
    #expect(try (reader.same(teams[1])["players"] as? NSSet)?.count == (stays ? 1 : 0))
    #expect(both.mine.isDeleted == false)
    if stays {
      #expect((both.mine["team"] as? HookedObject)?["title"] as? String == "b")
      #expect((both.mine["team"] as? HookedObject)?["players"] as? Set<HookedObject> == [both.mine])
    }
  }

  @Test("Two deletions of one object are no conflict")
  func deletedTwice() throws {
    let both = try both()
    both.first.delete(both.theirs)
    try both.first.save()
    both.second.delete(both.mine)
    try both.second.save()
    #expect(!both.second.hasChanges && both.mine.managedObjectContext == nil)
  }

  // MARK: Policies of the program

  private final class Negotiator: NSMergePolicy, @unchecked Sendable {
    var calls: [String] = []
    var refusal: (any Error)?
    var resolve: (NSMergeConflict) -> Void = { _ in }

    override func resolve(mergeConflicts list: [Any]) throws {
      calls.append("all \(list.count)")
      try super.resolve(mergeConflicts: list)
    }

    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      calls.append("changes \(list.count)")
      if let refusal { throw refusal }
      for conflict in list { resolve(conflict) }
    }

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      calls.append("constraints \(list.count)")
    }
  }

  @Test("F133 F136 A custom policy gets the conflicts, and its result is saved")
  func customPolicy() throws {
    let policy = Negotiator(merge: .errorMergePolicyType)
    let both = try both(policy)
    both.theirs["goals"] = 5
    try both.first.save()
    both.mine["goals"] = 3
    policy.resolve = { conflict in
      let theirs = conflict.cachedSnapshot?["goals"] as? Int ?? 0
      let mine = conflict.sourceObject["goals"] as? Int ?? 0
      let old = conflict.objectSnapshot?["goals"] as? Int ?? 0
      conflict.sourceObject["goals"] = theirs + mine - old
    }
    try both.second.save()
    #expect(policy.calls == ["all 1", "changes 1"])
    #expect(try both.stored()["goals"] as? Int == 7 && both.mine["goals"] as? Int == 7)
  }

  @Test("F136 A custom policy may throw")
  func refusingPolicy() throws {
    let policy = Negotiator(merge: .overwriteMergePolicyType)
    policy.refusal = CocoaError(.userCancelled)
    let both = try both(policy)
    both.theirs["goals"] = 5
    try both.first.save()
    both.mine["goals"] = 3
    #expect(throws: CocoaError(.userCancelled)) { try both.second.save() }
    #expect(both.second.hasChanges)
  }

  @Test("F124 A conflict of the program's own has the snapshots it was given, and can be resolved")
  func ownConflicts() throws {
    let both = try both()
    both.mine["name"] = "Bob"
    let conflict = NSMergeConflict(
      source: both.mine,
      newVersion: 7,
      oldVersion: 1,
      cachedSnapshot: ["goals": 2],
      persistedSnapshot: ["goals": 4, "name": "Eve"]
    )
    #expect(conflict.persistedSnapshot?["goals"] as? Int == 4)
    #expect(conflict.cachedSnapshot?["goals"] as? Int == 2)
    #expect(conflict.description.contains("with oldVersion = 1 and newVersion = 7"))
    #expect(throws: CocoaError.self) { try NSMergePolicy.error.resolve(mergeConflicts: [conflict]) }
    try NSMergePolicy.mergeByPropertyObjectTrump.resolve(mergeConflicts: [conflict])
    #expect(both.mine["name"] as? String == "Bob" && both.mine["goals"] as? Int == 4)
    #expect(both.mine.changedValues().keys.sorted() == ["name"])
  }

  @Test("A save request that meets newer rows throws an object of NSError", .everyDatabase)
  func saveRequests() throws {
    let folder = try StoreFolder()
    var contexts: [NSManagedObjectContext] = []
    for _ in 0..<2 {
      let model = NSManagedObjectModel()
      model.entities = [PlainModel.entity("Thing", ["name": .string])]
      contexts.append(try folder.context(model))
    }
    NSEntityDescription.insertNewObject(forEntityName: "Thing", into: contexts[0])
    try contexts[0].save()
    let things = try contexts.map { context in
      try #require(context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
    }
    for (number, thing) in things.enumerated() { thing.setValue("\(number)", forKey: "name") }
    try contexts[0].save()
    let request = NSSaveChangesRequest(
      inserted: nil,
      updated: [things[1]],
      deleted: nil,
      locked: nil
    )
    do {
      _ = try contexts[1].persistentStoreCoordinator?.execute(request, with: contexts[1])
      Issue.record("the newer row was overwritten")
    } catch {
      #expect(type(of: error) is NSError.Type, "\(type(of: error))")
      #expect((error as NSError).code == NSManagedObjectMergeError)
    }
  }
}
