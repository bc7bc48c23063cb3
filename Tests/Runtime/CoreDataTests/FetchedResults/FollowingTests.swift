import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of a controller during changes in its context and in others.
@Suite(.everyStore) struct FollowingTests {
  @Test func subentitiesCount() throws {
    let context = try Shelves.makeContext()
    let request = Shelves.request()
    request.includesSubentities = false
    let (all, _recorder) = try context.follow()
    let (some, _other) = try context.follow(request)
    context.add("Novel", ["title": "n"])
    context.addBook("b")
    context.processPendingChanges()
    #expect(all.titles == ["b", "n"])
    #expect(some.titles == ["b"])
    withExtendedLifetime((_recorder, _other)) {}
  }

  @Test func undoAndRedo() throws {
    let context = try Shelves.makeContext()
    context.undoManager = UndoManager()
    context.undoManager?.groupsByEvent = false
    let (controller, recorder) = try context.follow()
    context.undoManager?.beginUndoGrouping()
    context.addBook("a")
    context.processPendingChanges()
    context.undoManager?.endUndoGrouping()
    context.undo()
    #expect(controller.titles.isEmpty)
    context.redo()
    #expect(controller.titles == ["a"])
    #expect(recorder.take().count == 9)
  }

  @Test func redoingAnInsertionThatWasNotSaved() throws {
    let context = try Shelves.makeContext()
    context.undoManager = UndoManager()
    let (controller, _recorder) = try context.follow()
    context.addBook("a")
    context.undo()
    try context.save()
    context.redo()
    #expect(context.insertedObjects.count == 1)
    #expect(try context.fetch(Shelves.request()) == controller.fetchedObjects)
    withExtendedLifetime(_recorder) {}
  }

