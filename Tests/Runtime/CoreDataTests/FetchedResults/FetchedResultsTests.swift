import CoreData
import EveryStore
import Foundation
import Testing

@Suite(.everyStore) struct FetchedResultsTests {
  @Test("F205 A controller needs at least one sort descriptor")
  func noOrder() async {
    await #expect(processExitsWith: .failure) {
      _ = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Book"),
        managedObjectContext: try Shelves.makeContext(),
        sectionNameKeyPath: nil,
        cacheName: nil
      )
    }
  }

  @Test("F205 An empty array of sort descriptors is enough")
  func emptyOrder() throws {
    let context = try Shelves.makeContext()
    context.addBook("b", "x")
    context.addBook("a", "x")
    try context.save()
    let controller = NSFetchedResultsController(
      fetchRequest: Shelves.request(by: []),
      managedObjectContext: context,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    try controller.performFetch()
    context.addBook("c", "x")
    try context.save()
    try controller.performFetch()
    let titles = controller.fetchedObjects?.map { $0.value(forKey: "title") as? String }
    #expect(titles == ["b", "a", "c"])
  }

  @Test("F206 Members of sections that do not follow one another: performFetch throws")
  func outOfOrder() throws {
    let context = try Shelves.makeContext()
    context.addBook("a", "x")
    context.addBook("b", "y")
    context.addBook("c", "x")
    let controller = NSFetchedResultsController(
      fetchRequest: Shelves.request(by: ["title"]),
      managedObjectContext: context,
      sectionNameKeyPath: "genre",
      cacheName: nil
    )
    #expect(throws: (any Error).self) { try controller.performFetch() }
    #expect(controller.fetchedObjects == nil)
  }

  @Test("F207 There are no results before performFetch")
  func before() throws {
    let context = try Shelves.makeContext()
    let controller = NSFetchedResultsController(
      fetchRequest: Shelves.request(),
      managedObjectContext: context,
      sectionNameKeyPath: "genre",
      cacheName: nil
    )
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(controller.sectionNameKeyPath == "genre")
    #expect(controller.cacheName == nil)
    #expect(controller.managedObjectContext === context)
    try controller.performFetch()
    #expect(controller.fetchedObjects == [])
    #expect(controller.sections?.isEmpty == true)
  }

  @Test("F208 Without a key path there is one section, without a name; else one for each value")
  func sections() throws {
    let context = try Shelves.makeContext()
    let (controller, _) = try context.follow()
    #expect(controller.outline == [": "])
    context.addBook("a", "x", rank: 2)
    context.addBook("b", "x", rank: 1)
    context.addBook("c", rank: 10)
    try controller.performFetch()
    #expect(controller.outline == [": c a b"])
    #expect(try context.follow(sections: "genre").0.outline == [": c", "x: a b"])
    let ranked = try context.follow(Shelves.request(by: ["rank"]), sections: "rank").0
    #expect(ranked.outline == ["1: b", "2: a", "10: c"])
    #expect(ranked.sections?.map(\.numberOfObjects) == [1, 1, 1])
  }

  @Test("F209 Objects by index paths, and index paths by objects")
  func paths() throws {
    let context = try Shelves.makeContext()
    let a = context.addBook("a", "x")
    let b = context.addBook("b", "y")
    let stranger = context.add("Shelf")
    let (controller, _) = try context.follow(sections: "genre")
    #expect(controller.object(at: IndexPath(row: 0, section: 1)) === b)
    #expect(controller.object(at: [0, 0]) === a)
    #expect(controller.indexPath(forObject: b) == IndexPath(item: 0, section: 1))
    #expect(controller.indexPath(forObject: stranger) == nil)
  }

  @Test("F209 An index path without an object stops the program")
  func invalidPaths() async {
    await #expect(processExitsWith: .failure) {
      let (controller, _) = try Shelves.makeContext().follow()
      _ = controller.object(at: [0, 0])
    }
    await #expect(processExitsWith: .failure) {
      let (controller, _) = try Shelves.makeContext().follow()
      _ = controller.object(at: [])
    }
  }

  @Test("F210 Without a delegate nothing is tracked")
  func noDelegate() throws {
    let context = try Shelves.makeContext()
    context.addBook("a")
    let controller = try context.follow().0
    // The recorder has been deallocated, because delegates are not retained.
    #expect(controller.delegate == nil)
    context.addBook("b")
    context.processPendingChanges()
    #expect(controller.titles == ["a"])
    try controller.performFetch()
    #expect(controller.titles == ["a", "b"])
  }

  @Test("F210 A delegate without any method is enough for tracking")
  func idleDelegate() throws {
    final class Idle: NSObject, NSFetchedResultsControllerDelegate {}
    let context = try Shelves.makeContext()
    let (controller, recorder) = try context.follow()
    let idle = Idle()
    controller.delegate = idle
    context.addBook("a")
    context.processPendingChanges()
    #expect(controller.titles == ["a"])
    #expect(recorder.calls.isEmpty)
  }

  @Test("F211 Beginning, sections, objects, end")
  func orderOfCalls() throws {
    let context = try Shelves.makeContext()
    let a = context.addBook("a", "x")
    let b = context.addBook("b", "y")
    let c = context.addBook("c", "y")
    let (controller, recorder) = try context.follow(sections: "genre")
    b.setValue("lent", forKey: "title")
    context.delete(a)
    context.addBook("d", "z")
    c.setValue(1, forKey: "rank")
    context.processPendingChanges()
    #expect(
      recorder.calls == [
        "begin", "section delete x 0", "section insert z 1", "delete a 0.0 nil", "insert d nil 1.0",
        "move lent 1.0 0.1", "update c 1.1 0.0", "end",
      ]
    )
    #expect(recorder.titlesBefore == ["a", "lent", "c"])
    #expect(controller.outline == ["y: c lent", "z: d"])
  }

  @Test("F211 The delegate gets no change that does not concern the results")
  func irrelevant() throws {
    let context = try Shelves.makeContext()
    let (_, recorder) = try context.follow(Shelves.request("rank > 5"))
    context.addBook("a", rank: 1)
    context.add("Shelf")
    context.processPendingChanges()
    try context.save()
    #expect(recorder.calls.isEmpty)
  }

  @Test("F212 The delegate is called only when sections are inserted or deleted")
  func sectionCalls() throws {
    let context = try Shelves.makeContext()
    let (controller, recorder) = try context.follow(sections: "genre")
    let a = context.addBook("a", "m")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "section insert m 0", "insert a nil 0.0", "end"])
    a.setValue("b", forKey: "title")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "update b 0.0 0.0", "end"])
    context.delete(a)
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "section delete m 0", "delete b 0.0 nil", "end"])
    #expect(controller.sections?.isEmpty == true)
  }

  @Test("F212 A section that moves goes and comes, and its objects move")
  func sectionThatMoves() throws {
    let context = try Shelves.makeContext()
    let books = [("a", "x", 1), ("b", "x", 2), ("c", "y", 3), ("d", "z", 5)]
      .map { context.addBook($0.0, $0.1, rank: $0.2) }
    let (controller, recorder) = try context.follow(
      Shelves.request(by: ["rank"]),
      sections: "genre"
    )
    books[0].setValue(10, forKey: "rank")
    books[1].setValue(11, forKey: "rank")
    context.processPendingChanges()
    #expect(
      recorder.calls == [
        "begin", "section delete x 0", "section insert x 2", "move a 0.0 2.0", "move b 0.1 2.1",
        "end",
      ]
    )
    #expect(controller.outline == ["y: c", "z: d", "x: a b"])
  }

  @Test("F213 Old paths are from before all changes, new ones from after")
  func indexPaths() throws {
    let context = try Shelves.makeContext()
    let books = ["b", "d", "f", "h"].map { context.addBook($0) }
    let (_, recorder) = try context.follow(Shelves.request(by: ["title"]))
    context.delete(books[0])
    context.addBook("c")
    context.addBook("a")
    books[1].setValue("z", forKey: "title")
    books[3].setValue(1, forKey: "rank")
    context.processPendingChanges()
    #expect(
      recorder.calls == [
        "begin", "delete b 0.0 nil", "insert a nil 0.0", "insert c nil 0.1", "move z 0.1 0.4",
        "update h 0.3 0.3", "end",
      ]
    )
  }

  @Test("F214 An object that changes its place moves, any other is updated")
  func movesAndUpdates() throws {
    let context = try Shelves.makeContext()
    let books = ["b", "d", "f"].map { context.addBook($0) }
    let (controller, recorder) = try context.follow(Shelves.request(by: ["title"]))
    books[1].setValue("e", forKey: "title")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "update e 0.1 0.1", "end"])
    books[1].setValue("a", forKey: "title")
    books[0].setValue(1, forKey: "rank")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "move a 0.1 0.0", "update b 0.0 0.1", "end"])
    #expect(controller.titles == ["a", "b", "f"])
  }

  @Test("F215 Objects that stop matching are deleted, objects that begin to match are inserted")
  func membership() throws {
    let context = try Shelves.makeContext()
    let a = context.addBook("a", rank: 1)
    let b = context.addBook("b", rank: 9)
    let (controller, recorder) = try context.follow(Shelves.request("rank > 5"))
    a.setValue(6, forKey: "rank")
    b.setValue(2, forKey: "rank")
    context.processPendingChanges()
    #expect(recorder.calls == ["begin", "delete b 0.0 nil", "insert a nil 0.0", "end"])
    #expect(controller.titles == ["a"])
  }

  @Test("F216 An object that changes its section moves")
  func changingSections() throws {
    let context = try Shelves.makeContext()
    let a = context.addBook("a", "x")
    let b = context.addBook("b", "x")
    context.addBook("c", "z")
    let (controller, recorder) = try context.follow(sections: "genre")
    b.setValue("y", forKey: "genre")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "section insert y 1", "move b 0.1 1.0", "end"])
    a.setValue("z", forKey: "genre")
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "section delete x 0", "move a 0.0 1.0", "end"])
    #expect(controller.outline == ["y: b", "z: a c"])
  }

  @Test("F217 The numbers of the kinds of change")
  func kinds() {
    let kinds: [NSFetchedResultsChangeType] = [.insert, .delete, .move, .update]
    #expect(kinds.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test("F218 The delegate gets changes when they are processed, not only on saving")
  func whenProcessed() throws {
    let context = try Shelves.makeContext()
    let (_, recorder) = try context.follow()
    context.addBook("a")
    #expect(recorder.take().isEmpty)
    context.processPendingChanges()
    #expect(recorder.take() == ["begin", "insert a nil 0.0", "end"])
    try context.save()
    #expect(recorder.take().isEmpty)
    context.addBook("b")
    try context.save()
    #expect(recorder.take() == ["begin", "insert b nil 0.1", "end"])
  }

  @Test("F219 A reset reports nothing; results must be fetched again")
  func reset() throws {
    let context = try Shelves.makeContext()
    context.addBook("a")
    try context.save()
    let (controller, recorder) = try context.follow()
    context.reset()
    context.addBook("b")
    context.processPendingChanges()
    #expect(recorder.calls.isEmpty)
    try controller.performFetch()
    context.addBook("c")
    context.processPendingChanges()
    #expect(recorder.calls == ["begin", "insert c nil 0.2", "end"])
    #expect(controller.titles == ["a", "b", "c"])
  }

  @Test("F220 Refreshing all objects brings updates")
  func refreshAll() throws {
    let context = try Shelves.makeContext()
    let books = ["a", "b"].map { context.addBook($0, rank: 1) }
    try context.save()
    let (controller, recorder) = try context.follow(Shelves.request("rank > 0"))
    books[0].setValue(2, forKey: "rank")
    context.processPendingChanges()
    _ = recorder.take()
    context.refreshAllObjects()
    #expect(recorder.take() == ["begin", "update a 0.0 0.0", "update b 0.1 0.1", "end"])
    #expect(controller.titles == ["a", "b"])
  }

  @Test("F221 The title of a section is the first letter, unless the delegate says otherwise")
  func titles() throws {
    final class Titles: NSObject, NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { sectionName.isEmpty ? "–" : String(sectionName.reversed()) }
    }
    let context = try Shelves.makeContext()
    for genre in ["", "adventure", "art", "élégie", "zoology"] { context.addBook(genre, genre) }
    let request = Shelves.request()
    request.sortDescriptors = [
      NSSortDescriptor(key: "genre", ascending: true, selector: "localizedStandardCompare:")
    ]
    let (controller, _) = try context.follow(request, sections: "genre")
    #expect(controller.sectionIndexTitle(forSectionName: "art") == "A")
    #expect(controller.sectionIndexTitle(forSectionName: "") == nil)
    #expect(controller.sectionIndexTitles == ["A", "É", "Z"])
    #expect(controller.sections?.map(\.indexTitle) == [nil, "A", "A", "É", "Z"])
    #expect(controller.section(forSectionIndexTitle: "É", at: 1) == 3)
    #expect(controller.section(forSectionIndexTitle: "A", at: 0) == 1)
    let titles = Titles()
    controller.delegate = titles
    #expect(controller.sectionIndexTitle(forSectionName: "art") == "tra")
    #expect(controller.sectionIndexTitles.first == "–")
    #expect(controller.section(forSectionIndexTitle: "tra", at: 2) == 2)
  }
}
