import CoreData
import Foundation
import LeagueModel
import TextFileStore

/// The open store of the app.
///
/// It is thread-safe: each operation uses a context of its own, and changes are
/// serialized.
package final class LeagueStore: Sendable {
  package let location: StoreLocation

  /// The model, the coordinator and the contexts, for observers.
  package let container: NSPersistentContainer

  let journal: UndoJournal
  private let changing = NSLock()

  /// Opens a store, and creates it if there is none.
  ///
  /// - Parameters:
  ///   - location: The location of the store.
  ///   - observesRemoteChanges: Whether `NSPersistentStoreRemoteChange` is posted when another process has changed the
  ///     store, which requires polling it.
  /// - Throws: A ``LeagueError`` with the reason why the store cannot be opened.
  package init(_ location: StoreLocation, observesRemoteChanges: Bool = false) throws {
    self.location = location
    if location.kind == .custom { TextFileStore.register() }
    container = NSPersistentContainer(name: "League", managedObjectModel: LeagueModel.validating)
    let description = NSPersistentStoreDescription(url: location.url)
    description.type = location.kind.type.rawValue
    if observesRemoteChanges {
      description.setOption(
        NSNumber(value: true),
        forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey
      )
    }
    if location.kind == .postgresql {
      description.setOption(
        NSNumber(value: true),
        forKey: OpenCoreDataPostgreSQLCreatesSchemaOption
      )
    }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw LeagueError(failure, opening: location) }
    journal = UndoJournal(
      for: location,
      identifier: container.persistentStoreCoordinator.persistentStores.first?.identifier ?? ""
    )
  }

  /// Reads teams and players.
  ///
  /// Managed objects are valid only within the work: return values such as ``PlayerRecord``.
  ///
  /// - Parameter work: The work, performed on the context's queue.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work; errors of Core Data as a ``LeagueError``.
  package func read<Result>(_ work: (League) throws -> Result) throws -> Result {
    do {
      return try FailOver.waiting {
        let context = container.newBackgroundContext()
        return try context.performAndWait { try work(League(context)) }
      }
    } catch {
      throw LeagueError.translating(error)
    }
  }

  /// Changes teams and players, and saves all changes, or none.
  ///
  /// - Parameters:
  ///   - title: The title of the change, as the answer to "Undo what?": `add the team Crew`.
  ///   - id: The identifier with which ``undo(_:)`` can undo this change later.
  ///   - saving: Called from time to time with the estimated progress while the changes are being saved. It is
  ///     called once before; an error that it throws then ends the change. Later ones are ignored.
  ///   - work: The work, performed on the context's queue.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, and a ``LeagueError`` if the changes cannot be saved.
  @discardableResult
  package func change<Result>(
    _ title: String,
    id: UUID = UUID(),
    saving: ((Double) throws -> Void)? = nil,
    _ work: (League) throws -> Result
  ) throws -> Result {
    try changing.withLock {
      try working(work, saving: saving) { [journal] context in
        try journal.exclusively { try Self.save(context, ChangeTitle(id: id, title: title), $0) }
      }
    }
  }

  /// Undoes or redoes a change in the journal; meanwhile no other process changes the store with
  /// these operations.
  ///
  /// - Parameters:
  ///   - id: The identifier of the change; nil for the last one.
  ///   - work: The work, which also returns the restored objects.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, and a ``LeagueError`` if the change is unknown or cannot be saved.
  func changeBack<Result>(
    _ id: UUID?,
    _ work: (UndoRecord, Revivals, League) throws -> (Result, [UndoRecord.Revival])
  ) throws -> Result {
    try changing.withLock {
      try journal.exclusively { entries in
        let record = try record(id, in: entries)
        let revivals = entries.revivals(since: record.id)
        var change = ChangeTitle(
          id: UUID(),
          title: record.title,
          isUndoing: !record.isUndoing,
          undone: record.id
        )
        return try working(
          { league in
            let (result, revived) = try work(record, revivals, league)
            change.revived = revived
            return result
          },
          saving: nil
        ) { context in
          try Self.save(context, change, entries)
        }
      }
    }
  }

  /// Runs work in a context of its own, and then saves.
  private func working<Result>(
    _ work: (League) throws -> Result,
    saving: ((Double) throws -> Void)?,
    _ save: @escaping (NSManagedObjectContext) throws -> Void
  ) throws -> Result {
    do {
      return try FailOver.waiting {
        let context = container.newBackgroundContext()
        let start = ContinuousClock.now
        let result = try context.performAndWait { try work(League(context)) }
        if context.performAndWait({ context.hasChanges }) {
          try SavingWork(context, expected: .now - start, save).run(telling: saving)
        }
        return result
      }
    } catch {
      throw LeagueError.translating(error)
    }
  }

  private static func save(
    _ context: NSManagedObjectContext,
    _ change: ChangeTitle,
    _ entries: UndoEntries
  ) throws {
    let changes = UnsavedChanges(of: context)
    let offset = try entries.begin()
    do {
      try context.save()
    } catch {
      // Nothing was changed, so the last entry still is the last change.
      try? entries.cancel(at: offset)
      throw error
    }
    // The change is saved; a failure to record it, perhaps on a full disk, is not a failure of the change.
    try? entries.keep(changes.record(change), at: offset)
  }
}
