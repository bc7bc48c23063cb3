import CoreData
import Foundation
import Testing

/// A class with stored properties that shadow properties of the model.
class HidingPlant: NSManagedObject {
  var height: Int32 = 0
  lazy var mood = "calm"
  var notModeled = 1

  // Computed properties shadow nothing.
  var name: String? {
    get { primitiveValue(forKey: "name") as? String }
    set { setPrimitiveValue(newValue, forKey: "name") }
  }
}

final class HidingTree: HidingPlant {
  // Names of the superclass's stored properties.
  var rings = 0
}

@Suite("Instance variables with the names of modeled properties") struct HiddenPropertyTests {
  private static func context(_ className: String) throws -> NSManagedObjectContext {
    let entity = PlainModel.entity(
      "Plant",
      [
        "name": .string, "height": .integer32, "mood": .string, "rings": .integer32,
        "state": .string,
      ]
    )
    entity.managedObjectClassName = className
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    return coordinator.makeContext()
  }

  @Test("F027 They are reported once, with the class and the entity")
  func report() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try Self.context("HidingTree")
      for _ in 0..<2 { context.add("Plant", ["height": 3]) }
      try context.save()
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.contains("instance variable") }
    let names = lines.compactMap { $0.split(separator: "'").dropFirst().first }.sorted()
    #expect(names == ["height", "mood", "rings"])
    #expect(lines.allSatisfy { $0.contains("HidingTree") && $0.contains("Plant") })
  }

  @Test("Classes without such variables are not reported")
  func silence() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try Self.context("")
      context.add("Plant", ["height": 3])
      let garden = try Garden.makeContext()
      withExtendedLifetime((context, garden)) { _ = Plant(context: garden) }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(!output.contains("instance variable"))
  }
}
