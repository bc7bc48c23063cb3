import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Child contexts", .timeLimit(.minutes(30)), .everyStore) struct ChildContextTests {
  let coordinator: NSPersistentStoreCoordinator
  let root: NSManagedObjectContext
  let child: NSManagedObjectContext

  init() throws {
    coordinator = try Choir.makeCoordinator()
    root = coordinator.makeContext()
    child = root.makeChild()
  }

  /// The contents of the store.
  private func storedNames() throws -> [String] {
    try coordinator.makeContext().names()
  }

  @Test("F230 A save goes up one level; the store is written when the root saves")
  func oneLevel() throws {
    let grandchild = child.makeChild()
    grandchild.add("Singer", ["name": "Ada"])
    try grandchild.save()
    #expect(!grandchild.hasChanges && child.hasChanges && !root.hasChanges)
    #expect(try child.names() == ["Ada"])
    #expect(try root.names() == [])
    try child.save()
    #expect(!child.hasChanges && root.insertedObjects.count == 1)
    #expect(try storedNames() == [])
    try root.save()
    #expect(try storedNames() == ["Ada"])
  }

  @MainActor
  @Test(
    "F232 F238 A merge from a main-queue parent does not wait for callers that wait for the child"
  )
  func mergingWhileAwaited() throws {
    let parent = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    parent.persistentStoreCoordinator = coordinator
    let child = parent.makeChild()
    child.automaticallyMergesChangesFromParent = true
    let singer = parent.add("Singer", ["name": "0"])
    try parent.save()
    nonisolated(unsafe) var twin: NSManagedObject?
    try child.performAndWait {
      twin = try child.existingObject(with: singer.objectID)
      #expect(twin?.value(forKey: "name") as? String == "0")
    }
    for name in (1...50).map(String.init) {
      singer.setValue(name, forKey: "name")
      try parent.save()
      child.performAndWait { #expect(twin?.value(forKey: "name") as? String == name) }
    }
  }

  @Test("F115 The save of a child validates; invalid objects do not reach the parent")
  func validation() throws {
    let office = Office()
    office.entity("Item", [Office.attribute("name", optional: false)])
    let parent = try office.context()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    let item = try child.insert("Item")
    let error = try #require(failure { try child.save() })
    #expect(error.code == NSValidationMissingMandatoryPropertyError && error.key == "name")
    #expect(!parent.hasChanges && child.hasChanges)
    item.setValue("box", forKey: "name")
    try child.save()
    #expect(parent.insertedObjects.count == 1)
  }

  @Test("Changes of a child become changes of the parent: inserted, updated, deleted")
  func kinds() throws {
    let kept = root.add("Singer", ["name": "Ada"])
    let gone = root.add("Singer", ["name": "Bob"])
    try root.save()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: root)
    child.object(with: kept.objectID).setValue("Eve", forKey: "name")
    child.delete(child.object(with: gone.objectID))
    child.add("Singer", ["name": "Mia"])
    try child.save()
    #expect(root.updatedObjects == [kept] && kept.called == "Eve")
    #expect(root.deletedObjects == [gone])
    #expect(root.insertedObjects.map(\.called) == ["Mia"])
    #expect(notices.keys == [["deleted", "inserted", "updated"]])
    try root.save()
    #expect(try storedNames() == ["Eve", "Mia"])
  }

  @Test("F231 A fetch sees the parent's unsaved changes: new, changed and deleted objects")
  func fetching() throws {
    let kept = root.add("Singer", ["name": "Ada"])
    let gone = root.add("Singer", ["name": "Bob"])
    try root.save()
    root.add("Singer", ["name": "Mia"])
    kept.setValue("Eve", forKey: "name")
    root.delete(gone)
    root.processPendingChanges()
    #expect(try child.names() == ["Eve", "Mia"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
    #expect(try child.count(for: request) == 2)
    #expect(!child.hasChanges)
  }

  @Test("Destinations of the parent's relationships are visible in the child")
  func relationships() throws {
    let choir = root.add("Choir")
    let old = root.add("Singer", ["choir": choir])
    try root.save()
    let new = root.add("Singer", ["choir": choir])
    let seen = child.object(with: choir.objectID).members("singers")
    #expect(Set(seen.map(\.objectID)) == [old.objectID, new.objectID])
    #expect(seen.contains { $0.managedObjectContext !== child } == false)
    old.setValue(nil, forKey: "choir")
    let other = root.makeChild()
    let later = other.object(with: choir.objectID).members("singers")
    #expect(later.map(\.objectID) == [new.objectID])
  }

  @Test("F232 Later changes of the parent reach only children that merge automatically")
  func automaticMerging() async throws {
    let singer = root.add("Singer", ["name": "Ada"])
    try root.save()
    let merging = root.makeChild()
    merging.automaticallyMergesChangesFromParent = true
    let (deaf, hearing) = (
      child.object(with: singer.objectID), merging.object(with: singer.objectID)
    )
    #expect(deaf.called == "Ada" && hearing.called == "Ada")
    singer.setValue("Eve", forKey: "name")
    root.processPendingChanges()
    await merging.finishQueuedWork()
    #expect(hearing.called == "Ada")
    try root.save()
    await merging.finishQueuedWork()
    await child.finishQueuedWork()
    #expect(hearing.called == "Eve" && deaf.called == "Ada")
    #expect(!merging.hasChanges)
  }

  @Test("Saves of one child are merged into another that merges automatically")
  func siblings() async throws {
    let merging = root.makeChild()
    merging.automaticallyMergesChangesFromParent = true
    let singer = child.add("Singer", ["name": "Ada"])
    try child.save()
    await merging.finishQueuedWork()
    #expect(try merging.names() == ["Ada"])
    let known = try merging.all("Singer")
    singer.setValue("Eve", forKey: "name")
    try child.save()
    await merging.finishQueuedWork()
    #expect(known.map(\.called) == ["Eve"])
  }

  @Test("F233 A context with a parent has the parent's coordinator, and no other")
  func exclusive() async throws {
    #expect(child.persistentStoreCoordinator === coordinator)
    #expect(child.parent === root && root.parent == nil)
    await #expect(processExitsWith: .failure) {
      let coordinator = try Choir.makeCoordinator()
      let child = coordinator.makeContext().makeChild()
      child.persistentStoreCoordinator = coordinator
    }
    await #expect(processExitsWith: .failure) {
      let coordinator = try Choir.makeCoordinator()
      coordinator.makeContext().parent = coordinator.makeContext()
    }
  }

  @Test("F233 A parent must have a queue")
  func confinedParent() async {
    await #expect(processExitsWith: .failure) {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    }
  }

  @Test("F234 Changes of a child win over changes of the parent")
  func conflicts() throws {
    let singer = root.add("Singer", ["name": "Ada", "age": 30])
    try root.save()
    let mine = child.object(with: singer.objectID)
    mine.setValue("Eve", forKey: "name")
    singer.setValue("Bob", forKey: "name")
    singer.setValue(31, forKey: "age")
    try child.save()
    #expect(singer.called == "Eve")
    // A context that has not changed a property does not override it.
    #expect(singer.value(forKey: "age") as? Int == 31)
    singer.setValue("Mia", forKey: "name")
    try root.save()
    mine.setValue("Zoe", forKey: "name")
    try child.save()
    try root.save()
    #expect(try storedNames() == ["Zoe"])
  }

  @Test("F234 A relationship that the parent has changed meanwhile is right at both ends")
  func relationshipConflicts() throws {
    let choirs = (0..<3).map { root.add("Choir", ["name": "\($0)"]) }
    let singer = root.add("Singer", ["choir": choirs[0]])
    try root.save()
    child.object(with: singer.objectID)
      .setValue(child.object(with: choirs[1].objectID), forKey: "choir")
    singer.setValue(choirs[2], forKey: "choir")
    try child.save()
    #expect(singer.value(forKey: "choir") as? NSManagedObject === choirs[1])
    #expect(choirs.map { $0.members("singers").count } == [0, 1, 0])
    try root.save()
    let fresh = coordinator.makeContext()
    for choir in try fresh.all("Choir") {
      #expect(choir.members("singers").count == (choir.called == "1" ? 1 : 0))
    }
  }

  @Test("An object that the parent has deleted and the child has changed is restored")
  func changedAndDeleted() throws {
    let singer = root.add("Singer", ["name": "Ada"])
    try root.save()
    child.object(with: singer.objectID).setValue("Eve", forKey: "name")
    root.delete(singer)
    root.processPendingChanges()
    try child.save()
    #expect(!singer.isDeleted && singer.called == "Eve")
  }

  @Test("F235 The value of a transient property reaches the parent")
  func transients() throws {
    let singer = child.add("Singer", ["name": "Ada", "mood": "good"])
    try child.save()
    let twin = try #require(root.insertedObjects.first)
    #expect(twin.value(forKey: "mood") as? String == "good")
    singer.setValue("better", forKey: "mood")
    try child.save()
    #expect(twin.value(forKey: "mood") as? String == "better")
    try root.save()
    #expect(twin.value(forKey: "mood") as? String == "better")
  }

  @Test("The value of a transient property does not reach a child", arguments: [false, true])
  func transientsOfParents(_ isSaved: Bool) throws {
    let singer = root.add("Singer", ["name": "Ada", "mood": "good"])
    try root.save()
    if !isSaved { singer.setValue("better", forKey: "mood") }
    let found = try #require(try child.all("Singer").first)
    #expect(found.value(forKey: "mood") == nil && found.called == "Ada")
    #expect(singer.value(forKey: "mood") as? String == (isSaved ? "good" : "better"))
  }

  @Test("F236 A child that is discarded leaves nothing in its parent")
  func dropping() throws {
    let singer = root.add("Singer", ["name": "Ada"])
    try root.save()
    weak var dropped: NSManagedObjectContext?
    do {
      let scratch = root.makeChild()
      dropped = scratch
      scratch.object(with: singer.objectID).setValue("Eve", forKey: "name")
      scratch.add("Singer")
      scratch.processPendingChanges()
    }
    #expect(dropped == nil)
    #expect(singer.called == "Ada" && !root.hasChanges)
    #expect(try root.names() == ["Ada"])
  }

  @Test("A child retains its parent, a parent not its children")
  func retaining() throws {
    weak var parent: NSManagedObjectContext?
    var child: NSManagedObjectContext?
    do {
      let made = coordinator.makeContext()
      parent = made
      child = made.makeChild()
    }
    #expect(parent != nil)
    child = nil
    #expect(parent == nil && child == nil)
  }

  @Test("F160 A child's IDs are temporary until the root has saved")
  func identifiers() throws {
    let choir = child.add("Choir", ["name": "C"])
    let singer = child.add("Singer", ["name": "Ada", "choir": choir])
    try child.save()
    let temporary = singer.objectID
    #expect(temporary.isTemporaryID)
    let twin = root.object(with: temporary)
    #expect(twin.called == "Ada")
    try root.save()
    #expect(!twin.objectID.isTemporaryID)
    #expect(child.performAndWait { singer.objectID } == twin.objectID)
    // Uniquing: one object for each row, whichever ID is used.
    #expect(child.object(with: twin.objectID) === singer)
    #expect(child.object(with: temporary) === singer)
    #expect(try child.all("Singer") == [singer])
    #expect(singer.value(forKey: "choir") as? NSManagedObject === choir)
    child.refreshAllObjects()
    #expect(singer.value(forKey: "choir") as? NSManagedObject === choir)
    #expect(choir.members("singers") == [singer])
    singer.setValue("Eve", forKey: "name")
    try child.save()
    try root.save()
    #expect(try storedNames() == ["Eve"])
  }

  @Test("A grandchild has one object for each row after the root has saved")
  func identifiersOfGrandchildren() throws {
    let grandchild = child.makeChild()
    let singers = (0..<4).map { grandchild.add("Singer", ["name": "\($0)"]) }
    let choir = root.add("Choir", ["name": "C"])
    try grandchild.save()
    try child.save()
    choir.setValue(Set(try root.all("Singer")), forKey: "singers")
    singers[0].setValue("Ada", forKey: "name")
    try root.save()
    #expect(try grandchild.count(for: NSFetchRequest<NSManagedObject>(entityName: "Singer")) == 4)
    let found = try grandchild.all("Singer")
    #expect(found.count == 4 && found.allSatisfy { object in singers.contains { $0 === object } })
    for singer in found {
      #expect(grandchild.object(with: singer.objectID) === singer && !singer.objectID.isTemporaryID)
    }
    // Through a relationship that is faulted in by a fetch of other objects.
    let other = child.makeChild()
    let known = other.add("Singer", ["name": "known"])
    try other.save()
    try child.save()
    choir.mutableSetValue(forKey: "singers").addObjects(from: try root.all("Singer"))
    try root.save()
    let choirs = try other.all("Choir")
    #expect(choirs.first?.members("singers").contains { $0 === known } == true)
    #expect(Set(choirs.first?.members("singers").map(ObjectIdentifier.init) ?? []).count == 5)
  }

  @Test("Permanent IDs can be obtained before the root has saved")
  func permanentIdentifiers() throws {
    let saved = child.add("Singer", ["name": "Ada"])
    try child.save()
    let new = child.add("Singer", ["name": "Bob"])
    try child.obtainPermanentIDs(for: [saved, new])
    #expect(!saved.objectID.isTemporaryID && !new.objectID.isTemporaryID)
    try child.save()
    try root.save()
    #expect(try storedNames() == ["Ada", "Bob"])
    let fresh = coordinator.makeContext()
    let stored = try fresh.existingObject(with: saved.objectID)
    #expect(stored.called == "Ada")
  }

  @Test("Objects of a relationship that both are new are related in the parent")
  func newGraph() throws {
    let choir = child.add("Choir", ["name": "C"])
    for number in 0..<10 { child.add("Singer", ["name": "\(number)", "choir": choir]) }
    for title in ["b", "a", "c"] { child.add("Song", ["title": title, "choir": choir]) }
    try child.save()
    let twin = try #require(root.insertedObjects.first { $0.entity.name == "Choir" })
    #expect(twin.members("singers").count == 10)
    #expect(twin.titles == ["b", "a", "c"])
    let present = try #require(choir.value(forKey: "songs") as? NSOrderedSet)
    let songs = NSMutableOrderedSet(array: present.array)
    songs.exchangeObject(at: 0, withObjectAt: 2)
    choir.setValue(songs, forKey: "songs")
    try child.save()
    try root.save()
    #expect(twin.titles == ["c", "a", "b"])
    let fresh = coordinator.makeContext()
    let stored = try #require(fresh.all("Choir").first)
    #expect(stored.titles == ["c", "a", "b"] && stored.members("singers").count == 10)
  }

  @Test("Deleting in a child follows the delete rules there and arrives in the store")
  func cascading() throws {
    let choir = root.add("Choir", ["name": "C"])
    for number in 0..<10 { root.add("Singer", ["name": "\(number)", "choir": choir]) }
    try root.save()
    child.delete(child.object(with: choir.objectID))
    try child.save()
    #expect(root.deletedObjects.count == 11)
    try root.save()
    #expect(try storedNames() == [])
  }

  @Test("An unsaved object of the parent that the child deletes is never saved")
  func deletingNew() throws {
    let singer = root.add("Singer", ["name": "Ada"])
    root.processPendingChanges()
    child.delete(child.object(with: singer.objectID))
    try child.save()
    #expect(root.insertedObjects.isEmpty)
    try root.save()
    #expect(try storedNames() == [])
  }

  @Test("Insertions and deletions in a child do not reach the parent without a save")
  func insertedAndDeleted() throws {
    child.delete(child.add("Singer"))
    try child.save()
    #expect(!root.hasChanges)
  }

  @Test("Faults are filled through the parents, however many there are")
  func deepNesting() throws {
    let singer = root.add("Singer", ["name": "Ada"])
    try root.save()
    singer.setValue("Eve", forKey: "name")
    var deepest = child
    for _ in 0..<30 { deepest = deepest.makeChild() }
    let seen = deepest.object(with: singer.objectID)
    #expect(seen.isFault && seen.called == "Eve")
    seen.setValue("Zoe", forKey: "name")
    var next: NSManagedObjectContext? = deepest
    while let context = next {
      try context.save()
      next = context.parent
    }
    #expect(try storedNames() == ["Zoe"])
  }

  @Test("A child of the main queue's context works in the background")
  func background() async throws {
    let main = coordinator.makeContext(.mainQueue)
    let worker = main.makeChild()
    try await worker.perform {
      for number in 0..<100 { worker.add("Singer", ["name": "\(number)"]) }
      try worker.save()
    }
    try await main.perform {
      #expect(main.insertedObjects.count == 100)
      try main.save()
    }
    #expect(try storedNames().count == 100)
  }
}
