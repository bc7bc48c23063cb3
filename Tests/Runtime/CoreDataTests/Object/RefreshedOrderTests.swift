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

  @Test("The place of a new member and a removal are kept") func members() throws {
    songs.insert(try context.insert("Song", ["name": "new"]), at: 0)
    songs.removeObject(at: 2)
    try expectKept(["new", "a", "c"]) { context.refresh(list, mergeChanges: true) }
  }

  @Test("Members that others have added meanwhile follow a new order") func others() throws {
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

  @Test("Members that a context adds without knowing the others come behind them, in their order")
  func lateMembers() throws {
    let other = try office.context()
    let list = try other.same(list)
    let late = try ["x", "y"].map { try other.insert("Song", ["name": $0]) }
    try other.obtainPermanentIDs(for: late)
    for song in late.reversed() { song.setValue(list, forKey: "list") }
    try other.save()
    #expect(Self.names(try office.context().same(list)) == ["a", "b", "c", "y", "x"])
  }

  @Test("Members of which the list was not told come behind those in the order that is saved")
  func unknownMembers() throws {
    let other = try office.context()
    let theirs = try other.insert("Song", ["name": "theirs"])
    theirs.setPrimitiveValue(try other.same(list), forKey: "list")
    try other.save()
    songs.insert(try context.insert("Song", ["name": "mine"]), at: 1)
    try context.save()
    #expect(
      Self.names(try office.context().same(list)) == ["a", "mine", "b", "c", "theirs"]
    )
  }

  @Test("A refreshed object follows what the other ends save, and leaves none behind")
  func discardedEnds() throws {
    let new = try context.insert("Song", ["name": "new"])
    songs.insert(new, at: 0)
    songs.removeObject(at: 1)
    context.refresh(list, mergeChanges: false)
    #expect(Self.names(list) == ["a", "b", "c"])
    #expect(new.value(forKey: "list") as? NSManagedObject === list)
    try context.save()
    #expect(Self.names(list) == ["b", "c", "new"])
    #expect(Self.names(try office.context().same(list)) == ["b", "c", "new"])
    context.delete(list)
    try context.save()
    #expect(try office.context().same(new).value(forKey: "list") == nil)
  }
}
