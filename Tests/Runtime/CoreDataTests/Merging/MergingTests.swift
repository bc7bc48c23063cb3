import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Merging saves of other programs", .timeLimit(.minutes(30)), .everyStore) struct MergingTests
{
  let coordinator: NSPersistentStoreCoordinator
  let writer: NSManagedObjectContext
  let reader: NSManagedObjectContext

  init() throws {
    coordinator = try Choir.makeCoordinator()
    writer = coordinator.makeContext()
    reader = coordinator.makeContext()
  }

  /// Saves the writer, and merges the save into the reader.
  private func saveAndMerge() throws {
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification,
      object: writer,
      queue: nil
    ) { [reader] in reader.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(token) }
    try writer.save()
  }

  @Test("F259 Updated objects are refreshed, inserted ones registered, deleted ones deleted")
  func merge() throws {
    let kept = writer.add("Singer", ["name": "Ada"])
    let gone = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let seen = reader.object(with: kept.objectID)
    let doomed = reader.object(with: gone.objectID)
    #expect(seen.called == "Ada" && doomed.called == "Bob")
    kept.setValue("Eve", forKey: "name")
    writer.delete(gone)
    let new = writer.add("Singer", ["name": "Mia"])
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: reader)
    try saveAndMerge()
    #expect(seen.called == "Eve" && doomed.isDeleted)
    #expect(notices.keys == [["deleted", "inserted", "refreshed"]])
    #expect(notices.objects("inserted").map(\.objectID) == [new.objectID])
    #expect(notices.objects("refreshed") == [seen])
    #expect(notices.objects("deleted") == [doomed])
    #expect(try reader.names() == ["Eve", "Mia"])
  }

  @Test("F260 The IDs of merged objects are posted afterwards")
  func identifiers() throws {
    let kept = writer.add("Singer", ["name": "Ada"])
    let gone = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let (seen, doomed) = (reader.object(with: kept.objectID), reader.object(with: gone.objectID))
    #expect(seen.called == "Ada" && doomed.called == "Bob")
    kept.setValue("Eve", forKey: "name")
    writer.delete(gone)
    let new = writer.add("Singer", ["name": "Mia"])
    let notices = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: reader)
    try saveAndMerge()
    #expect(notices.count == 1)
    #expect(notices.identifiers(NSInsertedObjectIDsKey) == [new.objectID])
    #expect(notices.identifiers(NSUpdatedObjectIDsKey) == [seen.objectID])
    #expect(notices.identifiers(NSDeletedObjectIDsKey) == [doomed.objectID])
    #expect(notices.identifiers(NSRefreshedObjectIDsKey) == [seen.objectID])
  }

  @Test("F259 F260 The merged IDs are posted first, then the changes of the objects")
  func orderOfNotifications() throws {
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    let seen = reader.object(with: singer.objectID)
    #expect(seen.called == "Ada")
    let log = Log()
    let names: [Notification.Name] = [
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidMergeChangesObjectIDs,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: reader, queue: nil) { _ in
        log.note(name.rawValue)
      }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    singer.setValue("Eve", forKey: "name")
    try saveAndMerge()
    #expect(log.lines == names.reversed().map(\.rawValue) && seen.called == "Eve")
  }

  enum Return: CaseIterable { case rollback, undo }

  @Test(
    "An object that was changed elsewhere while it was deleted here is restored with the new values",
    arguments: Return.allCases
  )
  func changedWhileDeleted(_ way: Return) throws {
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    reader.undoManager = UndoManager()
    let seen = reader.object(with: singer.objectID)
    #expect(seen.called == "Ada")
    reader.delete(seen)
    reader.processPendingChanges()
    singer.setValue("Eve", forKey: "name")
    try saveAndMerge()
    #expect(seen.isDeleted)
    switch way {
    case .rollback: reader.rollback()
    case .undo: reader.undo()
    }
    #expect(!seen.isDeleted && seen.called == "Eve" && !seen.hasChanges)
    #expect(try reader.names() == ["Eve"])
  }

  @Test(
    "F261 Merged updates skip faults and unregistered objects; insertions are always registered"
  )
  func faults() throws {
    let known = writer.add("Singer", ["name": "Ada"])
    let unknown = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let fault = reader.object(with: known.objectID)
    known.setValue("Eve", forKey: "name")
    unknown.setValue("Zoe", forKey: "name")
    let new = writer.add("Singer", ["name": "Mia"])
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: reader)
    try saveAndMerge()
    #expect(fault.isFault)
    #expect(reader.registeredObject(for: unknown.objectID) == nil)
    #expect(notices.keys == [["inserted"]])
    #expect(reader.registeredObject(for: new.objectID)?.isFault == true)
  }

  @Test("F262 Merged insertions are not changes here; merged deletions are, until the save")
  func cleanliness() throws {
    let gone = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let doomed = reader.object(with: gone.objectID)
    #expect(doomed.called == "Bob")
    writer.add("Singer", ["name": "Mia"])
    try saveAndMerge()
    #expect(reader.insertedObjects.isEmpty && !reader.hasChanges)
    writer.delete(gone)
    try saveAndMerge()
    #expect(reader.deletedObjects == [doomed])
    try reader.save()
    #expect(reader.deletedObjects.isEmpty && !reader.hasChanges)
    #expect(try writer.names() == ["Mia"])
  }

  @Test("Changes that were not saved are kept, property by property")
  func keptChanges() throws {
    let singer = writer.add("Singer", ["name": "Ada", "age": 30])
    try writer.save()
    let mine = reader.object(with: singer.objectID)
    mine.setValue("Bob", forKey: "name")
    mine.setValue("good", forKey: "mood")
    singer.setValue("Eve", forKey: "name")
    singer.setValue(31, forKey: "age")
    try saveAndMerge()
    #expect(mine.called == "Bob" && mine.value(forKey: "age") as? Int == 31)
    #expect(mine.value(forKey: "mood") as? String == "good")
    #expect(mine.committedValues(forKeys: ["name"])["name"] as? String == "Eve")
    #expect(mine.hasPersistentChangedValues && reader.updatedObjects == [mine])
    try reader.save()
    #expect(try coordinator.makeContext().names() == ["Bob"])
  }

  @Test("A change after a merge is based on the merged values")
  func changeAfterMerge() throws {
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    let mine = reader.object(with: singer.objectID)
    #expect(mine.called == "Ada")
    singer.setValue("Eve", forKey: "name")
    try saveAndMerge()
    mine.setValue("Bob", forKey: "name")
    #expect(mine.committedValues(forKeys: ["name"])["name"] as? String == "Eve")
    reader.rollback()
    #expect(mine.called == "Eve")
  }

  @Test("Local additions and removals are applied to the relationship that others have changed")
  func relationships() throws {
    let choir = writer.add("Choir")
    let singers = (0..<3).map { writer.add("Singer", ["name": "\($0)", "choir": choir]) }
    try writer.save()
    let mine = reader.object(with: choir.objectID)
    #expect(mine.members("singers").count == 3)
    let added = reader.add("Singer", ["name": "mine", "choir": mine])
    reader.object(with: singers[0].objectID).setValue(nil, forKey: "choir")
    singers[1].setValue(nil, forKey: "choir")
    let new = writer.add("Singer", ["name": "new", "choir": choir])
    try saveAndMerge()
    #expect(
      Set(mine.members("singers").compactMap(\.called)) == ["2", "mine", "new"]
    )
    try reader.save()
    let fresh = coordinator.makeContext()
    let stored = fresh.object(with: choir.objectID)
    #expect(Set(stored.members("singers").compactMap(\.called)) == ["2", "mine", "new"])
    #expect(!added.objectID.isTemporaryID && !new.objectID.isTemporaryID)
  }

  @Test("Objects that have left before their owner was deleted are not deleted with it")
  func movedAway() throws {
    let (old, other) = (writer.add("Choir"), writer.add("Choir"))
    let moved = writer.add("Singer", ["name": "moved", "choir": old])
    let lost = writer.add("Singer", ["name": "lost", "choir": old])
    try writer.save()
    let mine = reader.object(with: old.objectID)
    #expect(mine.members("singers").count == 2)
    let fresh = reader.add("Singer", ["name": "fresh", "choir": mine])
    moved.setValue(other, forKey: "choir")
    writer.delete(old)
    try saveAndMerge()
    #expect(mine.isDeleted)
    #expect(!reader.object(with: moved.objectID).isDeleted)
    #expect(reader.registeredObject(for: lost.objectID)?.isDeleted != false)
    // The delete rule applies to the inserted object.
    #expect(!reader.insertedObjects.contains(fresh))
    #expect(try reader.names() == ["moved"])
  }

  @Test(
    "F263 Remote saves are merged by IDs or URIs, under the keys of objects or of IDs",
    arguments: [false, true],
    [false, true]
  )
  func remote(asURIs: Bool, underIDKeys: Bool) throws {
    let kept = writer.add("Singer", ["name": "Ada"])
    let gone = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let second = coordinator.makeContext()
    let seen = [reader, second].map { $0.object(with: kept.objectID) }
    let doomed = [reader, second].map { $0.object(with: gone.objectID) }
    #expect((seen + doomed).compactMap(\.called).count == 4)
    let goneID = gone.objectID
    kept.setValue("Eve", forKey: "name")
    writer.delete(gone)
    let new = writer.add("Singer", ["name": "Mia"])
    try writer.save()
    func value(_ id: NSManagedObjectID) -> Any { asURIs ? [id.uriRepresentation()] : [id] }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [
        underIDKeys ? NSInsertedObjectIDsKey : NSInsertedObjectsKey: value(new.objectID),
        underIDKeys ? NSUpdatedObjectIDsKey : NSUpdatedObjectsKey: value(kept.objectID),
        underIDKeys ? NSDeletedObjectIDsKey : NSDeletedObjectsKey: value(goneID),
      ],
      into: [reader, second]
    )
    #expect(seen.map(\.called) == ["Eve", "Eve"])
    #expect(doomed.map(\.isDeleted) == [true, true])
    #expect(reader.registeredObject(for: new.objectID) != nil)
  }

  @Test("Other entries of a remote dictionary are ignored")
  func hostileDictionaries() throws {
    writer.add("Singer", ["name": "Ada"])
    try writer.save()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: reader)
    let foreign = URL(string: "x-coredata://A/Singer/p1")!
    for value: Any in [
      1, "text", [1, 2], ["a": 1], NSNull(), [foreign], Set([foreign]), [[foreign]],
    ] {
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: value, 7: value],
        into: [reader]
      )
    }
    #expect(notices.count == 0)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [])
  }

  @Test("The notification with IDs can be merged like the one with objects")
  func identifierNotification() throws {
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    let seen = reader.object(with: singer.objectID)
    #expect(seen.called == "Ada")
    singer.setValue("Eve", forKey: "name")
    try writer.save()
    reader.mergeChanges(
      fromContextDidSave: Notification(
        name: .NSManagedObjectContextDidSaveObjectIDs,
        object: writer,
        userInfo: [NSUpdatedObjectIDsKey: Set([singer.objectID])]
      )
    )
    #expect(seen.called == "Eve")
  }

  @Test("F243 A context that merges automatically merges other saves to the coordinator")
  func automatically() async throws {
    reader.automaticallyMergesChangesFromParent = true
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    // The insertion is merged too, on the reader's queue.
    await reader.finishQueuedWork()
    let seen = reader.object(with: singer.objectID)
    #expect(await reader.perform { seen.called } == "Ada")
    singer.setValue("Eve", forKey: "name")
    try writer.save()
    await reader.finishQueuedWork()
    #expect(await reader.perform { seen.called } == "Eve")
    reader.automaticallyMergesChangesFromParent = false
    singer.setValue("Zoe", forKey: "name")
    try writer.save()
    await reader.finishQueuedWork()
    #expect(await reader.perform { seen.called } == "Eve")
  }

  @Test("F232 The main queue's context merges automatically")
  func mainQueue() async throws {
    let main = coordinator.makeContext(.mainQueue)
    await main.perform { main.automaticallyMergesChangesFromParent = true }
    let singer = writer.add("Singer", ["name": "Ada"])
    try writer.save()
    let id = singer.objectID
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: main)
    await main.perform { #expect(main.object(with: id).called == "Ada") }
    writer.add("Singer", ["name": "Mia"])
    try writer.save()
    await main.finishQueuedWork()
    #expect(notices.keys.last == ["inserted"])
  }
}
