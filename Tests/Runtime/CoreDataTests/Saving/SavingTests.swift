import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Saving", .everyStore) struct SavingTests {
  private func office() -> Office {
    let office = Office()
    let item = office.entity(
      "Item",
      [
        Office.attribute("name"), Office.attribute("count", .integer64, default: 0),
        Office.attribute("note", transient: true),
      ]
    )
    office.relate(item, "parent", 0...1, item, "children", 0...Int.max)
    return office
  }

  /// The notifications that a context posts during a closure.
  private func posted(
    by context: NSManagedObjectContext,
    _ names: [Notification.Name],
    during call: () throws -> Void
  ) rethrows -> [Notification] {
    nonisolated(unsafe) var found: [Notification] = []
    let center = NotificationCenter.default
    let tokens = names.map { name in
      center.addObserver(forName: name, object: context, queue: nil) { found.append($0) }
    }
    defer { for token in tokens { center.removeObserver(token) } }
    try call()
    return found
  }

  @Test("F100 The steps of a save come in their order")
  func order() throws {
    let context = try office().context()
    nonisolated(unsafe) let object = try context.insert("Item", ["name": "a"])
    object.onWillSave = { $0.log.append("temporary \($0.objectID.isTemporaryID)") }
    object.onValidate = { _, key in
      if key == "name" { object.log.append("validate \(object.objectID.isTemporaryID)") }
    }
    object.onDidSave = { $0.log.append("permanent \(!$0.objectID.isTemporaryID)") }
    let center = NotificationCenter.default
    let names: [(Notification.Name, String)] = [
      (.NSManagedObjectContextObjectsDidChange, "changed"),
      (.NSManagedObjectContextWillSave, "WillSave"), (.NSManagedObjectContextDidSave, "DidSave"),
      (.NSManagedObjectContextDidSaveObjectIDs, "DidSaveObjectIDs"),
    ]
    let tokens = names.map { name, text in
      center.addObserver(forName: name, object: context, queue: nil) { _ in
        object.log.append(text)
      }
    }
    defer { for token in tokens { center.removeObserver(token) } }
    try context.save()
    #expect(
      object.log == [
        "changed", "WillSave", "willSave", "temporary true", "validateForInsert", "validate true",
        "didSave", "permanent true", "DidSave", "DidSaveObjectIDs",
      ]
    )
  }

  @Test("F011 Inserted, updated and deleted objects get willSave and didSave")
  func hooks() throws {
    let context = try office().context()
    let updated = try context.insert("Item")
    let deleted = try context.insert("Item")
    let untouched = try context.insert("Item")
    try context.save()
    let inserted = try context.insert("Item")
    for object in [updated, deleted, untouched] { object.log = [] }
    updated["name"] = "b"
    context.delete(deleted)
    try context.save()
    for object in [inserted, updated, deleted] {
      #expect(object.log.first == "willSave" && object.log.last == "didSave")
      #expect(object.log.count == 3)
    }
    #expect(untouched.log.isEmpty)
  }

  @Test("F012 F013 A value set in willSave is saved, and causes another willSave")
  func changesInWillSave() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item")
    let other = try context.insert("Item")
    try context.save()
    for object in [object, other] { object.log = [] }
    object.onWillSave = { object in
      if object["count"] as? Int != 5 { object["count"] = 5 }
      other["name"] = other["name"] ?? "changed by the first"
    }
    object["name"] = "a"
    try context.save()
    #expect(object.log.filter { $0 == "willSave" }.count == 2)
    #expect(other.log.filter { $0 == "willSave" }.count >= 1)
    #expect(!context.hasChanges)
    let reader = try office.context()
    #expect(try reader.same(object)["count"] as? Int == 5)
    #expect(try reader.same(other)["name"] as? String == "changed by the first")
  }

  @Test("F012 Primitive setters in willSave do not cause another one, and are saved")
  func primitivesInWillSave() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item", ["name": "a"])
    try context.save()
    object.log = []
    object.onWillSave = { $0.setPrimitiveValue(7, forKey: "count") }
    object["name"] = "a"
    try context.save()
    #expect(object.log == ["willSave", "validateForUpdate", "didSave"])
    #expect(try office.context().same(object)["count"] as? Int == 7)
  }

  @Test("F012 A willSave that changes its object each time ends in an error, with nothing saved")
  func endlessWillSave() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item")
    object.onWillSave = { $0["count"] = ($0["count"] as? Int ?? 0) + 1 }
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSCoreDataError)
    #expect(error.localizedFailureReason?.hasPrefix("Failed to process pending changes") == true)
    #expect(context.hasChanges)
    object.onWillSave = nil
    try context.save()
  }

  @Test("F013 Objects that willSave inserts and deletes are part of the save")
  func insertionsInWillSave() throws {
    let office = office()
    let context = try office.context()
    let doomed = try context.insert("Item")
    try context.save()
    let object = try context.insert("Item")
    var made: HookedObject?
    object.onWillSave = { _ in
      if made == nil {
        made = try? context.insert("Item", ["name": "made"])
        context.delete(doomed)
      }
    }
    try context.save()
    #expect(made?.log == ["willSave", "validateForInsert", "didSave"])
    #expect(doomed.log.suffix(3) == ["willSave", "validateForDelete", "didSave"])
    #expect(try office.context().storedCount("Item") == 2)
  }

  @Test("F014 A change in didSave belongs to the next save")
  func changesInDidSave() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item", ["name": "a"])
    object.onDidSave = { $0["name"] = "b" }
    try context.save()
    #expect(context.hasChanges && object.isUpdated)
    #expect(object.committedValues(forKeys: ["name"])["name"] as? String == "a")
    object.onDidSave = nil
    try context.save()
    #expect(try office.context().same(object)["name"] as? String == "b")
  }

  @Test("F120 A save without changes is legal")
  func nothingToSave() throws {
    let context = try office().context()
    try context.save()
    try context.insert("Item")
    try context.save()
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test("F255 F256 F266 Notifications of a save have the saved objects and their IDs")
  func notifications() throws {
    let context = try office().context()
    let updated = try context.insert("Item")
    let deleted = try context.insert("Item")
    try context.save()
    let deletedID = deleted.objectID
    updated["name"] = "b"
    context.delete(deleted)
    let inserted = try context.insert("Item")
    context.delete(try context.insert("Item"))
    let found = try posted(
      by: context,
      [
        .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
        .NSManagedObjectContextDidSaveObjectIDs,
      ]
    ) { try context.save() }
    #expect(found.count == 3 && found[0].userInfo?.isEmpty != false)
    let objects = try #require(found[1].userInfo)
    #expect(objects[NSInsertedObjectsKey] as? Set<NSManagedObject> == [inserted])
    #expect(objects[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [updated])
    #expect(objects[NSDeletedObjectsKey] as? Set<NSManagedObject> == [deleted])
    #expect(objects.count == 3)
    let ids = try #require(found[2].userInfo)
    #expect(ids["inserted_objectIDs"] as? Set<NSManagedObjectID> == [inserted.objectID])
    #expect(ids["updated_objectIDs"] as? Set<NSManagedObjectID> == [updated.objectID])
    #expect(ids["deleted_objectIDs"] as? Set<NSManagedObjectID> == [deletedID])
    #expect(!inserted.objectID.isTemporaryID)
    // F024; the ID is unchanged.
    #expect(deleted.managedObjectContext == nil && deleted.objectID == deletedID)
  }

  @Test("F095 F096 Delete rules that are left for saving are followed before willSave")
  func lateRules() throws {
    let office = Office()
    let item = office.entity("Item", [])
    office.relate(
      item,
      "children",
      0...Int.max,
      item,
      "parent",
      0...1,
      rule: .cascadeDeleteRule
    )
    let context = try office.context()
    context.propagatesDeletesAtEndOfEvent = false
    var last = try context.insert("Item")
    let first = last
    for _ in 0..<10 { last = try context.insert("Item", ["parent": last]) }
    try context.save()
    last.log = []
    context.delete(first)
    context.processPendingChanges()
    #expect(!last.isDeleted)
    let found = try posted(by: context, [.NSManagedObjectContextDidSave]) { try context.save() }
    #expect((found.first?.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.count == 11)
    #expect(last.log == ["willSave", "validateForDelete", "didSave"])
    #expect(try office.context().storedCount("Item") == 0)
  }

  @Test("F152 Permanent IDs can be obtained before the save; the object stays inserted")
  func permanentIDs() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item")
    let other = try context.insert("Item", ["parent": object])
    try context.obtainPermanentIDs(for: [object])
    let id = object.objectID
    #expect(!id.isTemporaryID && id.persistentStore != nil && object.isInserted)
    #expect(other.objectID.isTemporaryID)
    try context.obtainPermanentIDs(for: [object])
    #expect(object.objectID == id)
    #expect(try office.context().storedCount("Item") == 0)
    try context.save()
    #expect(object.objectID == id)
    let found = try office.context().same(other)
    #expect((found["parent"] as? NSManagedObject)?.objectID == id)
  }

  @Test("F114 F150 A save that fails in the store reverts the permanent IDs")
  func temporaryAgain() throws {
    let office = office()
    let context = try office.context()
    let conflicting = try context.insert("Item")
    try context.save()
    let other = try office.context()
    try other.same(conflicting)["name"] = "theirs"
    conflicting["name"] = "mine"
    let parent = try context.insert("Item")
    let child = try context.insert("Item", ["parent": parent])
    let ids = [parent.objectID, child.objectID]
    try other.save()
    #expect(failure { try context.save() }?.code == NSManagedObjectMergeError)
    #expect([parent.objectID, child.objectID] == ids && parent.objectID.isTemporaryID)
    #expect(child["parent"] as? NSManagedObject === parent)
    context.refresh(conflicting, mergeChanges: true)
    try context.save()
    let found = try office.context().same(child)
    #expect((found["parent"] as? NSManagedObject)?.objectID == parent.objectID)
  }

  @Test("Transient values stay with the object, and are in no store")
  func transientValues() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item", ["name": "a", "note": "mine"])
    try context.save()
    #expect(object["note"] as? String == "mine" && !context.hasChanges)
    #expect(try office.context().same(object)["note"] == nil)
    object["note"] = "new"
    #expect(context.hasChanges && !object.hasPersistentChangedValues)
    try context.save()
    #expect(object["note"] as? String == "new")
  }

  @Test("Changes of one context after a save do not reach another by themselves")
  func rowsAreNotShared() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item", ["name": "a"])
    try context.save()
    object["name"] = "b"
    #expect(try office.context().same(object)["name"] as? String == "a")
  }

  @Test("Setting a property to the value it has writes nothing: no other context has a conflict")
  func sameValues() throws {
    let office = office()
    let context = try office.context()
    let object = try context.insert("Item", ["name": "a"])
    try context.save()
    let other = try office.context()
    let same = try other.same(object)
    object["name"] = "a"
    #expect(context.hasChanges)
    try context.save()
    same["name"] = "b"
    try other.save()
  }

  @Test("A context without a store reports an error")
  func noStore() throws {
    let office = office()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.insert("Item")
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSPersistentStoreSaveError && context.hasChanges)
    #expect(error.localizedFailureReason?.contains("no persistent stores") == true)
  }

  @Test("F080 A relationship cannot lead into another store: 133010, and nothing is saved")
  func externalRelationships() throws {
    let office = office()
    let coordinator = try office.open()
    let second = try coordinator.openTestedStore()
    let context = try office.context()
    let parent = try context.insert("Item")
    let child = try context.insert("Item", ["parent": parent])
    context.assign(child, to: second)
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSValidationMultipleErrorsError)
    #expect(error.details.map(\.code) == [133_010, 133_010])
    #expect(Set(error.details.compactMap(\.key)) == ["parent", "children"])
    #expect(context.hasChanges && child.objectID.isTemporaryID)
    child["parent"] = nil
    try context.save()
    #expect(child.objectID.persistentStore === second)
    #expect(parent.objectID.persistentStore === coordinator.persistentStores.first)
  }

  @Test("F278 F286 A read-only store takes no objects; new ones go to another store")
  func readOnly() throws {
    let office = office()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    // A read-only store must exist, unless it is in memory.
    if StoreKind.current != .inMemory {
      let maker = NSPersistentStoreCoordinator(managedObjectModel: office.model)
      try maker.remove(try maker.openTestedStore("closed"))
    }
    let closed = try coordinator.openTestedStore(
      "closed",
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let object = try context.insert("Item")
    let error = try #require(failure { try context.save() })
    #expect(error.code == CocoaError.Code.fileWriteNoPermission.rawValue)
    #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [closed])
    let open = try coordinator.openTestedStore()
    try context.save()
    #expect(object.objectID.persistentStore === open)
    context.assign(try context.insert("Item"), to: closed)
    #expect(failure { try context.save() }?.code == error.code)
  }
}
