import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of relationships that another context has changed, when this context has stale rows.
@Suite("Ends of relationships in outdated rows", .everyStore) struct OutdatedEndTests {
  private let office = Office()

  init() {
    let item = office.entity("Item", [Office.attribute("a", .integer64, default: 0)])
    office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    office.relate(item, "next", 0...1, item, "previous", 0...1)
  }

  private func stored(_ object: NSManagedObject, _ name: String) throws -> NSManagedObjectID? {
    let reader = try office.context()
    return try (reader.existingObject(with: object.objectID)[name] as? NSManagedObject)?.objectID
  }

  /// A context with a stale row of a child, to which another context has since given a parent.
  private func adoptedUnseen() throws -> (
    mine: NSManagedObjectContext, known: NSManagedObject, parent: NSManagedObjectID
  ) {
    let theirs = try office.context()
    let parent = try theirs.insert("Item")
    let child = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context()
    let known = try mine.existingObject(with: child.objectID)
    #expect(known["parent"] == nil)
    child["parent"] = parent
    try theirs.save()
    return (mine, known, parent.objectID)
  }

  @Test("An object that was related to a deleted one meanwhile is unrelated after the deletion")
  func memberOfDeleted() throws {
    let family = try adoptedUnseen()
    let mine = family.mine

    mine.delete(mine.object(with: family.parent))
    try mine.save()
    #expect(try stored(family.known, "parent") == nil)
    #expect(family.known["parent"] == nil)
  }

  @Test("A deleted object that is refreshed leaves those that others have connected with it")
  func refreshedDeletion() throws {
    let theirs = try office.context()
    let (parent, child) = (try theirs.insert("Item"), try theirs.insert("Item"))
    let (first, second) = (try theirs.insert("Item"), try theirs.insert("Item"))
    try theirs.save()
    let mine = try office.context()
    let known = try [child, second].map { try mine.existingObject(with: $0.objectID) }
    for object in [parent, first] {
      mine.delete(try mine.existingObject(with: object.objectID))
    }
    mine.processPendingChanges()
    child["parent"] = parent
    second["previous"] = first
    try theirs.save()

    for object in known { mine.refresh(object, mergeChanges: true) }
    for object in known { object["a"] = 1 }
    mine.refreshAllObjects()
    try mine.save()
    #expect(try stored(child, "parent") == nil)
    #expect(try stored(second, "previous") == nil)
    #expect(known.map { $0["parent"] as? NSManagedObject } == [nil, nil])
  }

  @Test(
    "A deletion reaches parts that others have added, in whatever order all objects are refreshed",
    arguments: [false, true],
    [false, true]
  )
  func refreshedParts(isPartOlder: Bool, isPartChanged: Bool) throws {
    let item = office.model.entitiesByName["Item"]
    item?.relationshipsByName["children"]?.deleteRule = .cascadeDeleteRule
    let theirs = try office.context()
    let (first, second) = (try theirs.insert("Item"), try theirs.insert("Item"))
    try theirs.save()
    let (parent, child) = isPartOlder ? (second, first) : (first, second)
    let mine = try office.context()
    let known = try mine.existingObject(with: child.objectID)
    if isPartChanged { known["a"] = 1 }
    mine.delete(try mine.existingObject(with: parent.objectID))
    mine.processPendingChanges()
    child["parent"] = parent
    try theirs.save()

    mine.refreshAllObjects()
    #expect(known.isDeleted)
    try mine.save()
    #expect(try mine.storedCount("Item") == 0)
  }

  @Test("An object that was refreshed and then changed does not lead to a deleted one")
  func refreshedMember() throws {
    let mine = try office.context()
    let (parent, child) = (try mine.insert("Item"), try mine.insert("Item"))
    child["parent"] = parent
    try mine.save()
    mine.delete(parent)
    mine.processPendingChanges()
    mine.refresh(child, mergeChanges: false)
    child["a"] = 1
    try mine.save()
    #expect(try stored(child, "parent") == nil)
    #expect(child["parent"] == nil)
  }

