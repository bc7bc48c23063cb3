import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Undoing changes of ordered relationships", .everyStore) struct OrderUndoTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static func names(_ shelf: NSManagedObject, _ key: String) -> [String?] {
    ((shelf.value(forKey: key) as? NSOrderedSet)?.array ?? []).map {
      ($0 as? NSManagedObject)?.value(forKey: "name") as? String
    }
  }

  /// Another context of the same store, with an undo manager.
  private func another(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    other.undoManager = UndoManager()
    other.undoManager?.groupsByEvent = false
    return other
  }

  @Test(
    "A member that another owner took away returns to its place, though the order was not known"
  )
  func moves() throws {
    let first = try folder.context(Warehouse.makeModel())
    let names = ["0", "1", "2"]
    let members = names.map { Bookshop.make("Item", ["name": $0], in: first) }
    let shelf = Bookshop.make("Shelf", ["items": NSOrderedSet(array: members)], in: first)
    let target = Bookshop.make("Shelf", [:], in: first)
    try first.save()
    for saves in [false, true] {
      let context = another(first)
      let (mine, owner) = (
        try context.existingObject(with: members[0].objectID),
        try context.existingObject(with: target.objectID)
      )
      owner.setValue(NSOrderedSet(array: [mine]), forKey: "items")
      context.processPendingChanges()
      let former = try context.existingObject(with: shelf.objectID)
      #expect(Self.names(former, "items") == ["1", "2"])
      if saves { try context.save() }
      context.undo()
      #expect(Self.names(former, "items") == names, "saved \(saves)")
      try context.save()
      let third = another(first)
      let other = try third.existingObject(with: shelf.objectID)
      #expect(Self.names(other, "items") == names, "saved \(saves)")
    }
  }

  @Test(
    "A deletion that is undone leaves members and order, whether or not they were known",
    arguments: ["items", "listed"],
    [false, true]
  )
  func deletions(_ key: String, isRead: Bool) throws {
    let first = try folder.context(Warehouse.makeModel())
    let shelf = Bookshop.make("Shelf", [:], in: first)
    let names = ["0", "1", "2"]
    let members = names.map { Bookshop.make("Item", ["name": $0], in: first) }
    shelf.setValue(NSOrderedSet(array: members), forKey: key)
    try first.save()
    let context = another(first)
    let other = try context.existingObject(with: shelf.objectID)
    if isRead { #expect(Self.names(other, key) == names) }
    for round in 0..<2 {
      context.delete(try context.existingObject(with: members[1].objectID))
      context.processPendingChanges()
      if round == 1 { #expect(Self.names(other, key) == ["0", "2"]) }
      context.undo()
      #expect(Self.names(other, key) == names, "round \(round)")
    }
    try context.save()
    let third = another(first)
    #expect(Self.names(try third.existingObject(with: shelf.objectID), key) == names)
  }
}
