import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of many-to-many relationships with one or both ends ordered.
@Suite("Ordered many-to-many relationships", .everyStore) struct OrderedPairTests {
  let office = Office()

  /// Makes a model of lists and songs with a many-to-many relationship.
  private func makeModel(isOrderedThere: Bool, isOrderedBack: Bool) {
    let list = office.entity("List", [Office.attribute("name", .string)])
    let song = office.entity("Song", [Office.attribute("name", .string)])
    let pair = office.relate(list, "songs", 0...Int.max, song, "lists", 0...Int.max)
    pair.there.isOrdered = isOrderedThere
    pair.back.isOrdered = isOrderedBack
  }

  private static func names(_ object: NSManagedObject, _ key: String) -> [String] {
    let value = object.value(forKey: key)
    let members = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
    let names = members.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
    return value is NSOrderedSet ? names : names.sorted()
  }

  private func stored(_ entity: String, _ key: String) throws -> [[String]] {
    let context = try office.context()
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).map { Self.names($0, key) }
  }

  @Test("take an ordered set that was made of an array with an object twice") func repeated() throws
  {
    makeModel(isOrderedThere: true, isOrderedBack: false)
    let context = try office.context()
    let songs = try ["a", "b"].map { try context.insert("Song", ["name": $0]) }
    let list = try context.insert("List", ["name": "x"])
    list.setValue(NSOrderedSet(array: [songs[1], songs[0], songs[1]]), forKey: "songs")
    try context.save()
    #expect(try stored("List", "songs") == [["b", "a"]])
  }

  @Test(
    "keep what is set as a whole, and its order",
    arguments: [(true, true), (true, false), (false, true)]
  )
  func setAsAWhole(_ isOrderedThere: Bool, _ isOrderedBack: Bool) throws {
    makeModel(isOrderedThere: isOrderedThere, isOrderedBack: isOrderedBack)
    let context = try office.context()
    func make(_ entity: String, _ name: String) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(name, forKey: "name")
      return object
    }
    func give(_ object: NSManagedObject, _ key: String, _ members: [NSManagedObject]) {
      let isOrdered = object.entity.relationshipsByName[key]?.isOrdered == true
      object.setValue(isOrdered ? NSOrderedSet(array: members) : NSSet(array: members), forKey: key)
    }
    let songs = ["a", "b", "c"].map { make("Song", $0) }
    let lists = ["x", "y"].map { make("List", $0) }
    give(lists[0], "songs", [songs[2], songs[0], songs[1]])
    give(lists[1], "songs", [songs[1], songs[0]])
    try context.save()
    var expected = [["c", "a", "b"], ["b", "a"]]
    func order(_ names: [[String]]) -> [[String]] {
      isOrderedThere ? names : names.map { $0.sorted() }
    }
    #expect(try stored("List", "songs") == order(expected))
    #expect(try stored("Song", "lists").map { $0.sorted() } == [["x", "y"], ["x", "y"], ["x"]])

    give(lists[0], "songs", [songs[1], songs[2]])
    give(lists[1], "songs", [songs[0], songs[1], songs[2]])
    give(songs[2], "lists", [lists[1], lists[0]])
    try context.save()
    expected = [["b", "c"], ["a", "b", "c"]]
    #expect(try stored("List", "songs") == order(expected))
    let back = try stored("Song", "lists")
    #expect(back.map { $0.sorted() } == [["y"], ["x", "y"], ["x", "y"]])
    if isOrderedBack { #expect(back[2] == ["y", "x"]) }

    give(songs[2], "lists", [])
    context.delete(songs[1])
    try context.save()
    #expect(try stored("List", "songs") == [[], ["a"]])
    #expect(try stored("Song", "lists") == [["y"], []])
  }
}
