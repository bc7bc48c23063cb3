import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of two coordinators with the same store open, like two processes.
@Suite("Merging across coordinators", .timeLimit(.minutes(30)), .everyDatabase)
struct ForeignMergeTests {
  private func makeContexts() throws -> (NSManagedObjectContext, NSManagedObjectContext) {
    let contexts = try (0..<2).map { _ in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Choir.makeModel())
      try coordinator.openTestedStore("store")
      return coordinator.makeContext()
    }
    return (contexts[0], contexts[1])
  }

  /// Reports a save of the writer to the reader in one of the ways.
  private func save(
    _ writer: NSManagedObjectContext,
    _ name: Notification.Name,
    _ merge: @escaping (Notification) -> Void
  ) throws {
    nonisolated(unsafe) let merge = merge
    let token = NotificationCenter.default.addObserver(forName: name, object: writer, queue: nil) {
      merge($0)
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try writer.save()
  }

  enum Way: CaseIterable {
    case objects, identifiers, remoteIdentifiers, remoteURIs
  }

  @Test(
    "F263 Objects are found by their URIs, and old rows in memory are not used",
    arguments: Way.allCases
  )
  func foreign(_ way: Way) throws {
    let (writer, reader) = try makeContexts()
    let kept = writer.add("Singer", ["name": "Ada"])
    let gone = writer.add("Singer", ["name": "Bob"])
    try writer.save()
    let seen = try reader.all("Singer")
    #expect(Set(seen.map(\.called)) == ["Ada", "Bob"])
    kept.setValue("Eve", forKey: "name")
    writer.delete(gone)
    writer.add("Singer", ["name": "Mia"])
    func remote(_ notice: Notification, _ value: (NSManagedObjectID) -> Any) {
      let info = notice.userInfo?.mapValues { ids in
        (ids as? Set<NSManagedObjectID> ?? []).map(value)
      }
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info ?? [:], into: [reader])
    }
    switch way {
    case .objects:
      try save(writer, .NSManagedObjectContextDidSave) {
        reader.mergeChanges(fromContextDidSave: $0)
      }
    case .identifiers:
      try save(writer, .NSManagedObjectContextDidSaveObjectIDs) {
        reader.mergeChanges(fromContextDidSave: $0)
      }
    case .remoteIdentifiers:
      try save(writer, .NSManagedObjectContextDidSaveObjectIDs) { remote($0) { $0 } }
    case .remoteURIs:
      try save(writer, .NSManagedObjectContextDidSaveObjectIDs) {
        remote($0) { $0.uriRepresentation() }
      }
    }
    #expect(Set(seen.filter { !$0.isDeleted }.map(\.called)) == ["Eve"])
    #expect(reader.deletedObjects.count == 1)
    #expect(try reader.names() == ["Eve", "Mia"])
  }
}
