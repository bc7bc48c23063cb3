import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of stores whose files are removed while they are open.
@Suite("Removed files of SQLite stores", .stores(.sqlite)) struct RemovedFileTests {
  private let office = Office()

  init() { office.entity("Item", [Office.attribute("a")]) }

  private func url() throws -> URL {
    try #require(try office.open().persistentStores.first?.url)
  }

  @Test("A save into a removed file fails, and the context keeps its changes") func removed() throws
  {
    let context = try office.context()
    try context.insert("Item")
    try context.save()
    try FileManager.default.removeItem(at: try url())
    try context.insert("Item")
    let error = failure { try context.save() }
    #expect(error?.domain == NSCocoaErrorDomain && error?.code == 4)
    #expect(context.insertedObjects.count == 1)
  }

  @Test("A batch request to a removed file fails, too") func batches() throws {
    let context = try office.context()
    try context.insert("Item")
    try context.save()
    try FileManager.default.removeItem(at: try url())
    let insertion = NSBatchInsertRequest(entityName: "Item", objects: [["a": "x"]])
    let deletion = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    )
    for request in [insertion, deletion] as [NSPersistentStoreRequest] {
      #expect(failure { try context.execute(request) }?.code == 4)
    }
  }

  @Test("A file of one byte is no empty store") func oneByte() throws {
    let url = try #require(StoreRun.current).place("byte")
    try Data("x".utf8).write(to: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    let error = failure { _ = try coordinator.openTestedStore("byte") }
    #expect(error?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
    #expect(try Data(contentsOf: url) == Data("x".utf8))
  }

  @Test("An empty file beside a log is not a new store, and the log stays") func lostContents()
    throws
  {
    let url = try #require(StoreRun.current).place("empty")
    let log = URL(fileURLWithPath: url.path + "-wal")
    try Data().write(to: url)
    try Data("changes".utf8).write(to: log)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    let error = failure { _ = try coordinator.openTestedStore("empty") }
    #expect(error?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
    #expect(try Data(contentsOf: url).isEmpty && Data(contentsOf: log) == Data("changes".utf8))
    try FileManager.default.removeItem(at: log)
    try coordinator.openTestedStore("empty")
  }

  @Test("A store that replaces an open one stays as it is") func replaced() throws {
    let context = try office.context()
    try context.insert("Item")
    try context.save()
    let url = try url()
    let other = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    let store = try other.openTestedStore("other", options: options)
    try other.remove(store)
    let bytes = try Data(contentsOf: try #require(store.url))
    try FileManager.default.removeItem(at: url)
    try bytes.write(to: url)
    try context.insert("Item")
    #expect(failure { try context.save() }?.code == 4)
    #expect(try Data(contentsOf: url) == bytes)
  }
}
