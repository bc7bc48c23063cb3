import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of destinations of the wrong entity, for which Core Data raises an exception.
@Suite("Objects of another entity in relationships", .everyStore) struct RelationshipTypeTests {
  static func makeModel() -> NSManagedObjectModel {
    let owner = PlainModel.entity("Owner", ["name": .string])
    let member = PlainModel.entity("Member", ["name": .string])
    member.subentities = [PlainModel.entity("Special", [:])]
    let stranger = PlainModel.entity("Stranger", [:])
    PlainModel.relate(owner, "members", member, "owner")
    PlainModel.relate(owner, "sorted", member, "sorter", isOrdered: true)
    PlainModel.relate(member, "fans", owner, "idol")
    let model = NSManagedObjectModel()
    model.entities = [owner, member, stranger] + member.subentities
    return model
  }

  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
  let owner: NSManagedObject
  let member: NSManagedObject
  let stranger: NSManagedObject

  init() throws {
    try coordinator.openTestedStore()
    context.persistentStoreCoordinator = coordinator
    owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context)
    member = NSEntityDescription.insertNewObject(forEntityName: "Special", into: context)
    stranger = NSEntityDescription.insertNewObject(forEntityName: "Stranger", into: context)
    owner.setValue(member, forKey: "idol")
    owner.setValue(NSSet(object: member), forKey: "members")
    owner.setValue(NSOrderedSet(object: member), forKey: "sorted")
    try context.save()
  }

  /// A way to set a destination of the wrong entity.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: String
    let give: @Sendable (_ owner: NSManagedObject, _ stranger: NSManagedObject) -> Void

    init(
      _ title: String,
      _ key: String,
      _ give: @escaping @Sendable (NSManagedObject, NSManagedObject) -> Void
    ) {
      testDescription = title
      self.key = key
      self.give = give
    }
  }

  static let ways = [
    Way("an object by key", "idol") { $0.setValue($1, forKey: "idol") },
    Way("a text by key", "idol") { owner, _ in owner.setValue("text", forKey: "idol") },
    Way("an ID by key", "idol") { $0.setValue($1.objectID, forKey: "idol") },
    Way("a primitive value", "idol") { $0.setPrimitiveValue($1, forKey: "idol") },
    Way("a set by key", "members") { $0.setValue(NSSet(object: $1), forKey: "members") },
    Way("a set of texts", "members") { owner, _ in
      owner.setValue(NSSet(object: "text"), forKey: "members")
    },
    Way("one object for several", "members") { $0.setValue($1, forKey: "members") },
    Way("a mutable set", "members") { $0.mutableSetValue(forKey: "members").add($1) },
    Way("a primitive set", "members") {
      $0.setPrimitiveValue(NSSet(object: $1), forKey: "members")
    },
    Way("an ordered set by key", "sorted") {
      $0.setValue(NSOrderedSet(object: $1), forKey: "sorted")
    },
    Way("a mutable ordered set", "sorted") {
      $0.mutableOrderedSetValue(forKey: "sorted").insert($1, at: 0)
    },
    Way("the other end", "owner") { owner, stranger in
      let member = owner.value(forKey: "idol") as? NSManagedObject
      member?.setValue(stranger, forKey: "owner")
    },
  ]

  private func isAsBefore() -> Bool {
    owner.value(forKey: "idol") as? NSManagedObject === member
      && owner.value(forKey: "members") as? Set<NSManagedObject> == [member]
      && (owner.value(forKey: "sorted") as? NSOrderedSet)?.array as? [NSManagedObject] == [member]
      && member.value(forKey: "owner") as? NSManagedObject === owner
  }

  @Test("are refused, and reported by the next save", arguments: ways)
  func refused(_ way: Way) throws {
    way.give(owner, stranger)
    #expect(isAsBefore())
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.code == NSManagedObjectValidationError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == way.key)
    #expect(error.localizedDescription.contains("Unacceptable type of value for to-"), "\(error)")
    // A valid value replaces the invalid one, as does a rollback.
    context.rollback()
    owner.setValue("named", forKey: "name")
    member.setValue("named", forKey: "name")
    try context.save()
    #expect(isAsBefore())
    way.give(owner, stranger)
    let object = way.key == "owner" ? member : owner
    object.setValue(object.value(forKey: way.key), forKey: way.key)
    try context.save()
    #expect(isAsBefore())
  }

  @Test("that an accessor adds to a primitive set are reported, and touch nothing else")
  func primitiveSets() throws {
    owner.willChangeValue(forKey: "members")
    (owner.primitiveValue(forKey: "members") as? NSMutableSet)?.add(stranger)
    owner.didChangeValue(forKey: "members")
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "members")
    owner.mutableSetValue(forKey: "members").remove(stranger)
    try context.save()
    #expect(isAsBefore())
  }

  @Test("from another copy of the model are matched by name")
  func copies() throws {
    let copy = Self.makeModel()
    let entity = try #require(copy.entitiesByName["Special"])
    let object = NSManagedObject(entity: entity, insertInto: nil)
    let alone = NSManagedObject(
      entity: try #require(coordinator.managedObjectModel.entitiesByName["Owner"]),
      insertInto: nil
    )
    withExtendedLifetime(copy) { alone.setValue(object, forKey: "idol") }
    #expect(alone.value(forKey: "idol") as? NSManagedObject === object)
  }
}

/// The class of an entity; the class of its subentity does not exist.
final class Boat: NSManagedObject {}

@Suite("Classes that the program lacks", .everyStore) struct MissingClassTests {
  @Test("The class of the nearest ancestor takes the place of a class that is missing")
  func ancestors() throws {
    let vehicle = PlainModel.entity("Vehicle", [:])
    let boat = PlainModel.entity("Boat", ["name": .string])
    let sailingBoat = PlainModel.entity("SailingBoat", ["sails": .integer16])
    let owner = PlainModel.entity("Owner", [:])
    boat.managedObjectClassName = "Boat"
    sailingBoat.managedObjectClassName = "SailingBoat"
    vehicle.managedObjectClassName = "Vehicle"
    vehicle.subentities = [boat]
    boat.subentities = [sailingBoat]
    PlainModel.relate(owner, "boats", boat, "owner")
    let model = NSManagedObjectModel()
    model.entities = [vehicle, boat, sailingBoat, owner]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let made = ["SailingBoat", "Boat", "Vehicle", "Owner"].map {
      NSEntityDescription.insertNewObject(forEntityName: $0, into: context)
    }
    #expect(
      made.map { "\(type(of: $0))" } == ["Boat", "Boat", "NSManagedObject", "NSManagedObject"]
    )
    made[3].setValue(NSSet(objects: made[0], made[1]), forKey: "boats")
    #expect((made[3].value(forKey: "boats") as? Set<Boat>)?.count == 2)
  }
}
