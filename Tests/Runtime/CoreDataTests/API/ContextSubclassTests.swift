import CoreData
import Foundation
import Testing

/// Tests that overrides in subclasses of Apple's classes are called, as mocks in tests of apps and libraries rely on.
struct ContextSubclassTests {
  @Test("Overrides of a subclass of a context are called") func context() throws {
    let context = SpyingContext(.privateQueue)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: Library.makeModel()
    )
    try context.performAndWait {
      let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      context.processPendingChanges()
      context.delete(book)
      context.rollback()
      context.reset()
      _ = try context.fetch(NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")) as [Any]
    }
    #expect(throws: SpyingContext.Refusal.self) { try context.save() }
    #expect(context.hasChanges)
    #expect(
      context.calls == [
        "processPendingChanges", "delete", "rollback", "reset", "fetch", "save",
      ]
    )
  }

  @Test("A container's contexts and folder can be replaced by a subclass") func container() {
    let container = PlainContainer(name: "Plain", managedObjectModel: Library.makeModel())
    #expect(container.viewContext.name == "other")
    #expect(container.newBackgroundContext().name == "background")
    #expect(PlainContainer.defaultDirectoryURL.lastPathComponent == "elsewhere")
    #expect(
      container.persistentStoreDescriptions.first?.url?.path
        == PlainContainer.defaultDirectoryURL().appendingPathComponent("Plain.sqlite").path
    )
  }
}

private final class SpyingContext: NSManagedObjectContext, @unchecked Sendable {
  struct Refusal: Error {}

  var calls: [String] = []

  override var hasChanges: Bool { true }

  override func save() throws {
    calls.append("save")
    throw Refusal()
  }

  override func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    calls.append("fetch")
    return []
  }

  override func delete(_ object: NSManagedObject) {
    calls.append("delete")
    super.delete(object)
  }

  override func processPendingChanges() {
    if calls.isEmpty { calls.append("processPendingChanges") }
    super.processPendingChanges()
  }

  override func rollback() {
    calls.append("rollback")
    super.rollback()
  }

  override func reset() {
    calls.append("reset")
    super.reset()
  }
}

private final class PlainContainer: NSPersistentContainer, @unchecked Sendable {
  private let other: NSManagedObjectContext = {
    let context = NSManagedObjectContext(.mainQueue)
    context.name = "other"
    return context
  }()

  override var viewContext: NSManagedObjectContext { other }

  override func newBackgroundContext() -> NSManagedObjectContext {
    let context = super.newBackgroundContext()
    context.name = "background"
    return context
  }

  override class func defaultDirectoryURL() -> URL {
    super.defaultDirectoryURL().appendingPathComponent("elsewhere")
  }
}
