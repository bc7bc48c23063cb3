import CoreData
import Foundation
import LeagueModel
import TextFileStore

/// The store of the app, open.
///
/// It may be used by several threads: each piece of work has a context of its own, and one change is made after
/// another.
package final class LeagueStore: Sendable {
  package let location: StoreLocation

  /// The model, the coordinator, and the contexts above them, for those who follow what happens.
  package let container: NSPersistentContainer

  let journal: UndoJournal
  private let changing = NSLock()

  /// Opens a store, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - location: Which one.
  ///   - tellsOfOthers: Whether `NSPersistentStoreRemoteChange` is posted when another process has changed the
  ///     store, which takes looking at it from time to time.
  /// - Throws: A ``LeagueError`` that says why the store cannot be opened.
  package init(_ location: StoreLocation, tellsOfOthers: Bool = false) throws {
    self.location = location
    journal = UndoJournal(for: location)
    if location.kind == .custom { TextFileStore.register() }
    container = NSPersistentContainer(name: "League", managedObjectModel: LeagueModel.validating)
    let description = NSPersistentStoreDescription(url: location.url)
    description.type = location.kind.type.rawValue
    if tellsOfOthers {
      description.setOption(
        NSNumber(value: true),
        forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey
      )
    }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw LeagueError(failure, opening: location) }
  }

  /// Looks at teams and players.
  ///
  /// Objects belong to the work: what is to be kept is made into values, such as ``PlayerRecord``.
  ///
  /// - Parameter work: What is done, where the objects' context does its work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; errors of Core Data as a ``LeagueError``.
  package func read<Result>(_ work: (League) throws -> Result) throws -> Result {
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      do { return try work(League(context)) } catch { throw LeagueError.translating(error) }
    }
  }

  /// Changes teams and players, and saves everything that was changed, or nothing.
  ///
  /// - Parameters:
  ///   - title: What is done, as the answer to "Undo what?": `add the team Crew`.
  ///   - work: What is done, where the objects' context does its work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, and a ``LeagueError`` if the changes cannot be saved.
  @discardableResult
  package func change<Result>(
    _ title: String,
    _ work: (League) throws -> Result
  ) throws -> Result {
    try changing.withLock {
      try working(work) { context in
        try journal.exclusively { try Self.save(context, title, isUndoing: false, $0) }
      }
    }
  }

  /// Does again, or takes back, what the journal tells of; meanwhile no other process changes the store with these
  /// operations.
  func changeBack(_ work: (UndoRecord, League) throws -> Void) throws -> UndoRecord {
    try changing.withLock {
      try journal.exclusively { entry in
        let store = container.persistentStoreCoordinator.persistentStores.first?.identifier
        guard let record = entry.record, record.store == store else {
          throw LeagueError.nothingToUndo
        }
        try working({ try work(record, $0) }) { context in
          try Self.save(context, record.title, isUndoing: !record.isUndoing, entry)
        }
        return record
      }
    }
  }

  /// Does work in a context of its own, and then saves.
  private func working<Result>(
    _ work: (League) throws -> Result,
    _ save: (NSManagedObjectContext) throws -> Void
  ) throws -> Result {
    let context = container.newBackgroundContext()
    return try context.performAndWait {
      do {
        let result = try work(League(context))
        if context.hasChanges { try save(context) }
        return result
      } catch {
        throw LeagueError.translating(error)
      }
    }
  }

  private static func save(
    _ context: NSManagedObjectContext,
    _ title: String,
    isUndoing: Bool,
    _ entry: UndoEntry
  ) throws {
    let changes = UnsavedChanges(of: context)
    let previous = entry.record
    try entry.clear()
    do {
      try context.save()
    } catch {
      // Nothing was changed, so what was last still is.
      if let previous { try? entry.keep(previous) }
      throw error
    }
    guard let record = changes.record(title, isUndoing: isUndoing) else { return }
    // The change is saved; that it cannot be undone, for want of room perhaps, is no reason to call it failed.
    try? entry.keep(record)
  }
}
