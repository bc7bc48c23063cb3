import CoreData
import EveryStore
import Foundation
import Testing

/// An object whose initializer runs code of a test.
private final class Inquirer: NSManagedObject {
  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    Self.onCreation?(self)
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    Self.onFetch?(self)
  }

  // The tests that set them run one after the other.
  nonisolated(unsafe) static var onCreation: ((Inquirer) -> Void)?
  nonisolated(unsafe) static var onFetch: ((Inquirer) -> Void)?
}

@Suite("Initializers that use the context during a fetch", .serialized)
struct FetchedInitializerTests {
  private let context: NSManagedObjectContext
  private let ids: [NSManagedObjectID]

  /// Saves 40 objects, and resets the context.
  init() throws {
    let entity = NSEntityDescription()
    entity.name = "Inquirer"
    entity.managedObjectClassName = NSStringFromClass(Inquirer.self)
    let number = NSAttributeDescription()
    number.name = "number"
    number.attributeType = .integer64AttributeType
    entity.properties = [number]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    self.context = context
    ids = try context.performAndWait {
      let made = (0..<40).map { number in
        let object = Inquirer(context: context)
        object.setValue(number, forKey: "number")
        return object
      }
      try context.save()
      let ids = made.map(\.objectID)
      context.reset()
      return ids
    }
  }

  private func request(asFaults: Bool) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Inquirer")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    request.returnsObjectsAsFaults = asFaults
    return request
  }

  /// Expects that the context has one object for each row, and that these are the fetched ones.
  private func expectUnique(_ objects: [NSManagedObject]) {
    #expect(objects.map(\.objectID) == ids)
    #expect(context.registeredObjects == Set(objects))
    #expect(context.registeredObjects.count == ids.count)
    for (number, object) in objects.enumerated() {
      #expect(context.object(with: ids[number]) === object)
      #expect(object.value(forKey: "number") as? Int == number)
    }
  }

  @Test(
    "An object that an initializer looks up is the fetched one",
    arguments: [-1, -3, -20, 1, 3, 20, 0],
    [true, false]
  )
  func lookUp(distance: Int, asFaults: Bool) throws {
    try context.performAndWait {
      var created = 0
      var isAsking = false
      var found: [NSManagedObject] = []
      Inquirer.onCreation = { object in
        if isAsking { return }
        created += 1
        let wanted = created - 1 + distance
        guard created % 5 == 0, created <= 25, ids.indices.contains(wanted) else { return }
        isAsking = true
        found.append(context.object(with: ids[wanted]))
        isAsking = false
      }
      defer { Inquirer.onCreation = nil }
      let objects = try context.fetch(request(asFaults: asFaults))
      #expect(!found.isEmpty)
      expectUnique(objects)
      for object in found { #expect(objects.contains { $0 === object }) }
      expectUnique(try context.fetch(request(asFaults: asFaults)))
    }
  }

  @Test("An object that awakes is found by its ID")
  func awaking() throws {
    try context.performAndWait {
      var isFound: [Bool] = []
      Inquirer.onFetch = { object in
        isFound.append(context.registeredObject(for: object.objectID) === object)
      }
      defer { Inquirer.onFetch = nil }
      let objects = try context.fetch(request(asFaults: false))
      #expect(isFound == Array(repeating: true, count: ids.count))
      expectUnique(objects)
    }
  }

  @Test("A fetch of an initializer within a fetch returns the same objects")
  func nestedFetch() throws {
    try context.performAndWait {
      var inner: [NSManagedObject] = []
      var created = 0
      Inquirer.onCreation = { _ in
        created += 1
        if created == 10 { inner = (try? context.fetch(request(asFaults: true))) ?? [] }
      }
      defer { Inquirer.onCreation = nil }
      let outer = try context.fetch(request(asFaults: true))
      #expect(inner.count == ids.count)
      for (one, other) in zip(inner, outer) { #expect(one === other) }
      expectUnique(outer)
    }
  }
}
