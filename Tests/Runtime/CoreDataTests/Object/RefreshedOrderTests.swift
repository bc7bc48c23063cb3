import CoreData
import EveryStore
import Foundation
import Testing

/// Tests that refreshing preserves unsaved changes of the order, like added and removed members.
@Suite("Refreshing ordered relationships", .everyStore) struct RefreshedOrderTests {
  private let office = Office()
  private let context: NSManagedObjectContext
  private let list: NSManagedObject

  init() throws {
    let list = office.entity("List", [Office.attribute("name", .string)])
    let song = office.entity("Song", [Office.attribute("name", .string)])
    office.relate(list, "songs", 0...Int.max, song, "list", 0...1).there.isOrdered = true
    context = try office.context()
    self.list = try context.insert("List", ["name": "list"])
    let songs = try ["a", "b", "c"].map { try context.insert("Song", ["name": $0]) }
    self.list.setValue(NSOrderedSet(array: songs), forKey: "songs")
    try context.save()
  }

  private var songs: NSMutableOrderedSet { list.mutableOrderedSetValue(forKey: "songs") }

  private static func names(_ list: NSManagedObject) -> [String] {
    let songs = (list.value(forKey: "songs") as? NSOrderedSet)?.array ?? []
    return songs.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
  }

  /// Refreshes, then saves; both must preserve the changes.
  private func expectKept(_ expected: [String], _ refresh: () -> Void) throws {
    #expect(Self.names(list) == expected)
    refresh()
    #expect(Self.names(list) == expected)
    #expect(list.hasChanges)
    try context.save()
    #expect(Self.names(try office.context().same(list)) == expected)
  }

  @Test("A new order is kept", arguments: [false, true]) func order(all: Bool) throws {
    songs.moveObjects(at: IndexSet(integer: 2), to: 0)
    try expectKept(["c", "a", "b"]) {
      if all {
        context.refreshAllObjects()
      } else {
        context.refresh(list, mergeChanges: true)
      }
    }
  }

  @Test("The place of a new member is kept, and a removal") func members() throws {
    songs.insert(try context.insert("Song", ["name": "new"]), at: 0)
    songs.removeObject(at: 2)
    try expectKept(["new", "a", "c"]) { context.refresh(list, mergeChanges: true) }
  }

  @Test("What others have added meanwhile comes behind a new order") func others() throws {
    let other = try office.context()
    let theirs = try other.insert("Song", ["name": "theirs"])
    theirs.setValue(try other.same(list), forKey: "list")
    try other.save()
    songs.moveObjects(at: IndexSet(integer: 2), to: 0)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    context.refresh(list, mergeChanges: true)
    #expect(Self.names(list) == ["c", "a", "b", "theirs"])
    try context.save()
    #expect(Self.names(try office.context().same(list)) == ["c", "a", "b", "theirs"])
  }
}
