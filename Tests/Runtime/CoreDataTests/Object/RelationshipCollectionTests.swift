import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of every mutator and many accessors of mutable relationship collections, against Foundation's collections
/// with the same members.
@Suite("Collections that are relationships", .everyStore) struct RelationshipCollectionTests {
  /// Four ordered plants in a pot, and two that are in none.
  private struct Bed {
    let context: NSManagedObjectContext
    let plants: [Plant]
    let pot: Pot

    init() throws {
      context = try Garden.makeContext()
      context.undoManager = UndoManager()
      plants = (0..<6).map { [context] number in
        let plant = Plant(context: context)
        plant.setValue("\(number)", forKey: "name")
        return plant
      }
      pot = Pot(context: context)
      pot.setValue(NSOrderedSet(array: Array(plants[0..<4])), forKey: "plants")
      plants[5].setValue(Set(plants[0..<4]), forKey: "friends")
      try context.save()
    }

    /// The names of members.
    func names(_ members: some Sequence) -> String {
      members.map { ($0 as? Plant)?.value(forKey: "name") as? String ?? "?" }.joined()
    }

    /// The names of the plants whose pot is this one.
    var potted: String { names(plants.filter { $0.object("pot") === pot }) }

    /// The names of the plants that have plant 5 as a friend, through the inverse.
    var befriended: String { names(plants.filter { $0.objects("friendOf").contains(plants[5]) }) }
  }

