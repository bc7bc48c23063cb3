import CoreData
import CorpusFiles
import Foundation
import StackExample
import Testing

struct StackExampleTests {
  @Test("Saves of one stack are found by the next")
  @MainActor func restart() throws {
    let store = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).sqlite"
    )
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: store.path + suffix)
      }
    }
    let model = Corpus.package.appending(path: "Models/League.xcdatamodeld")
    let first = CoreDataStack(modelURL: model, storeURL: store)
    try first.saveContext()
    #expect(
      !FileManager.default.fileExists(atPath: store.path),
      "nothing is made before it is needed"
    )
    let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: try first.context)
    team.setValue("Crew", forKey: "name")
    #expect(throws: CocoaError.self) { try first.saveContext() }
    team.setValue("Blue", forKey: "uniformColor")
    try first.saveContext()
    #expect(try first.context === first.context && first.coordinator === first.coordinator)

    let second = CoreDataStack(modelURL: model, storeURL: store)
    let teams = try second.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
    #expect(teams.map { $0.value(forKey: "name") as? String } == ["Crew"])
  }

  @Test("A missing model is an error each time it is requested")
  func noModel() {
    let nowhere = URL(fileURLWithPath: "/nowhere/None.momd")
    let stack = CoreDataStack(modelURL: nowhere, storeURL: nowhere)
    for _ in 0..<2 { #expect(throws: CocoaError.self) { try stack.context } }
  }
}
