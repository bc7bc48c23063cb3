import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of accessors of to-many relationships as in Apple's guide, around the primitive value.
@Suite("Primitive values of to-many relationships", .everyStore) struct PrimitiveCollectionTests {
  /// A change of a set of plants: members (`a`, `b`) and others (`c`, `d`).
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: NSKeyValueSetMutationKind
    let objects: String
    let result: String
    let mutate: @Sendable (NSMutableSet, Set<AnyHashable>) -> Void

    init(
      _ name: String,
      _ kind: NSKeyValueSetMutationKind,
      _ objects: String,
      gives result: String,
      _ mutate: @escaping @Sendable (NSMutableSet, Set<AnyHashable>) -> Void
    ) {
      testDescription = name
      self.kind = kind
      self.objects = objects
      self.result = result
      self.mutate = mutate
    }
  }

  static let changes: [Change] = [
    Change("add", .union, "c", gives: "abc") { $0.addObjects(from: $1.map(\.base)) },
    Change("add what is there", .union, "a", gives: "ab") { set, all in
      for object in all { set.add(object.base) }
    },
    Change("addObjects", .union, "cd", gives: "abcd") { $0.addObjects(from: $1.map(\.base)) },
    Change("union", .union, "bd", gives: "abd") { $0.union($1) },
    Change("remove", .minus, "a", gives: "b") { set, all in
      for object in all { set.remove(object.base) }
    },
    Change("minus", .minus, "bc", gives: "a") { $0.minus($1) },
    Change("removeAllObjects", .minus, "ab", gives: "") { set, _ in set.removeAllObjects() },
    Change("intersect", .intersect, "bd", gives: "b") { $0.intersect($1) },
    Change("setSet", .set, "bd", gives: "bd") { $0.setSet($1) },
    Change("no change of the set", .set, "cd", gives: "cd") { _, _ in },
  ]

  @Test("F030 A set mutation changes both ends, can be undone, and is saved", arguments: changes)
  func setMutations(_ change: Change) throws {
    let garden = try SmallGarden()
    let objects = Set<AnyHashable>(garden.plants(change.objects))
    let plant = garden.plant
    plant.willChangeValue(forKey: "friends", withSetMutation: change.kind, using: objects)
    let set = try #require(plant.primitiveValue(forKey: "friends") as? NSMutableSet)
    change.mutate(set, objects)
    plant.didChangeValue(forKey: "friends", withSetMutation: change.kind, using: objects)
    #expect(garden.friends == change.result && garden.befriended == change.result)
    #expect(plant.isUpdated)
    garden.context.undo()
    #expect(garden.friends == "ab" && garden.befriended == "ab")
    garden.context.redo()
    try garden.context.save()
    garden.context.reset()
    #expect(try SmallGarden.storedFriends(garden.coordinator) == change.result)
  }

  @Test(
    "F030 A change of a primitive set between willChange and didChange changes both ends",
    arguments: changes.dropLast()
  )
  func plainNotifications(_ change: Change) throws {
    let garden = try SmallGarden()
    garden.plant.willChangeValue(forKey: "friends")
    let set = try #require(garden.plant.primitiveValue(forKey: "friends") as? NSMutableSet)
    change.mutate(set, Set(garden.plants(change.objects)))
    garden.plant.didChangeValue(forKey: "friends")
    #expect(garden.friends == change.result && garden.befriended == change.result)
  }

  @Test("F028 F077 Without notifications the value changes, and neither the inverse nor the state")
  func withoutNotifications() throws {
    let garden = try SmallGarden()
    (garden.plant.primitiveValue(forKey: "friends") as? NSMutableSet)?.add(garden.plants("c")[0])
    #expect(garden.friends == "abc" && garden.befriended == "ab" && !garden.context.hasChanges)
    #expect((garden.plant.primitiveValue(forKey: "friends") as? NSSet)?.count == 3)
  }

  @Test("The primitive value can be cast to sets of Swift and of Foundation")
  func casts() throws {
    let garden = try SmallGarden()
    let value = garden.plant.primitiveValue(forKey: "friends")
    #expect((value as? Set<NSManagedObject>)?.count == 2)
    #expect((value as? Set<Plant>)?.count == 2 && (value as? NSSet)?.count == 2)
    let pot = Pot(context: garden.context)
    pot.setValue(NSOrderedSet(array: garden.plants("ba")), forKey: "plants")
    let ordered = pot.primitiveValue(forKey: "plants")
    #expect((ordered as? NSOrderedSet)?.array as? [Plant] == garden.plants("ba"))
    #expect(ordered is NSMutableOrderedSet)
  }

  @Test("A retained set can be changed again, and has other changes when it is requested again")
  func keptSets() throws {
    let garden = try SmallGarden()
    let set = try #require(garden.plant.primitiveValue(forKey: "friends") as? NSMutableSet)
    set.add(garden.plants("c")[0])
    #expect(garden.friends == "abc")
    garden.plant.mutableSetValue(forKey: "friends").remove(garden.plants("a")[0])
    #expect(garden.plant.primitiveValue(forKey: "friends") as? NSMutableSet === set)
    #expect(set.count == 2 && garden.friends == "bc")
    set.add(garden.plants("d")[0])
    #expect(garden.friends == "bcd")
    garden.context.rollback()
    #expect(garden.friends == "ab", "a rollback drops what was done")
  }

  /// A change of an ordered set of the plants `a`, `b` and `c`, with its result.
  struct OrderedChange: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let result: String
    let mutate: @Sendable (NSMutableOrderedSet, (String) -> [Any]) -> Void

    init(
      _ name: String,
      gives result: String,
      _ mutate: @escaping @Sendable (NSMutableOrderedSet, (String) -> [Any]) -> Void
    ) {
      testDescription = name
      self.result = result
      self.mutate = mutate
    }
  }

  static let orderedChanges: [OrderedChange] = [
    OrderedChange("insert", gives: "dabc") { $0.insert($1("d")[0], at: 0) },
    OrderedChange("add", gives: "abcd") { $0.addObjects(from: $1("bd")) },
    OrderedChange("remove", gives: "ac") { $0.remove($1("b")[0]) },
    OrderedChange("removeAllObjects", gives: "") { set, _ in set.removeAllObjects() },
    OrderedChange("exchange", gives: "cba") { set, _ in
      set.exchangeObject(at: 0, withObjectAt: 2)
    },
    OrderedChange("move", gives: "cab") { set, _ in set.moveObjects(at: [2], to: 0) },
    OrderedChange("replace", gives: "adc") { $0.replaceObject(at: 1, with: $1("d")[0]) },
    OrderedChange("minus", gives: "b") { $0.minus(NSOrderedSet(array: $1("ac"))) },
    OrderedChange("several", gives: "dca") { set, plants in
      set.insert(plants("d")[0], at: 0)
      set.remove(plants("b")[0])
      set.exchangeObject(at: 1, withObjectAt: 2)
    },
  ]

  @Test(
    "F030 A change of an ordered set changes both ends, can be undone, and is saved",
    arguments: orderedChanges
  )
  func orderedSets(_ change: OrderedChange) throws {
    let garden = try SmallGarden(potted: "abc")
    let pot = garden.pot
    pot.willChangeValue(forKey: "plants")
    let set = try #require(pot.primitiveValue(forKey: "plants") as? NSMutableOrderedSet)
    change.mutate(set, garden.plants)
    pot.didChangeValue(forKey: "plants")
    let everything = [change.result, String(change.result.sorted())]
    #expect([garden.potted, garden.inPot] == everything)
    garden.context.undo()
    #expect([garden.potted, garden.inPot] == ["abc", "abc"])
    #expect(!garden.context.hasChanges)
    garden.context.redo()
    #expect([garden.potted, garden.inPot] == everything)
    garden.context.undo()
    garden.context.redo()
    try garden.context.save()
    garden.context.reset()
    #expect(try SmallGarden.storedPlants(garden.coordinator) == change.result)
  }

  @Test("F079 An object of another context is refused with Apple's message")
  func otherContext() async {
    await #expect(processExitsWith: .failure) {
      let garden = try SmallGarden()
      let other = try Garden.makeContext()
      let stranger = Plant(context: other)
      withExtendedLifetime((garden, other)) {
        garden.plant.willChangeValue(forKey: "friends")
        (garden.plant.primitiveValue(forKey: "friends") as? NSMutableSet)?.add(stranger)
        garden.plant.didChangeValue(forKey: "friends")
      }
    }
  }
}

