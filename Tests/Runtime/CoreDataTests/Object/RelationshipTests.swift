import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Relationships and their inverses", .everyStore) struct RelationshipTests {
  private func make(_ count: Int) throws -> (NSManagedObjectContext, [Plant]) {
    let context = try Garden.makeContext()
    return (context, (0..<count).map { _ in Plant(context: context) })
  }

  @Test("F070 F076 Both ends of a to-one relationship follow at once, and both are updated")
  func toOne() throws {
    let (context, plants) = try make(3)
    try context.save()
    plants[0].setValue(plants[1], forKey: "parent")
    #expect(plants[1].objects("children") == [plants[0]] && plants[1].isUpdated)
    plants[0].setValue(plants[2], forKey: "parent")
    #expect(plants[1].objects("children").isEmpty && plants[2].objects("children") == [plants[0]])
    nonisolated(unsafe) var updated: Set<NSManagedObject>?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange,
      object: context,
      queue: nil
    ) { updated = $0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> }
    context.processPendingChanges()
    NotificationCenter.default.removeObserver(token)
    #expect(updated == Set(plants))
  }

  @Test("F071 F081 Mutable sets are the relationship")
  func mutableSets() throws {
    let (_, plants) = try make(4)
    let set = plants[0].mutableSetValue(forKey: "children")
    #expect(set.count == 0)
    set.add(plants[1])
    set.addObjects(from: [plants[2], plants[3]])
    #expect(set.count == 3 && set.contains(plants[2]) && set.member(plants[0]) == nil)
    #expect(plants[1].object("parent") === plants[0])
    set.remove(plants[1])
    #expect(plants[1].object("parent") == nil)
    set.union([plants[1]])
    set.minus([plants[2]])
    #expect(plants[0].objects("children") == [plants[1], plants[3]])
    set.intersect([plants[1], plants[0]])
    #expect(Set(set.allObjects.compactMap { $0 as? Plant }) == [plants[1]])
    #expect(set.map { $0 as? Plant } == [plants[1]])
    set.setSet([plants[2]])
    #expect(plants[2].object("parent") === plants[0])
    set.removeAllObjects()
    #expect(plants[0].objects("children").isEmpty && set.anyObject() == nil)
  }

  @Test("The set of the members is like another set of them", arguments: [0, 1, 7, 1_000])
  func setOfMembers(count: Int) throws {
    let (context, plants) = try make(count + 1)
    let parent = plants[count]
    let children = Set<NSManagedObject>(plants.dropLast())
    for child in children { child.setValue(parent, forKey: "parent") }
    try context.save()
    let (other, objects) = try reread(plants)
    _ = other
    for (parent, children) in [(parent, children), (objects[count], Set(objects.dropLast()))] {
      let value = parent.value(forKey: "children")
      var members = try #require(value as? Set<NSManagedObject>)
      #expect(members == children && children == members && members.count == count)
      #expect(members.hashValue == children.hashValue)
      #expect(children.allSatisfy { members.contains($0) } && !members.contains(parent))
      #expect(members.subtracting(children).isEmpty && members.union(children) == children)
      // Changed and resized sets too have the same elements.
      members.insert(parent)
      #expect(members == children.union([parent]))
      for child in children { #expect(members.remove(child) === child) }
      #expect(members == [parent])
      #expect(parent.value(forKey: "children") as? Set<NSManagedObject> == children)
    }
  }

  /// The same objects in a context in which the relationships are faults.
  private func reread(
    _ objects: [NSManagedObject]
  ) throws -> (NSManagedObjectContext, [NSManagedObject]) {
    let coordinator = objects[0].managedObjectContext?.persistentStoreCoordinator
    let context = try Garden.makeContext(coordinator)
    return (context, objects.map { context.object(with: $0.objectID) })
  }

  @Test(
    "A member that is added again, and moved, before the members are loaded is there once",
    arguments: [true, false]
  )
  func addedOnceMore(moves: Bool) throws {
    let (context, plants) = try make(3)
    let pots = (0..<2).map { _ in Pot(context: context) }
    plants[1].setValue(plants[0], forKey: "parent")
    plants[1].setValue(pots[0], forKey: "pot")
    plants[0].mutableSetValue(forKey: "friends").add(plants[1])
    try context.save()
    let (other, again) = try reread(plants + pots)
    again[0].mutableSetValue(forKey: "children").add(again[1])
    again[3].mutableOrderedSetValue(forKey: "plants").add(again[1])
    again[0].mutableSetValue(forKey: "friends").add(again[1])
    if moves {
      again[2].mutableSetValue(forKey: "children").add(again[1])
      again[4].mutableOrderedSetValue(forKey: "plants").add(again[1])
    } else {
      again[1].setValue(nil, forKey: "parent")
      again[1].setValue(nil, forKey: "pot")
    }
    again[0].mutableSetValue(forKey: "friends").remove(again[1])
    func check(_ objects: [NSManagedObject]) {
      #expect(objects[0].members("children").isEmpty)
      #expect((objects[3].value(forKey: "plants") as? NSOrderedSet)?.count == 0)
      #expect(objects[1].members("friendOf").isEmpty && objects[0].members("friends").isEmpty)
      #expect(objects[2].members("children") == (moves ? [objects[1]] : []))
      #expect((objects[4].value(forKey: "plants") as? NSOrderedSet)?.count == (moves ? 1 : 0))
    }
    check(again)
    try other.save()
    let (last, stored) = try reread(again)
    check(stored)
    #expect(!last.hasChanges)
  }

  @Test("A child moves what its parent has connected, and the child connects once more")
  func addedOnceMoreByChild() throws {
    let (context, plants) = try make(3)
    try context.save()
    let (parent, objects) = try reread(plants)
    objects[0].mutableSetValue(forKey: "children").add(objects[1])
    let child = parent.makeChild()
    let again = objects.map { child.object(with: $0.objectID) }
    again[0].mutableSetValue(forKey: "children").add(again[1])
    again[2].mutableSetValue(forKey: "children").add(again[1])
    #expect(again[0].members("children").isEmpty && again[2].members("children") == [again[1]])
    try child.save()
    #expect(objects[0].members("children").isEmpty)
    #expect(objects[2].members("children") == [objects[1]])
  }

  @Test("F072 F082 Replacing a set relates new members, unrelates old ones; nil empties it")
  func replacing() throws {
    let (_, plants) = try make(4)
    plants[0].setValue(Set(plants[1...2]), forKey: "children")
    plants[0].setValue(Set(plants[2...3]), forKey: "children")
    #expect(plants[1].object("parent") == nil && plants[3].object("parent") === plants[0])
    plants[0].setValue(nil, forKey: "children")
    #expect((plants[0].value(forKey: "children") as? NSSet)?.count == 0)
    #expect(plants[3].object("parent") == nil)
  }

  @Test("F073 F074 F075 Many-to-many, one-to-one, itself, no inverse")
  func kinds() throws {
    let (context, plants) = try make(3)
    plants[0].setValue(Set(plants), forKey: "friends")
    #expect(plants.allSatisfy { $0.objects("friendOf") == [plants[0]] })
    plants[0].setValue(plants[1], forKey: "twin")
    plants[2].setValue(plants[1], forKey: "twin")
    #expect(plants[0].object("twin") == nil && plants[1].object("twinOf") === plants[2])
    plants[0].setValue(plants[0], forKey: "parent")
    #expect(plants[0].objects("children") == [plants[0]])
    let pot = Pot(context: context)
    try context.save()
    plants[0].setValue(pot, forKey: "favourite")
    plants[0].mutableSetValue(forKey: "visited").add(pot)
    #expect(!pot.hasChanges && plants[0].isUpdated)
  }

  @Test("F078 An ordered relationship keeps its order through a save")
  func ordered() throws {
    let (context, plants) = try make(5)
    let pot = Pot(context: context)
    let set = pot.mutableOrderedSetValue(forKey: "plants")
    for plant in plants.dropLast() { set.add(plant) }
    set.insert(plants[4], at: 0)
    set.exchangeObject(at: 1, withObjectAt: 2)
    #expect(set.index(of: plants[4]) == 0 && set.count == 5)
    #expect(set.object(at: 0) as? Plant === plants[4] && set.contains(plants[0]))
    set.remove(plants[3])
    set.replaceObject(at: 0, with: plants[3])
    let order = [plants[3], plants[1], plants[0], plants[2]]
    #expect((pot.value(forKey: "plants") as? NSOrderedSet)?.array as? [Plant] == order)
    #expect(plants[4].object("pot") == nil && plants[3].object("pot") === pot)
    try context.save()
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let found = other.object(with: pot.objectID).value(forKey: "plants") as? NSOrderedSet
    #expect(found?.array.compactMap { ($0 as? Plant)?.objectID } == order.map(\.objectID))
    let array = pot.mutableArrayValue(forKey: "plants")
    array.removeObject(at: 0)
    #expect(array.count == 3 && plants[3].object("pot") == nil)
  }

  @Test(
    "An unloaded to-many relationship has the changes of the other end when it is loaded"
  )
  func pending() throws {
    let (context, plants) = try make(4)
    plants[1].setValue(plants[0], forKey: "parent")
    plants[2].setValue(plants[0], forKey: "parent")
    try context.save()
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let mine = plants.map { other.object(with: $0.objectID) }
    mine[1].setValue(nil, forKey: "parent")
    mine[3].setValue(mine[0], forKey: "parent")
    #expect(mine[0].hasFault(forRelationshipNamed: "children"))
    #expect(mine[0].objects("children") == [mine[2], mine[3]])
  }
}
