import CoreData
import EveryStore
import Foundation
import Testing

@Suite(.everyStore) struct SnapshotTests {
  typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

  /// Collects snapshots, and counts other calls.
  private final class Snapshots: NSObject, NSFetchedResultsControllerDelegate {
    var kept: [NSDiffableDataSourceSnapshotReference] = []
    var others = 0

    func controller(
      _ controller: Controller,
      didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
      kept.append(snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>)
    }

    func controller(
      _ controller: Controller,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { others += 1 }

    func controllerWillChangeContent(_ controller: Controller) { others += 1 }
    func controllerDidChangeContent(_ controller: Controller) { others += 1 }
  }

  /// Collects differences, and counts other calls.
  private final class Differences: NSObject, NSFetchedResultsControllerDelegate {
    var kept: [CollectionDifference<NSManagedObjectID>] = []
    var others = 0

    func controller(
      _ controller: Controller,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { kept.append(diff) }

    func controllerWillChangeContent(_ controller: Controller) { others += 1 }
    func controllerDidChangeContent(_ controller: Controller) { others += 1 }
  }

  private func makeController(
    _ context: NSManagedObjectContext,
    sections: String? = nil
  ) -> NSFetchedResultsController<NSManagedObject> {
    NSFetchedResultsController(
      fetchRequest: Shelves.request(),
      managedObjectContext: context,
      sectionNameKeyPath: sections,
      cacheName: nil
    )
  }

  @Test("F222 A delegate that takes snapshots gets no other call", arguments: [true, false])
  func snapshots(isSetBeforeFetching: Bool) throws {
    let context = try Shelves.makeContext()
    let a = context.addBook("a", "x")
    try context.save()
    let controller = makeController(context, sections: "genre")
    let delegate = Snapshots()
    if isSetBeforeFetching { controller.delegate = delegate }
    try controller.performFetch()
    controller.delegate = delegate
    #expect(delegate.kept.count == (isSetBeforeFetching ? 1 : 0))
    let b = context.addBook("b", "y")
    try context.obtainPermanentIDs(for: [b])
    a.setValue("c", forKey: "title")
    context.processPendingChanges()
    let snapshot = try #require(delegate.kept.last)
    #expect(snapshot.sectionIdentifiers == ["x", "y"])
    #expect(snapshot.itemIdentifiers == [a.objectID, b.objectID])
    #expect(snapshot.itemIdentifiers(inSection: "y") == [b.objectID])
    #expect(snapshot.numberOfItems == 2 && snapshot.numberOfSections == 2)
    #expect(snapshot.numberOfItems(inSection: "x") == 1)
    #expect(snapshot.sectionIdentifier(containingItem: b.objectID) == "y")
    #expect(snapshot.indexOfItem(b.objectID) == 1 && snapshot.indexOfSection("y") == 1)
    #expect(snapshot.itemIdentifiers(inSection: "none").isEmpty)
    #expect(snapshot.reloadedItemIdentifiers == [a.objectID])
    #expect(delegate.others == 0)
  }

  @Test("F222 Saving gives new objects their IDs, which snapshots show")
  func snapshotsAfterSaving() throws {
    let context = try Shelves.makeContext()
    let controller = makeController(context)
    let delegate = Snapshots()
    controller.delegate = delegate
    try controller.performFetch()
    let book = context.addBook("a")
    try context.save()
    #expect(delegate.kept.map(\.numberOfItems) == [0, 1, 1])
    #expect(delegate.kept[1].itemIdentifiers.first?.isTemporaryID == true)
    #expect(delegate.kept[2].itemIdentifiers == [book.objectID])
    #expect(delegate.kept[2].sectionIdentifiers == [""])
  }

  @Test("F222 A delegate gets differences if there are no sections, and no other call")
  func differences() throws {
    let context = try Shelves.makeContext()
    let books = ["b", "d", "f"].map { context.addBook($0) }
    try context.save()
    let controller = makeController(context)
    let delegate = Differences()
    controller.delegate = delegate
    try controller.performFetch()
    #expect(delegate.kept.map(\.isEmpty) == [true])
    var shown = books.map(\.objectID)
    context.delete(books[0])
    books[2].setValue("a", forKey: "title")
    let new = context.addBook("c")
    books[1].setValue(1, forKey: "rank")
    context.processPendingChanges()
    #expect(delegate.kept.count == 2)
    shown = try #require(delegate.kept.last.flatMap { shown.applying($0) })
    #expect(shown == [books[2].objectID, new.objectID, books[1].objectID])
    try context.save()
    shown = try #require(delegate.kept.last.flatMap { shown.applying($0) })
    #expect(shown == controller.fetchedObjects?.map(\.objectID))
    #expect(delegate.others == 0)
  }

  @Test("F222 With sections single calls replace differences")
  func differencesOfSections() throws {
    let context = try Shelves.makeContext()
    let controller = makeController(context, sections: "genre")
    let delegate = Differences()
    controller.delegate = delegate
    try controller.performFetch()
    context.addBook("a", "x")
    context.processPendingChanges()
    #expect(delegate.kept.isEmpty)
    #expect(delegate.others == 2)
  }

  @Test func aSnapshotCanBeMade() {
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendItems([9])
    #expect(snapshot.numberOfItems == 0)
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2])
    snapshot.appendItems([3], toSection: "a")
    snapshot.appendItems([4], toSection: "none")
    snapshot.reloadItems([2])
    #expect(snapshot.itemIdentifiers == [3, 1, 2])
    #expect(snapshot.sectionIdentifier(containingItem: 4) == nil)
    var other = snapshot
    #expect(other == snapshot)
    other.appendItems([5])
    #expect(other != snapshot)
  }
}