/// A saved plant with two friends, `a` and `b`, and two other plants, in a context with an undo manager.
private final class SmallGarden {
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  let plant: Plant
  let pot: Pot
  private var known: [Character: Plant] = [:]

  init(potted: String = "") throws {
    coordinator = try Garden.makeCoordinator()
    context = try Garden.makeContext(coordinator)
    plant = Plant(context: context)
    pot = Pot(context: context)
    plant.setValue("plant", forKey: "name")
    for name in "abcd" {
      let other = Plant(context: context)
      other.setValue(String(name), forKey: "name")
      known[name] = other
    }
    plant.setValue(Set(plants("ab")), forKey: "friends")
    pot.setValue(NSOrderedSet(array: plants(potted)), forKey: "plants")
    try context.save()
    context.undoManager = UndoManager()
  }

  func plants(_ names: String) -> [Plant] { names.compactMap { known[$0] } }

  /// The names of the plant's friends.
  var friends: String { Self.names(plant.objects("friends")) }

  /// The names of the plants that have the plant as a friend, through the inverse.
  var befriended: String {
    Self.names(Set(known.values.filter { $0.objects("friendOf").contains(plant) }))
  }

  /// The ordered names of the plants in the pot.
  var potted: String {
    let plants = (pot.value(forKey: "plants") as? NSOrderedSet)?.array as? [Plant] ?? []
    return plants.compactMap { $0.value(forKey: "name") as? String }.joined()
  }

  /// The names of the plants whose inverse relationship is the pot.
  var inPot: String { Self.names(Set(known.values.filter { $0.object("pot") == pot })) }

  static func storedPlants(_ coordinator: NSPersistentStoreCoordinator) throws -> String {
    let context = try Garden.makeContext(coordinator)
    return try withExtendedLifetime(context) {
      let pot = try context.fetch(NSFetchRequest<Pot>(entityName: "Pot")).first
      let plants = (pot?.value(forKey: "plants") as? NSOrderedSet)?.array as? [Plant] ?? []
      return plants.compactMap { $0.value(forKey: "name") as? String }.joined()
    }
  }

  static func storedFriends(_ coordinator: NSPersistentStoreCoordinator) throws -> String {
    let context = try Garden.makeContext(coordinator)
    let request = NSFetchRequest<Plant>(entityName: "Plant")
    request.predicate = NSPredicate(format: "name == 'plant'")
    return try withExtendedLifetime(context) {
      names(try context.fetch(request).first?.objects("friends") ?? [])
    }
  }

  private static func names(_ plants: Set<NSManagedObject>) -> String {
    plants.compactMap { $0.value(forKey: "name") as? String }.sorted().joined()
  }
}
