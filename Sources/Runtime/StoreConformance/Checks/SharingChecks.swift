import CoreData
import Foundation
import Testing

/// Checks that contexts do not see one another's changes of an object before these are saved.
enum SharingChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("A change is seen by its own context only until it is saved", checkIsolation),
    ConformanceCheck("A change that is rolled back does not affect other contexts", checkRollback),
    ConformanceCheck("Each value can be changed separately", checkSingleChanges),
    ConformanceCheck("Objects that become faults have the saved values again", checkFaults),
    ConformanceCheck("A refreshed object keeps its changes if they are merged", checkMerging),
    ConformanceCheck("Changes of different properties are both kept", checkDifferentProperties),
    ConformanceCheck("Of two changes of one property, the policy decides", checkSameProperty),
    ConformanceCheck("Many saves of one object", checkManySaves),
    ConformanceCheck("A missing value is not zero", checkNilAndZero),
  ]

  private static let uuid = UUID(uuidString: "12345678-9ABC-DEF0-1234-56789ABCDEF0")

  /// Two values for each attribute that every store keeps exactly.
  private static var values: [(name: String, first: NSObject, second: NSObject)] {
    [
      ("boolean", NSNumber(value: true), NSNumber(value: false)),
      ("integer16", NSNumber(value: 1), NSNumber(value: Int16.min)),
      ("integer32", NSNumber(value: 0), NSNumber(value: Int32.max)),
      ("integer64", NSNumber(value: -1), NSNumber(value: Int64.max)),
      ("double", NSNumber(value: 0.5), NSNumber(value: -1e300)),
      ("float", NSNumber(value: Float(0.25)), NSNumber(value: Float(3))),
      ("decimal", NSDecimalNumber(string: "1.5"), NSDecimalNumber(string: "-2")),
      ("string", "first" as NSString, "" as NSString),
      (
        "date", NSDate(timeIntervalSinceReferenceDate: 1),
        NSDate(timeIntervalSinceReferenceDate: -1)
      ),
      ("data", NSData(data: Data([1, 2])), NSData()),
    ]
  }

  private static func insertValues(
    _ session: ConformanceSession,
    into context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    let object = try session.insert("Values", into: context)
    for (name, first, _) in values { object.setValue(first, forKey: name) }
    object.setValue(uuid, forKey: "uuid")
    return object
  }

  /// Expects an object to have the first value of each attribute, except some.
  private static func expectFirst(
    _ object: NSManagedObject,
    but changed: [String: NSObject?] = [:]
  ) {
    for (name, first, _) in values {
      let wanted = changed[name] ?? first
      let found = object.value(forKey: name) as? NSObject
      #expect(
        found == wanted || found?.isEqual(wanted) == true,
        "\(name) is \(String(describing: found)) instead of \(String(describing: wanted))"
      )
    }
    #expect(object.value(forKey: "uuid") as? UUID == uuid)
  }

  @Sendable private static func checkIsolation(_ session: ConformanceSession) throws {
    let writer = session.context()
    let mine = try insertValues(session, into: writer)
    try writer.save()
    let (early, late) = (session.context(), session.context())
    let theirs = try session.only("Values", in: early)
    expectFirst(theirs)
    for (name, _, second) in values { mine.setValue(second, forKey: name) }
    expectFirst(theirs)
    expectFirst(try session.only("Values", in: late))
    try writer.save()
    // An object with values keeps them until it is refreshed.
    expectFirst(theirs)
    early.refresh(theirs, mergeChanges: false)
    let second = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.second) })
    expectFirst(theirs, but: second)
    expectFirst(mine, but: second)
  }

  @Sendable private static func checkRollback(_ session: ConformanceSession) throws {
    let context = session.context()
    let object = try insertValues(session, into: context)
    try context.save()
    let theirs = try session.only("Values", in: session.context())
    for (name, _, second) in values { object.setValue(second, forKey: name) }
    object.setValue(nil, forKey: "string")
    context.rollback()
    #expect(!context.hasChanges)
    expectFirst(object)
    expectFirst(theirs)
    for (name, first, _) in values { object.setValue(first, forKey: name) }
    #expect(!object.hasPersistentChangedValues)
    try context.save()
    try session.reopen()
    expectFirst(try session.only("Values", in: session.context()))
  }

  @Sendable private static func checkSingleChanges(_ session: ConformanceSession) throws {
    let creator = session.context()
    _ = try insertValues(session, into: creator)
    try creator.save()
    for (name, first, second) in values {
      for value in [second, nil] {
        let context = session.context()
        let object = try session.only("Values", in: context)
        object.setValue(value, forKey: name)
        #expect(Array(object.changedValues().keys) == [name])
        try context.save()
        try session.reopen()
        expectFirst(try session.only("Values", in: session.context()), but: [name: value])
      }
      let context = session.context()
      try session.only("Values", in: context).setValue(first, forKey: name)
      try context.save()
    }
    expectFirst(try session.only("Values", in: session.context()))
  }

  @Sendable private static func checkFaults(_ session: ConformanceSession) throws {
    let context = session.context()
    let object = try insertValues(session, into: context)
    let team = try session.insert("Team", ["title": "T"], into: context)
    let player = try session.insert("Player", ["name": "P"], into: context)
    player.setValue(team, forKey: "team")
    try context.save()
    for (name, _, second) in values { object.setValue(second, forKey: name) }
    player.setValue(nil, forKey: "team")
    for object in [object, team, player] { context.refresh(object, mergeChanges: false) }
    #expect(object.isFault && !context.hasChanges)
    expectFirst(object)
    #expect(player.one("team") === team && team.many("players") == [player])
    object.setValue(NSNumber(value: 9), forKey: "integer16")
    try context.save()
    context.refreshAllObjects()
    #expect(object.isFault)
    expectFirst(object, but: ["integer16": NSNumber(value: 9)])
  }

  @Sendable private static func checkMerging(_ session: ConformanceSession) throws {
    let (first, second) = (session.context(), session.context())
    let mine = try insertValues(session, into: first)
    try first.save()
    let theirs = try session.only("Values", in: second)
    theirs.setValue(NSNumber(value: 5), forKey: "integer16")
    theirs.setValue("theirs", forKey: "string")
    try second.save()
    mine.setValue("mine", forKey: "string")
    mine.setValue(NSNumber(value: 6.5), forKey: "double")
    first.refresh(mine, mergeChanges: true)
    let merged: [String: NSObject] = [
      "integer16": NSNumber(value: 5), "string": "mine" as NSString, "double": NSNumber(value: 6.5),
    ]
    expectFirst(mine, but: merged)
    try first.save()
    try session.reopen()
    expectFirst(try session.only("Values", in: session.context()), but: merged)
  }

  @Sendable private static func checkDifferentProperties(_ session: ConformanceSession) throws {
    let (first, second) = (session.context(), session.context())
    second.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    let mine = try insertValues(session, into: first)
    try first.save()
    let theirs = try session.only("Values", in: second)
    _ = theirs.value(forKey: "string")
    mine.setValue("mine", forKey: "string")
    mine.setValue(nil, forKey: "date")
    theirs.setValue(NSNumber(value: 8), forKey: "integer64")
    try first.save()
    try second.save()
    try session.reopen()
    expectFirst(
      try session.only("Values", in: session.context()),
      but: ["string": "mine" as NSString, "date": nil, "integer64": NSNumber(value: 8)]
    )
  }

  @Sendable private static func checkSameProperty(_ session: ConformanceSession) throws {
    let policies: [(NSMergePolicyType, String, String)] = [
      (.mergeByPropertyStoreTrumpMergePolicyType, "1", "second"),
      (.mergeByPropertyObjectTrumpMergePolicyType, "2", "second"),
      (.overwriteMergePolicyType, "2", "second"), (.rollbackMergePolicyType, "1", "old"),
    ]
    for (policy, label, other) in policies {
      let (first, second) = (session.context(), session.context())
      let mine = try session.insert("Player", ["name": "0", "goals": 0], into: first)
      let owner = try session.insert("Team", ["title": "old"], into: first)
      mine.setValue(owner, forKey: "team")
      try first.save()
      let theirs = try second.existingObject(with: mine.objectID)
      let theirTeam = try second.existingObject(with: owner.objectID)
      _ = (theirs.value(forKey: "name"), theirTeam.value(forKey: "title"))
      mine.setValue("1", forKey: "name")
      theirs.setValue("2", forKey: "name")
      theirTeam.setValue("second", forKey: "title")
      try first.save()
      second.mergePolicy = NSMergePolicy(merge: policy)
      try second.save()
      let reader = session.context()
      #expect(try reader.existingObject(with: mine.objectID).text("name") == label, "\(policy)")
      // The policy concerns only the object in conflict, except for a rollback.
      let title = try reader.existingObject(with: owner.objectID).text("title")
      #expect(title == other || policy == .rollbackMergePolicyType, "\(policy)")
      let named = try reader.existingObject(with: mine.objectID).one("team")
      #expect(named?.objectID == owner.objectID)
    }
  }

  @Sendable private static func checkManySaves(_ session: ConformanceSession) throws {
    let context = session.context()
    let object = try insertValues(session, into: context)
    for number in 0..<100 {
      object.setValue(NSNumber(value: number), forKey: "integer16")
      try context.save()
    }
    expectFirst(object, but: ["integer16": NSNumber(value: 99)])
    try session.reopen()
    let found = try session.only("Values", in: session.context())
    expectFirst(found, but: ["integer16": NSNumber(value: 99)])
  }

  @Sendable private static func checkNilAndZero(_ session: ConformanceSession) throws {
    let zeros: [(String, NSObject)] = [
      ("boolean", NSNumber(value: false)), ("integer16", 0 as NSNumber),
      ("integer32", 0 as NSNumber),
      ("integer64", 0 as NSNumber), ("double", 0 as NSNumber), ("float", 0 as NSNumber),
      ("decimal", NSDecimalNumber.zero), ("string", "" as NSString), ("data", NSData()),
      ("date", NSDate(timeIntervalSinceReferenceDate: 0)),
    ]
    let context = session.context()
    let (empty, full) = (
      try session.insert("Values", into: context), try session.insert("Values", into: context)
    )
    for (name, zero) in zeros { full.setValue(zero, forKey: name) }
    try context.save()
    let (emptyID, fullID) = (empty.objectID.uriRepresentation(), full.objectID.uriRepresentation())
    try session.reopen()
    let reader = session.context()
    for object in try session.all("Values", in: reader) {
      let isFull = object.objectID.uriRepresentation() == fullID
      #expect(isFull || object.objectID.uriRepresentation() == emptyID)
      for (name, zero) in zeros {
        let value = object.value(forKey: name) as? NSObject
        #expect(isFull ? value?.isEqual(zero) == true : value == nil, "\(name)")
      }
    }
    for (name, _) in zeros where name != "data" {
      for (format, wanted) in [("\(name) == nil", emptyID), ("\(name) != nil", fullID)] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Values")
        request.predicate = NSPredicate(format: format)
        let found = try reader.fetch(request).map { $0.objectID.uriRepresentation() }
        #expect(found == [wanted], "\(format)")
      }
    }
  }
}