  struct OrderedCase: CustomTestStringConvertible {
    let name: String
    let isOrderDefined: Bool
    let change: @Sendable (NSMutableOrderedSet, [Plant]) -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      isOrderDefined: Bool = true,
      _ change: @escaping @Sendable (NSMutableOrderedSet, [Plant]) -> Void
    ) {
      self.name = name
      self.isOrderDefined = isOrderDefined
      self.change = change
    }
  }

  private static func backwards(_ left: Any, _ right: Any) -> ComparisonResult {
    let names = [left, right].map { ($0 as? Plant)?.value(forKey: "name") as? String ?? "" }
    return names[1] < names[0]
      ? .orderedAscending : names[0] < names[1] ? .orderedDescending : .orderedSame
  }

  static let orderedCases: [OrderedCase] = [
    .init("add") { $0.add($1[5]) },
    .init("add a member") { $0.add($1[1]) },
    .init("add(_:count:)") { set, plants in
      ([plants[4], plants[1], plants[5]] as [AnyObject]).withUnsafeBufferPointer {
        set.add($0.baseAddress, count: $0.count)
      }
    },
    .init("addObjects") { $0.addObjects(from: [$1[4], $1[1], $1[5]]) },
    .init("insert") { $0.insert($1[4], at: 1) },
    .init("insert a member") { $0.insert($1[3], at: 0) },
    .init("insert at indexes") { $0.insert([$1[4], $1[5]], at: [0, 3]) },
    .init("insert members at indexes") { $0.insert([$1[2], $1[5]], at: [0, 1]) },
    .init("remove") { $0.remove($1[2]) },
    .init("remove a stranger") { $0.remove($1[5]) },
    .init("removeObject(at:)") { set, _ in set.removeObject(at: 1) },
    .init("removeObjects(in: range)") { set, _ in
      set.removeObjects(in: NSRange(location: 1, length: 2))
    },
    .init("removeObjects(at:)") { set, _ in set.removeObjects(at: [0, 3]) },
    .init("removeObjects(in: array)") { $0.removeObjects(in: [$1[2], $1[5], $1[0]]) },
    .init("removeAllObjects") { set, _ in set.removeAllObjects() },
    .init("replaceObject") { $0.replaceObject(at: 1, with: $1[5]) },
    .init("replaceObject by itself") { $0.replaceObject(at: 1, with: $1[1]) },
    .init("replaceObject by a member") { $0.replaceObject(at: 0, with: $1[3]) },
    .init("replaceObjects(at:)") { $0.replaceObjects(at: [0, 2], with: [$1[4], $1[5]]) },
    .init("replaceObjects(in:)") { set, plants in
      ([plants[4], plants[5]] as [AnyObject]).withUnsafeBufferPointer {
        set.replaceObjects(
          in: NSRange(location: 1, length: 2),
          with: $0.baseAddress,
          count: $0.count
        )
      }
    },
    .init("setObject") { $0.setObject($1[5], at: 2) },
    .init("setObject at the end") { $0.setObject($1[5], at: 4) },
    .init("subscript") { $0[1] = $1[5] },
    .init("exchangeObject") { set, _ in set.exchangeObject(at: 0, withObjectAt: 2) },
    .init("moveObjects forward") { set, _ in set.moveObjects(at: [0, 1], to: 2) },
    .init("moveObjects back") { set, _ in set.moveObjects(at: [2, 3], to: 0) },
    .init("union") { $0.union(NSOrderedSet(array: [$1[5], $1[0], $1[4]])) },
    .init("minus") { $0.minus(NSOrderedSet(array: [$1[5], $1[0], $1[2]])) },
    .init("unionSet", isOrderDefined: false) { $0.unionSet([$1[5], $1[0], $1[4]]) },
    .init("minusSet") { $0.minusSet([$1[5], $1[0], $1[2]]) },
    .init("intersectSet") { $0.intersectSet([$1[5], $1[3], $1[1]]) },
    .init("sort(comparator:)") { set, _ in set.sort(comparator: backwards) },
    .init("sort(options:)") { set, _ in set.sort(options: .stable, usingComparator: backwards) },
    .init("sortRange") { set, _ in
      set.sortRange(NSRange(location: 1, length: 3), options: [], usingComparator: backwards)
    },
    .init("sort(using:)") { set, _ in
      set.sort(using: [NSSortDescriptor(key: "name", ascending: false)])
    },
    .init("filter(using:)") { set, _ in set.filter(using: NSPredicate(format: "name > '1'")) },
    .init("setValue(forKey:)") { set, _ in set.setValue("z", forKey: "name") },
  ]

  @Test(
    "F078 Mutators of an ordered relationship do what those of an ordered set do",
    arguments: orderedCases
  )
  func ordered(_ example: OrderedCase) throws {
    let bed = try Bed()
    let own = NSMutableOrderedSet(array: Array(bed.plants[0..<4]))
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    example.change(own, bed.plants)
    example.change(set, bed.plants)
    let arranged: (String) -> String = { example.isOrderDefined ? $0 : String($0.sorted()) }
    // Foundation's array still has a replaced member past its count.
    let wanted = arranged(bed.names(own.array.prefix(own.count)))
    #expect(arranged(bed.names(set.array)) == wanted)
    let value = try #require(bed.pot.value(forKey: "plants") as? NSOrderedSet)
    #expect(arranged(bed.names(value.array)) == wanted)
    #expect(bed.names(bed.plants.filter { own.contains($0) }) == bed.potted)
    try bed.context.save()
    let other = try Garden.makeContext(bed.context.persistentStoreCoordinator)
    let stored = other.object(with: bed.pot.objectID).value(forKey: "plants") as? NSOrderedSet
    #expect(arranged(bed.names(stored?.array ?? [])) == wanted)
  }

  /// Foundation's `intersect(_:)` does not terminate, so there is nothing to compare with.
  @Test("intersect(_:) keeps the members that both sets have")
  func intersect() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    set.intersect(NSOrderedSet(array: [bed.plants[3], bed.plants[5], bed.plants[1]]))
    #expect(bed.names(set.array) == "13" && bed.potted == "13")
    set.intersect(set)
    #expect(bed.names(set.array) == "13")
  }

  @Test("A mutator changes what the relationship has, also after its primitive value was set")
  func primitiveValue() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    #expect(bed.names(set.array) == "0123")
    let order = [3, 2, 0, 1].map { bed.plants[$0] }
    bed.pot.setPrimitiveValue(NSOrderedSet(array: order), forKey: "plants")
    set.exchangeObject(at: 0, withObjectAt: 1)
    #expect(bed.names(set.array) == "2301")
    #expect(bed.names((bed.pot.value(forKey: "plants") as? NSOrderedSet)?.array ?? []) == "2301")
  }

  @Test("A kept ordered set has the members of a primitive value that was set, however it is read")
  func primitiveMembers() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    let members = [5, 2, 0, 4].map { bed.plants[$0] }
    bed.pot.setPrimitiveValue(NSOrderedSet(array: members), forKey: "plants")
    #expect(set.isEqual(to: NSOrderedSet(array: members)))
    #expect(bed.names(set.reversed.array) == "4025")
    set.filter(using: NSPredicate(format: "name > '1'"))
    #expect(bed.names(set.array) == "524")
    #expect(bed.names((bed.pot.value(forKey: "plants") as? NSOrderedSet)?.array ?? []) == "524")
  }

  @Test("The collections are described by their members")
  func descriptions() throws {
    let bed = try Bed()
    let set = bed.plants[5].mutableSetValue(forKey: "friends")
    let collections: [NSObject] = [
      set, bed.pot.mutableOrderedSetValue(forKey: "plants"),
      bed.pot.mutableArrayValue(forKey: "plants"),
    ]
    for collection in collections {
      var texts = [collection.description, collection.debugDescription, "\(collection)"]
      // The members of a set have a random order.
      if collection === set { texts.append(set.description(withLocale: nil)) }
      for text in texts {
        let uris = bed.plants[0..<4].map { $0.objectID.uriRepresentation().absoluteString }
        #expect(uris.allSatisfy(text.contains), "\(text)")
      }
    }
  }

  struct SetCase: CustomTestStringConvertible {
    let name: String
    let change: @Sendable (NSMutableSet, [Plant]) -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (NSMutableSet, [Plant]) -> Void) {
      self.name = name
      self.change = change
    }
  }

  static let setCases: [SetCase] = [
    .init("add") { $0.add($1[4]) },
    .init("add a member") { $0.add($1[1]) },
    .init("addObjects") { $0.addObjects(from: [$1[4], $1[1]]) },
    .init("remove") { $0.remove($1[2]) },
    .init("remove a stranger") { $0.remove($1[4]) },
    .init("removeAllObjects") { set, _ in set.removeAllObjects() },
    .init("union") { $0.union([$1[4], $1[0]]) },
    .init("minus") { $0.minus([$1[4], $1[0]]) },
    .init("intersect") { $0.intersect([$1[4], $1[0]]) },
    .init("setSet") { $0.setSet([$1[4], $1[0]]) },
    .init("filter(using:)") { set, _ in set.filter(using: NSPredicate(format: "name > '1'")) },
  ]

  @Test("F071 Mutators of a to-many relationship do what those of a set do", arguments: setCases)
  func unordered(_ example: SetCase) throws {
    let bed = try Bed()
    let own = NSMutableSet(array: Array(bed.plants[0..<4]))
    let set = bed.plants[5].mutableSetValue(forKey: "friends")
    example.change(own, bed.plants)
    example.change(set, bed.plants)
    let wanted = bed.names(bed.plants.filter { own.contains($0) })
    #expect(String(bed.names(set.allObjects).sorted()) == wanted)
    #expect(bed.befriended == wanted)
    #expect(set.isEqual(to: own as? Set<AnyHashable> ?? []))
    try bed.context.save()
    let other = try Garden.makeContext(bed.context.persistentStoreCoordinator)
    let stored = other.object(with: bed.plants[5].objectID).objects("friends")
    #expect(String(bed.names(stored).sorted()) == wanted)
  }

  struct ArrayCase: CustomTestStringConvertible {
    let name: String
    let change: @Sendable (NSMutableArray, [Plant]) -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (NSMutableArray, [Plant]) -> Void) {
      self.name = name
      self.change = change
    }
  }

  static let arrayCases: [ArrayCase] = [
    .init("add") { $0.add($1[4]) },
    .init("addObjects") { $0.addObjects(from: [$1[4], $1[5]]) },
    .init("insert") { $0.insert($1[4], at: 1) },
    .init("insert at indexes") { $0.insert([$1[4], $1[5]], at: [0, 3]) },
    .init("removeLastObject") { array, _ in array.removeLastObject() },
    .init("removeObject(at:)") { array, _ in array.removeObject(at: 1) },
    .init("remove") { $0.remove($1[2]) },
    .init("remove in range") { $0.remove($1[2], in: NSRange(location: 0, length: 3)) },
    .init("removeObject(identicalTo:)") { $0.removeObject(identicalTo: $1[2]) },
    .init("removeObjects(in:)") { $0.removeObjects(in: [$1[2], $1[0]]) },
    .init("removeObjects(in: range)") { array, _ in
      array.removeObjects(in: NSRange(location: 1, length: 2))
    },
    .init("removeObjects(at:)") { array, _ in array.removeObjects(at: [0, 3]) },
    .init("removeAllObjects") { array, _ in array.removeAllObjects() },
    .init("replaceObject") { $0.replaceObject(at: 1, with: $1[5]) },
    .init("replaceObjects(at:)") { $0.replaceObjects(at: [0, 2], with: [$1[4], $1[5]]) },
    .init("setArray") { $0.setArray([$1[5], $1[0]]) },
    .init("subscript") { $0[1] = $1[5] },
    .init("exchangeObject") { array, _ in array.exchangeObject(at: 0, withObjectAt: 2) },
    .init("sort(comparator:)") { array, _ in array.sort(comparator: backwards) },
    .init("sort(options:)") { array, _ in array.sort(options: [], usingComparator: backwards) },
    .init("sort(using:)") { array, _ in
      array.sort(using: [NSSortDescriptor(key: "name", ascending: false)])
    },
    .init("filter(using:)") { array, _ in array.filter(using: NSPredicate(format: "name > '1'")) },
  ]

  @Test(
    "Mutators of an ordered relationship as an array do what those of an array do",
    arguments: arrayCases
  )
  func arrays(_ example: ArrayCase) throws {
    let bed = try Bed()
    let own = NSMutableArray(array: Array(bed.plants[0..<4]))
    let array = bed.pot.mutableArrayValue(forKey: "plants")
    example.change(own, bed.plants)
    example.change(array, bed.plants)
    let value = try #require(bed.pot.value(forKey: "plants") as? NSOrderedSet)
    #expect(bed.names(value.array) == bed.names(own.map { $0 }))
    #expect(bed.names(array.map { $0 }) == bed.names(own.map { $0 }))
    #expect(array.count == own.count)
  }

  /// Foundation's implementation traps, so there is nothing to compare with.
  @Test("replaceObjects(in:withObjectsFrom:) replaces a range by any number of elements")
  func replacedRanges() throws {
    let bed = try Bed()
    let array = bed.pot.mutableArrayValue(forKey: "plants")
    array.replaceObjects(in: NSRange(location: 1, length: 2), withObjectsFrom: [bed.plants[4]])
    #expect(bed.names(array.map { $0 }) == "043" && bed.potted == "034")
    array.replaceObjects(
      in: NSRange(location: 3, length: 0),
      withObjectsFrom: bed.plants,
      range: NSRange(location: 1, length: 2)
    )
    #expect(bed.names(array.map { $0 }) == "04312" && bed.potted == "01234")
  }

  @Test("An ordered set shows changes that its relationship gets elsewhere")
  func following() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    bed.plants[0].setValue(nil, forKey: "pot")
    #expect(bed.names(set.array) == "123" && set.firstObject as? Plant === bed.plants[1])
    bed.pot.setValue(NSOrderedSet(array: Array(bed.plants[1...3].reversed())), forKey: "plants")
    #expect(bed.names(set.array) == "321" && set.lastObject as? Plant === bed.plants[1])
    set.sort(comparator: Self.backwards)
    set.sort { Self.backwards($1, $0) }
    #expect(bed.names(set.objectEnumerator().allObjects) == "123")
    let second = bed.pot.mutableOrderedSetValue(forKey: "plants")
    second.insert(bed.plants[5], at: 0)
    #expect(bed.names(set.array) == "5123" && set.isEqual(to: second))
    bed.context.rollback()
    #expect(bed.names(set.array) == "0123" && set.set.count == 4)
  }

  @Test("Undoing reverts a mutator at once")
  func undoing() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    set.sort(comparator: Self.backwards)
    set.minusSet([bed.plants[0], bed.plants[1]])
    #expect(bed.names(set.array) == "32")
    bed.context.undo()
    #expect(bed.names(set.array) == "0123" && bed.potted == "0123")
    bed.context.redo()
    #expect(bed.names(set.array) == "32" && bed.potted == "23")
  }

  @Test("An object that is not a managed object does not become a member")
  func strangers() throws {
    let bed = try Bed()
    let set = bed.pot.mutableOrderedSetValue(forKey: "plants")
    set.add("a")
    set.insert(["b"], at: [0])
    set.unionSet(["c"])
    #expect(bed.names(set.array) == "0123" && set.count == 4)
    let friends = bed.plants[5].mutableSetValue(forKey: "friends")
    friends.addObjects(from: ["a", bed.plants[4]])
    friends.union(["b"])
    #expect(friends.count == 5 && bed.befriended == "01234")
  }
}
