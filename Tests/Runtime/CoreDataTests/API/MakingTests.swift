import CoreData
import Foundation
import Testing

/// Tests of factories in libraries, which make objects of a dynamic type.
@Suite("Making objects of a class that is known at run time") struct MakingTests {
  @Test("Coordinators") func coordinators() throws {
    let coordinator = Depot.fresh(Library.model)
    #expect(type(of: coordinator) == Depot.self && coordinator.shelves == 3)
    #expect(coordinator.managedObjectModel === Library.model)
    #expect(type(of: NSPersistentStoreCoordinator.fresh(Library.model)) != Depot.self)
  }

  @Test("Contexts") func contexts() {
    let context = Desk.make(.privateQueueConcurrencyType)
    #expect(
      type(of: context) == Desk.self && context.concurrencyType == .privateQueueConcurrencyType
    )
    context.performAndWait { #expect(context.insertedObjects.isEmpty) }
  }

  @Test("Containers, also by the name of their model") func containers() {
    let container = Building.make("Library", Library.model)
    #expect(type(of: container) == Building.self && container.name == "Library")
    #expect(container.managedObjectModel === Library.model)
    #expect(Building.make("No such model").managedObjectModel.entities.isEmpty)
  }

  @Test("F032 A class that no entity claims has an entity without a name") func unclaimed() async {
    #expect(Unclaimed.entity().name == nil)
    #expect(Unclaimed.fetchRequest().entityName == "")
    await #expect(processExitsWith: .failure) {
      _ = Unclaimed(context: try Garden.makeContext())
    }
  }

  @Test("An object of such a class is created, and the mistake is printed") func unclaimedObject()
    async throws
  {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let object = Unclaimed()
      let isPlain = object.entity.name == nil && object.managedObjectContext == nil
      if !isPlain || object.hasChanges || object.description.isEmpty { exit(1) }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Failed to call designated initializer"))
    #expect(output.contains("'Unclaimed'"))
  }
}

private final class Depot: NSPersistentStoreCoordinator, @unchecked Sendable {
  let shelves = 3
}

private final class Desk: NSManagedObjectContext, @unchecked Sendable {}

private final class Building: NSPersistentContainer, @unchecked Sendable {}

private final class Unclaimed: NSManagedObject {}

extension NSPersistentStoreCoordinator {
  fileprivate static func fresh(_ model: NSManagedObjectModel) -> Self {
    self.init(managedObjectModel: model)
  }
}

extension NSManagedObjectContext {
  fileprivate static func make(_ kind: NSManagedObjectContextConcurrencyType) -> Self {
    Self(concurrencyType: kind)
  }
}

extension NSPersistentContainer {
  fileprivate static func make(_ name: String, _ model: NSManagedObjectModel) -> Self {
    Self(name: name, managedObjectModel: model)
  }

  fileprivate static func make(_ name: String) -> Self { self.init(name: name) }
}