  @Test func rollback() throws {
    let context = try Shelves.makeContext()
    let kept = context.addBook("kept", "m")
    let changed = context.addBook("changed", "m")
    try context.save()
    let (controller, recorder) = try context.follow(sections: "genre")
    context.delete(kept)
    let new = context.addBook("new", "n")
    changed.setValue("z", forKey: "genre")
    context.processPendingChanges()
    context.addBook("newer", "o")
    _ = recorder.take()
    context.rollback()
    #expect(controller.outline == ["m: changed kept"])
    #expect(
      recorder.take() == [
        "begin", "section delete z 1", "section delete n 0", "section insert m 0",
        "delete new 0.0 nil", "insert kept nil 0.1", "move changed 1.0 0.0", "end",
      ]
    )
    #expect(new.managedObjectContext == nil && !new.isDeleted && !context.hasChanges)
    context.processPendingChanges()
    #expect(recorder.take().isEmpty)
  }

  @Test func childrenSave() throws {
    let parent = try Shelves.makeContext()
    parent.addBook("a")
    try parent.save()
    let (controller, _recorder) = try parent.follow()
    let child = parent.makeChild()
    try child.performAndWait {
      for book in try child.all("Book") { book.setValue("z", forKey: "title") }
      child.addBook("b")
      try child.save()
    }
    parent.performAndWait { parent.processPendingChanges() }
    #expect(controller.titles == ["b", "z"])
    withExtendedLifetime(_recorder) {}
  }

  @Test func childrenFollowTheirParent() throws {
    let parent = try Shelves.makeContext()
    let child = parent.makeChild()
    let (controller, _recorder) = try child.follow()
    child.addBook("b")
    child.addBook("a")
    try child.save()
    try parent.save()
    #expect(controller.titles == ["a", "b"])
    withExtendedLifetime(_recorder) {}
  }

  @Test func whatOthersSave() async throws {
    let coordinator = try Shelves.makeCoordinator()
    let writer = coordinator.makeContext()
    let reader = coordinator.makeContext()
    reader.automaticallyMergesChangesFromParent = true
    try writer.performAndWait {
      for (rank, title) in ["a", "b", "c", "d"].enumerated() {
        writer.addBook(title, "x", rank: rank)
      }
      try writer.save()
    }
    let recorder = CallRecorder()
    let controller = NSFetchedResultsController(
      fetchRequest: Shelves.request("rank > 1"),
      managedObjectContext: reader,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    controller.delegate = recorder
    try reader.performAndWait { try controller.performFetch() }
    try writer.performAndWait {
      let books = try writer.all("Book").sorted { $0.title < $1.title }
      // A book that the reader has not registered, two that are faults there, and a new one.
      books[0].setValue(7, forKey: "rank")
      books[2].setValue("0", forKey: "title")
      books[3].setValue(0, forKey: "rank")
      writer.addBook("e", "x", rank: 9)
      try writer.save()
    }
    await reader.finishQueuedWork()
    reader.performAndWait { #expect(controller.titles == ["e", "0", "a"].sorted()) }
    try writer.performAndWait {
      for book in try writer.all("Book") where book.title == "a" { writer.delete(book) }
      try writer.save()
    }
    await reader.finishQueuedWork()
    reader.performAndWait { #expect(controller.titles == ["0", "e"]) }
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: ["rollback", "undo"])
  func mergedDeletions(how: String) throws {
    let coordinator = try Shelves.makeCoordinator()
    let context = coordinator.makeContext()
    context.addBook("a")
    context.addBook("b")
    try context.save()
    context.undoManager = UndoManager()
    let (controller, _recorder) = try context.follow()
    // A fault whose row was deleted has no values to restore.
    #expect(controller.titles == ["a", "b"])
    let writer = coordinator.makeContext()
    let saved = Notices(.NSManagedObjectContextDidSave, of: writer)
    for book in try writer.all("Book") where book.title == "a" { writer.delete(book) }
    try writer.save()
    let ids = saved.objects("deleted").map { $0.objectID.uriRepresentation() }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectIDsKey: ids],
      into: [context]
    )
    #expect(controller.titles == ["b"])
    if how == "undo" { context.undo() } else { context.rollback() }
    // The row was deleted: undo inserts the object again, rollback leaves it deleted.
    #expect(controller.titles == (how == "undo" ? ["a", "b"] : ["b"]))
    #expect(try context.fetch(Shelves.request()) == controller.fetchedObjects)
    try context.save()
    #expect(try writer.fetch(Shelves.request()).map(\.title) == controller.titles)
    withExtendedLifetime(_recorder) {}
  }

  @Test("F224 Limits and offsets hold for changes too")
  func limits() throws {
    let context = try Shelves.makeContext()
    let books = ["b", "d", "f", "h"].map { context.addBook($0) }
    let request = Shelves.request(by: ["title"])
    request.fetchLimit = 2
    request.fetchOffset = 1
    let (controller, recorder) = try context.follow(request)
    #expect(controller.titles == ["d", "f"])
    context.addBook("a")
    context.processPendingChanges()
    #expect(controller.titles == ["b", "d"])
    #expect(recorder.take() == ["begin", "delete f 0.1 nil", "insert b nil 0.0", "end"])
    context.delete(books[1])
    context.processPendingChanges()
    #expect(controller.titles == ["b", "f"])
  }

  @Test("An offset without a limit holds for changes too", arguments: [false, true], [0, 2])
  func offsets(isChild: Bool, batchSize: Int) throws {
    let parent = try Shelves.makeContext()
    for title in ["b", "d", "f", "h"] { parent.addBook(title) }
    try parent.save()
    let context = isChild ? parent.makeChild() : parent
    let request = Shelves.request(by: ["title"])
    request.fetchOffset = 1
    request.fetchBatchSize = batchSize
    let (controller, recorder) = try context.follow(request)
    #expect(controller.titles == ["d", "f", "h"])
    let steps: [([String], () throws -> Void)] = [
      (["b", "c", "d", "f", "h"], { context.addBook("a") }),
      (["b", "c", "f", "h"], { try context.delete(context.book("d")) }),
      (["b", "c", "f", "h"], { try context.save() }),
      (["a", "c", "f", "h"], { try context.book("b").setValue("0", forKey: "title") }),
      (["a", "f", "h", "z"], { try context.book("c").setValue("z", forKey: "title") }),
      (["f", "h", "z"], { try context.delete(context.book("a")) }),
      (["f", "h", "z"], { try context.save() }),
      (["b", "f", "h", "z"], { context.addBook("b") }),
      (["f", "h", "z"], { context.rollback() }),
    ]
    context.addBook("c")
    context.processPendingChanges()
    for (number, (titles, step)) in steps.enumerated() {
      try step()
      context.processPendingChanges()
      #expect(try context.fetch(request).map(\.title) == titles, "step \(number)")
      #expect(controller.titles == titles, "step \(number)")
    }
    withExtendedLifetime(recorder) {}
  }

  @Test func changesOfADelegateAreReportedAfterwards() throws {
    let context = try Shelves.makeContext()
    let (controller, recorder) = try context.follow()
    var rounds = 0
    recorder.onEnd = {
      guard rounds < 2 else { return }
      rounds += 1
      context.addBook("book \(rounds)")
      context.processPendingChanges()
    }
    context.addBook("book 0")
    context.processPendingChanges()
    #expect(
      recorder.calls == [
        "begin", "insert book 0 nil 0.0", "end", "begin", "insert book 1 nil 0.1", "end", "begin",
        "insert book 2 nil 0.2", "end",
      ]
    )
    #expect(controller.titles.count == 3)
  }

  @Test func fetchingAgainWithAnotherCondition() throws {
    let context = try Shelves.makeContext()
    for title in ["a", "b"] { context.addBook(title, rank: title == "a" ? 1 : 2) }
    let (controller, recorder) = try context.follow(Shelves.request("rank == 1"))
    controller.fetchRequest.predicate = NSPredicate(format: "rank == 2")
    context.addBook("c", rank: 1)
    context.processPendingChanges()
    #expect(controller.titles == ["a", "c"])
    try controller.performFetch()
    #expect(controller.titles == ["b"])
    #expect(recorder.take().count == 3)
    controller.fetchRequest.sortDescriptors = nil
    #expect(throws: (any Error).self) { try controller.performFetch() }
  }

  @Test func equalObjectsAreInTheOrderOfAFetch() throws {
    let context = try Shelves.makeContext()
    let request = Shelves.request(by: ["rank"])
    let (controller, recorder) = try context.follow(request)
    func check() throws {
      context.processPendingChanges()
      #expect(controller.fetchedObjects == (try context.fetch(request)))
    }
    let books = (0..<6).map { context.addBook("\($0)", rank: $0 % 2) }
    try check()
    try context.save()
    try check()
    #expect(recorder.take().count == 8)
    books[3].setValue(0, forKey: "rank")
    context.addBook("6", rank: 0)
    try check()
    books[0].setValue(2, forKey: "rank")
    try context.save()
    try check()
    books[0].setValue(0, forKey: "rank")
    try check()
  }

  @Test func aSectionOfARelationship() throws {
    let context = try Shelves.makeContext()
    let shelves = ["low", "up"].map { context.add("Shelf", ["name": $0]) }
    let books = ["a", "b"].map { context.addBook($0) }
    books[0].setValue(shelves[1], forKey: "shelf")
    books[1].setValue(shelves[0], forKey: "shelf")
    let (controller, _recorder) = try context.follow(
      Shelves.request(by: ["shelf.name", "title"]),
      sections: "shelf.name"
    )
    #expect(controller.outline == ["low: b", "up: a"])
    books[1].setValue(shelves[1], forKey: "shelf")
    context.processPendingChanges()
    #expect(controller.outline == ["up: a b"])
    // Only changes of the fetched entity's objects are reported: the shelf's new name does not update a book.
    shelves[1].setValue("top", forKey: "name")
    context.processPendingChanges()
    #expect(controller.outline == ["up: a b"])
    withExtendedLifetime(_recorder) {}
  }

  /// Ways in which a book's relationship comes to refer to a shelf whose deletion is unsaved.
  enum LostShelf: CaseIterable {
    case assigned, inserted, refreshed, propagatedLate, assignedElsewhere, assignedByChild
    case deletedByChild, deletedElsewhere
  }

  @Test(arguments: LostShelf.allCases)
  func sectionsOfRelationshipsThatSavesClear(_ how: LostShelf) throws {
    let coordinator = try Shelves.makeCoordinator()
    let (context, other) = (coordinator.makeContext(), coordinator.makeContext())
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let shelves = ["low", "up"].map { context.add("Shelf", ["name": $0]) }
    let books = ["a", "b", "c"].map { context.addBook($0) }
    for (book, shelf) in zip(books, [shelves[0], shelves[1], shelves[0]]) {
      book.setValue(shelf, forKey: "shelf")
    }
    try context.save()
    let request = Shelves.request(by: ["shelf.name", "title"])
    let (controller, recorder) = try context.follow(request, sections: "shelf.name")
    #expect(controller.outline == ["low: a c", "up: b"])
    let child = context.makeChild()
    func same(_ object: NSManagedObject, in other: NSManagedObjectContext) -> NSManagedObject {
      other.object(with: object.objectID)
    }
    switch how {
    case .assigned:
      context.delete(shelves[0])
      context.processPendingChanges()
      books[1].setValue(shelves[0], forKey: "shelf")
    case .inserted:
      context.delete(shelves[0])
      context.processPendingChanges()
      context.addBook("d").setValue(shelves[0], forKey: "shelf")
    case .refreshed:
      context.delete(shelves[0])
      context.processPendingChanges()
      context.refresh(books[0], mergeChanges: false)
    case .propagatedLate:
      context.propagatesDeletesAtEndOfEvent = false
      context.delete(shelves[0])
    case .assignedElsewhere:
      context.delete(shelves[0])
      context.processPendingChanges()
      same(books[1], in: other).setValue(same(shelves[0], in: other), forKey: "shelf")
      try other.save()
    case .assignedByChild:
      same(books[1], in: child).setValue(same(shelves[0], in: child), forKey: "shelf")
      context.delete(shelves[0])
      context.processPendingChanges()
      try child.save()
    case .deletedByChild:
      child.delete(same(shelves[0], in: child))
      context.addBook("d").setValue(shelves[0], forKey: "shelf")
      context.processPendingChanges()
      try child.save()
    case .deletedElsewhere:
      other.delete(same(shelves[0], in: other))
      try other.save()
      books[1].setValue(shelves[0], forKey: "shelf")
    }
    context.processPendingChanges()
    try context.save()
    context.processPendingChanges()
    let reader = coordinator.makeContext()
    #expect(try reader.follow(request, sections: "shelf.name").0.outline == controller.outline)
    #expect(controller.fetchedObjects == (try context.fetch(request)))
    withExtendedLifetime(recorder) {}
  }

  @Test(
    "The order follows merged changes too",
    arguments: [
      NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .rollback, .overwrite,
    ],
    [false, true]
  )
  func mergesOfSaves(_ policy: NSMergePolicy, canUndo: Bool) throws {
    let coordinator = try Shelves.makeCoordinator()
    let (context, other) = (coordinator.makeContext(), coordinator.makeContext())
    context.mergePolicy = policy
    if canUndo { context.undoManager = UndoManager() }
    let books = (0..<4).map { context.addBook("\($0)", "g", rank: $0) }
    try context.save()
    let request = Shelves.request(by: ["rank"])
    let (controller, recorder) = try context.follow(request, sections: "genre")
    let theirs = try other.existingObject(with: books[0].objectID)
    theirs.setValue(7, forKey: "rank")
    theirs.setValue("g", forKey: "genre")
    try other.save()
    books[0].setValue("mine", forKey: "title")
    context.processPendingChanges()
    try context.save()
    context.processPendingChanges()
    let reader = coordinator.makeContext()
    #expect(try context.fetch(request) == controller.fetchedObjects)
    #expect(try reader.fetch(request).map(\.title) == controller.titles)
    withExtendedLifetime(recorder) {}
  }

  @Test func resultsThatAreNoObjects() throws {
    let context = try Shelves.makeContext()
    let book = context.addBook("a")
    try context.save()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
    request.resultType = .managedObjectIDResultType
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    let recorder = CallRecorder()
    controller.delegate = recorder
    try controller.performFetch()
    #expect(controller.fetchedObjects == [book.objectID])
    #expect(controller.object(at: [0, 0]) == book.objectID)
    context.addBook("b")
    context.processPendingChanges()
    #expect(recorder.calls.isEmpty)
  }

  @Test func aControllerOfAnyResults() throws {
    let context = try Shelves.makeContext()
    let book = context.addBook("a")
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    try controller.performFetch()
    #expect(controller.fetchedObjects as? [NSManagedObject] == [book])
    #expect(controller.object(at: [0, 0]) === book)
    #expect(controller.indexPath(forObject: book) == [0, 0])
  }
}
