import CoreData
import CorpusFiles
import Foundation
import Testing

/// Tests of how a container finds its model, and a model its classes.
struct ModelLookUpTests {
  @Test("A container takes the model that generated code builds under its name") func modelInCode()
  {
    let container = NSPersistentContainer(name: "Reading Room")
    #expect(container.managedObjectModel === ReadingRoomModel.shared)
    #expect(container.name == "Reading Room")
  }

  @Test("A container finds a model in the resources that lie beside the program")
  func modelInBundle() throws {
    let name = "League-\(UUID().uuidString)"
    let bundle = Bundle.main.bundleURL.appending(path: "\(name).resources")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bundle) }
    try FileManager.default.copyItem(
      at: Corpus.package.appending(path: "Models/League.xcdatamodeld"),
      to: bundle.appending(path: "\(name).xcdatamodeld")
    )
    let container = NSPersistentContainer(name: name)
    #expect(container.managedObjectModel.entitiesByName.keys.sorted() == ["Player", "Team"])
  }

  /// Other modules of the program have classes of these names too: one has `Person`, another `Team` and
  /// `Player`.
  @Test("Names of classes without module mean those of the module that has most of them")
  func classesOfOneModule() throws {
    let context = Club.makeContext()
    for name in ["Player", "Team"] {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      #expect(NSStringFromClass(type(of: object)) == "CoreDataTests.\(name)")
    }
  }

  @Test(
    "A leading dot means no module; a class that is not there is NSManagedObject",
    arguments: [
      (".Shelf", "CoreDataTests.Shelf"), ("CoreDataTests.Shelf", "CoreDataTests.Shelf"),
      ("Shelf", "CoreDataTests.Shelf"), ("NoModule.NothingHasThisName", "CoreData.NSManagedObject"),
    ]
  )
  func spelling(name: String, expected: String) {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.managedObjectClassName = name
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let object = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    #expect(NSStringFromClass(type(of: object)) == expected)
  }
}

/// A model as the template set `stack` writes it.
enum ReadingRoomModel: GeneratedCodeV2.ModelSource {
  static let modelName = "Reading Room"

  nonisolated(unsafe) static let shared = Library.makeModel()
}