  @Test(
    "Merging takes no key of an object that the same save deletes",
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]
  )
  func keyOfDeleted(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let child = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context(policy)
    let known = try mine.existingObject(with: child.objectID)
    known["a"] = 1
    // Inserted and saved with the child, so that its own row was never updated.
    let parent = try theirs.insert("Item")
    child["parent"] = parent
    try theirs.save()

    mine.delete(try mine.existingObject(with: parent.objectID))
    try mine.save()
    #expect(try stored(child, "parent") == nil)
    #expect(known["parent"] == nil)
  }

  @Test(
    "An object whose partner is removed has no destination, although its row here has no partner"
  )
  func formerPartner() throws {
    let theirs = try office.context()
    let former = try theirs.insert("Item")
    let taken = try theirs.insert("Item")
    let latter = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context()
    let known = try mine.existingObject(with: former.objectID)
    #expect(known["next"] == nil)
    former["next"] = taken
    try theirs.save()

    mine.object(with: latter.objectID)["next"] = mine.object(with: taken.objectID)
    try mine.save()
    #expect(try stored(former, "next") == nil)
    #expect(try stored(latter, "next") == taken.objectID)
    #expect(try stored(taken, "previous") == latter.objectID)
    #expect(known["next"] == nil)
  }

  /// A context of a coordinator of its own with the same store, like another program.
  private func program() throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    try coordinator.openTestedStore("shared")
    return coordinator.makeContext()
  }

  /// The object in the context of another program.
  private func same(_ object: NSManagedObject, in context: NSManagedObjectContext) throws
    -> NSManagedObject
  {
    let uri = object.objectID.uriRepresentation()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    return try context.existingObject(with: id)
  }

  @Test("Overwriting leaves no end that another program has changed unseen", .everyDatabase)
  func otherProgram() throws {
    let mine = try program()
    mine.mergePolicy = NSMergePolicy.overwrite
    let first = try mine.insert("Item")
    let second = try mine.insert("Item")
    try mine.save()
    let theirs = try program()
    try same(first, in: theirs)["next"] = try same(second, in: theirs)
    try theirs.save()

    first["a"] = 1
    try mine.save()
    let reader = try program()
    #expect(try same(first, in: reader)["next"] == nil)
    #expect(try same(second, in: reader)["previous"] == nil)
  }

  @Test("A relationship that is its own inverse ends at both ends, of which one is outdated")
  func ownInverse() throws {
    let item = try #require(office.model.entitiesByName["Item"])
    let mates = Office.relationship("mates", to: item, 0...Int.max)
    mates.inverseRelationship = mates
    item.properties.append(mates)
    let theirs = try office.context()
    let first = try theirs.insert("Item")
    let second = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context(.overwrite)
    let known = try mine.existingObject(with: first.objectID)
    #expect((known["mates"] as? Set<NSManagedObject>)?.isEmpty == true)
    first["mates"] = Set([second])
    try theirs.save()

    let other = try mine.existingObject(with: second.objectID)
    #expect((other["mates"] as? Set<NSManagedObject>)?.count == 1)
    other["mates"] = Set<NSManagedObject>()
    try mine.save()
    let reader = try office.context()
    for object in [first, second] {
      let found = try reader.existingObject(with: object.objectID)
      #expect((found["mates"] as? Set<NSManagedObject>)?.isEmpty == true)
    }
  }

  @Test(
    "A deletion that wins over changes is checked against Deny rules again",
    arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite]
  )
  func denied(_ policy: NSMergePolicy) throws {
    let item = office.model.entitiesByName["Item"]
    item?.relationshipsByName["children"]?.deleteRule = .denyDeleteRule
    let theirs = try office.context()
    let parent = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context(policy)
    mine.delete(try mine.existingObject(with: parent.objectID))
    let child = try theirs.insert("Item", ["parent": parent])
    try theirs.save()

    #expect(failure { try mine.save() }?.code == 1600)
    #expect(try mine.storedCount("Item") == 2)
    #expect(try stored(child, "parent") == parent.objectID)
  }

  @Test("A removed member has no owner, although its row here never had one")
  func removedMember() throws {
    let family = try adoptedUnseen()
    let mine = family.mine

    let owner = try mine.existingObject(with: family.parent)
    #expect((owner["children"] as? Set<NSManagedObject>)?.count == 1)
    owner["children"] = Set<NSManagedObject>()
    try mine.save()
    #expect(try stored(family.known, "parent") == nil)
  }

  @Test(
    "A deleted object that a policy restores is connected at both ends",
    arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite]
  )
  func insertedAgain(_ policy: NSMergePolicy) throws {
    let theirs = try office.context()
    let first = try theirs.insert("Item")
    let second = try theirs.insert("Item")
    first["next"] = second
    try theirs.save()
    let mine = try office.context(policy)
    let known = try mine.existingObject(with: first.objectID)
    #expect((known["next"] as? NSManagedObject)?.objectID == second.objectID)
    theirs.delete(first)
    try theirs.save()

    mine.refresh(mine.object(with: second.objectID), mergeChanges: false)
    #expect(mine.object(with: second.objectID)["previous"] == nil)
    known["a"] = 1
    try mine.save()
    let reader = try office.context()
    let found = try reader.existingObject(with: known.objectID)
    let partner = try reader.existingObject(with: second.objectID)
    #expect(found["next"] as? NSManagedObject === partner)
    #expect(partner["previous"] as? NSManagedObject === found)
  }

  @Test(
    "A deletion that wins over changes cascades through members that were added meanwhile",
    arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite]
  )
  func cascadeOnceMore(_ policy: NSMergePolicy) throws {
    let item = office.model.entitiesByName["Item"]
    item?.relationshipsByName["children"]?.deleteRule = .cascadeDeleteRule
    let theirs = try office.context()
    let parent = try theirs.insert("Item")
    try theirs.save()
    let mine = try office.context(policy)
    mine.delete(try mine.existingObject(with: parent.objectID))
    let child = try theirs.insert("Item", ["parent": parent])
    try theirs.insert("Item", ["parent": child])
    try theirs.save()

    try mine.save()
    #expect(try mine.storedCount("Item") == 0)
  }

  /// No context knows the connections of a batch request, and the row of the other end keeps its version.
  @Test(
    "A deletion reaches members that a batch request has added meanwhile",
    .everyDatabase,
    arguments: [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule],
    [false, true]
  )
  func batchMember(_ rule: NSDeleteRule, savesBetween: Bool) throws {
    office.model.entitiesByName["Item"]?.relationshipsByName["children"]?.deleteRule = rule
    let theirs = try office.context()
    let (parent, child) = (try theirs.insert("Item"), try theirs.insert("Item"))
    try theirs.save()
    let mine = try office.context()
    _ = try mine.existingObject(with: child.objectID)["parent"]
    mine.delete(try mine.existingObject(with: parent.objectID))
    mine.processPendingChanges()
    let update = NSBatchUpdateRequest(entityName: "Item")
    update.predicate = NSPredicate(format: "SELF == %@", child.objectID)
    update.propertiesToUpdate = ["parent": parent.objectID]
    let insertion = NSBatchInsertRequest(
      entityName: "Item",
      objects: [["a": 5, "parent": parent.objectID]]
    )
    for request in [update, insertion] { try theirs.execute(request) }
    if savesBetween {
      try theirs.insert("Item", ["a": 9])
      try theirs.save()
    }

    try mine.save()
    try office.asAnotherProgram { context in
      let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      let isKept = rule == .nullifyDeleteRule
      #expect(
        Set(items.map { $0["a"] as? Int })
          == Set((isKept ? [0, 5] : []) + (savesBetween ? [9] : []))
      )
      #expect(items.allSatisfy { $0["parent"] == nil })
      #expect(
        try context.count(for: Self.request(NSPredicate(format: "parent != nil"))) == 0
      )
    }
  }

  @Test(
    "A deletion reaches the partner that a batch request has connected at one end",
    .everyDatabase
  )
  func batchPartner() throws {
    let theirs = try office.context()
    let (first, second) = (try theirs.insert("Item"), try theirs.insert("Item"))
    try theirs.save()
    let mine = try office.context()
    mine.delete(try mine.existingObject(with: second.objectID))
    mine.processPendingChanges()
    let update = NSBatchUpdateRequest(entityName: "Item")
    update.predicate = NSPredicate(format: "SELF == %@", first.objectID)
    update.propertiesToUpdate = ["next": second.objectID]
    try theirs.execute(update)

    try mine.save()
    let left = try office.asAnotherProgram { context in
      try context.count(for: Self.request(NSPredicate(format: "next == nil")))
    }
    #expect(left == 1)
  }

  private static func request(_ condition: NSPredicate) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = condition
    return request
  }
}
