import CoreData
import Foundation
import Observation

// Code as in apps. Its purpose is to compile without warnings in Swift 6; the tests run it too.

/// A view model on the main actor with a main queue context.
@MainActor
@Observable
final class SingerList {
  private let coordinator: NSPersistentStoreCoordinator
  private let viewContext: NSManagedObjectContext
  private(set) var singers: [NSManagedObject] = []
  private(set) var isImporting = false
  var filter = ""

  init(coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    viewContext = NSManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = coordinator
    viewContext.automaticallyMergesChangesFromParent = true
  }

  func reload() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
    singers = try viewContext.fetch(request).sorted { ($0.called ?? "") < ($1.called ?? "") }
  }

  /// IDs are returned from the background queue, objects are not.
  func reloadAsynchronously() async throws {
    let ids = try await viewContext.perform { @Sendable [viewContext] in
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Singer")
      request.resultType = .managedObjectIDResultType
      return try viewContext.fetch(request)
    }
    singers = ids.map(viewContext.object(with:))
  }

  func rename(_ singer: NSManagedObject, to name: String) throws {
    singer.setValue(name, forKey: "name")
    try viewContext.save()
  }

  func add(_ names: [String]) async throws -> [NSManagedObjectID] {
    isImporting = true
    defer { isImporting = false }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let ids = try await context.perform { @Sendable in
      let singers = names.map { context.add("Singer", ["name": $0]) }
      try context.save()
      return singers.map(\.objectID)
    }
    try reload()
    return ids
  }

  func deleteSelection(_ ids: [NSManagedObjectID]) async throws {
    try await viewContext.perform { @Sendable [viewContext] in
      for id in ids { viewContext.delete(viewContext.object(with: id)) }
      try viewContext.save()
    }
    try reload()
  }

  func addInTask(_ name: String) -> Task<Void, any Error> {
    Task { _ = try await add([name]) }
  }
}

/// An actor that works in a context of its own.
actor Importer {
  private let context: NSManagedObjectContext
  private(set) var count = 0

  init(coordinator: NSPersistentStoreCoordinator) {
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "importer"
  }

  func add(_ names: [String]) async throws {
    let context = context
    count += try await context.perform {
      for name in names { context.add("Singer", ["name": name]) }
      try context.save()
      return names.count
    }
  }

  func names() async throws -> [String] {
    try await context.perform(schedule: .enqueued) { [context] in try context.names() }
  }

  func addAndWait(_ name: String) throws {
    try context.performAndWait {
      context.add("Singer", ["name": name])
      try context.save()
    }
    count += 1
  }
}

/// A nonisolated repository: captured values are used only until the closure returns.
struct SingerRepository {
  let context: NSManagedObjectContext

  func singers(named name: String) async throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
    return try await context.perform {
      try context.fetch(request).filter { $0.called == name }
    }
  }

  func rename(_ singer: NSManagedObject, to name: String) async throws {
    try await context.perform {
      singer.setValue(name, forKey: "name")
      try context.save()
    }
  }
}

/// A nonisolated service with completion handlers.
struct SingerService: Sendable {
  let coordinator: NSPersistentStoreCoordinator

  func add(
    _ name: String,
    completion: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.perform {
      completion(
        Result {
          let singer = context.add("Singer", ["name": name])
          try context.save()
          return singer.objectID
        }
      )
    }
  }

  /// Observers of save notifications that merge changes into another context.
  func observe(_ writer: NSManagedObjectContext, for reader: NSManagedObjectContext)
    -> any NSObjectProtocol
  {
    NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: writer,
      queue: nil
    ) { notification in
      reader.performAndWait { reader.mergeChanges(fromContextDidSave: notification) }
    }
  }
}
