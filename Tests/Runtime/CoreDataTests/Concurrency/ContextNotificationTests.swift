import CoreData
import EveryStore
import Foundation
import Testing

@Suite("The notifications of contexts", .timeLimit(.minutes(30)), .everyStore)
struct ContextNotificationTests {
  private func makeContext() throws -> NSManagedObjectContext {
    try Choir.makeCoordinator().makeContext()
  }

  @Test("F250 Changes are posted as sets of objects, one for each kind of change")
  func changes() throws {
    let context = try makeContext()
    let kept = context.add("Singer")
    let gone = context.add("Singer")
    try context.save()
    let notices = Notices(NSManagedObjectContext.didChangeObjectsNotification, of: context)
    let new = context.add("Singer")
    kept.setValue("Ada", forKey: "name")
    context.delete(gone)
    context.processPendingChanges()
    #expect(notices.keys == [["deleted", "inserted", "updated"]])
    #expect(notices.objects("inserted") == [new])
    #expect(notices.objects("updated") == [kept])
    #expect(notices.objects("deleted") == [gone])
  }

  @Test(
    "F251 The keys are known strings",
    arguments: [
      (NSInsertedObjectsKey, "inserted"), (NSUpdatedObjectsKey, "updated"),
      (NSDeletedObjectsKey, "deleted"), (NSRefreshedObjectsKey, "refreshed"),
      (NSInvalidatedObjectsKey, "invalidated"), (NSInvalidatedAllObjectsKey, "invalidatedAll"),
      (NSInsertedObjectIDsKey, "inserted_objectIDs"),
      (NSUpdatedObjectIDsKey, "updated_objectIDs"),
      (NSDeletedObjectIDsKey, "deleted_objectIDs"),
      (NSManagedObjectContext.NotificationKey.insertedObjects.rawValue, "inserted"),
      (NSManagedObjectContext.NotificationKey.updatedObjects.rawValue, "updated"),
      (NSManagedObjectContext.NotificationKey.deletedObjects.rawValue, "deleted"),
      (NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue, "refreshed"),
      (NSManagedObjectContext.NotificationKey.invalidatedObjects.rawValue, "invalidated"),
      (NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue, "invalidatedAll"),
      (
        NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue,
        NSInsertedObjectIDsKey
      ),
      (
        NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue,
        NSRefreshedObjectIDsKey
      ),
      (
        NSManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue,
        NSInvalidatedObjectIDsKey
      ),
      (
        NSManagedObjectContext.NotificationKey.queryGeneration.rawValue,
        NSManagedObjectContextQueryGenerationKey
      ),
    ]
  )
  func keys(constant: String, text: String) {
    #expect(constant == text)
  }

  @Test("F252 The names are known strings, and have newer names in Swift")
  func names() {
    typealias Context = NSManagedObjectContext
    #expect(
      Context.didChangeObjectsNotification.rawValue
        == "NSObjectsChangedInManagingContextNotification"
    )
    #expect(
      Context.didSaveObjectsNotification.rawValue
        == "NSManagingContextDidSaveChangesNotification"
    )
    #expect(
      Context.willSaveObjectsNotification.rawValue
        == "NSManagingContextWillSaveChangesNotification"
    )
    #expect(Context.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
    #expect(
      Context.didMergeChangesObjectIDsNotification
        == .NSManagedObjectContextDidMergeChangesObjectIDs
    )
  }

  @Test("F253 A fetch posts no change")
  func fetching() throws {
    let coordinator = try Choir.makeCoordinator()
    let first = coordinator.makeContext()
    first.add("Singer", ["name": "Ada"])
    try first.save()
    let context = coordinator.makeContext()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    #expect(try context.names() == ["Ada"])
    context.processPendingChanges()
    #expect(notices.count == 0)
  }

  @Test("F254 Saving processes changes first")
  func beforeSaving() throws {
    let context = try makeContext()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    context.add("Singer")
    try context.save()
    #expect(notices.keys == [["inserted"]])
  }

  @Test("F255 The notification before a save has no user info")
  func willSave() throws {
    let context = try makeContext()
    let notices = Notices(.NSManagedObjectContextWillSave, of: context)
    context.add("Singer")
    try context.save()
    #expect(notices.keys == [[]])
  }

  @Test("F256 The notifications after a save have the saved objects, and their IDs")
  func didSave() throws {
    let context = try makeContext()
    let kept = context.add("Singer")
    let gone = context.add("Singer")
    try context.save()
    let goneID = gone.objectID
    let objects = Notices(.NSManagedObjectContextDidSave, of: context)
    let identifiers = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: context)
    let new = context.add("Singer")
    kept.setValue("Ada", forKey: "name")
    context.delete(gone)
    try context.save()
    #expect(objects.keys == [["deleted", "inserted", "updated"]])
    #expect(objects.objects("inserted") == [new])
    #expect(objects.objects("updated") == [kept])
    #expect(objects.objects("deleted") == [gone])
    #expect(
      identifiers.keys == [["deleted_objectIDs", "inserted_objectIDs", "updated_objectIDs"]]
    )
    #expect(identifiers.identifiers(NSInsertedObjectIDsKey) == [new.objectID])
    #expect(identifiers.identifiers(NSUpdatedObjectIDsKey) == [kept.objectID])
    #expect(identifiers.identifiers(NSDeletedObjectIDsKey) == [goneID])
    #expect(!new.objectID.isTemporaryID)
  }

  @Test("F257 The IDs that a child has saved may be temporary")
  func childIdentifiers() throws {
    let child = try makeContext().makeChild()
    let identifiers = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: child)
    let singer = child.add("Singer")
    try child.save()
    #expect(identifiers.identifiers(NSInsertedObjectIDsKey) == [singer.objectID])
    #expect(singer.objectID.isTemporaryID)
  }

  @Test("F250 F258 A reset posts the IDs of all objects, in an array")
  func reset() throws {
    let context = try makeContext()
    let singer = context.add("Singer")
    try context.save()
    let id = singer.objectID
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    context.reset()
    #expect(notices.keys == [["invalidatedAll"]])
    #expect(notices.last("invalidatedAll") as? [NSManagedObjectID] == [id])
  }

  @Test("F266 Objects inserted and deleted between two saves are in no notification of saves")
  func neverSaved() throws {
    let context = try makeContext()
    context.add("Singer")
    context.delete(context.add("Singer"))
    let notices = Notices(.NSManagedObjectContextDidSave, of: context)
    try context.save()
    #expect(notices.keys == [["inserted"]])
    #expect(notices.objects("deleted").isEmpty)
    #expect(notices.objects("inserted").count == 1)
  }
}
