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

  /// Looks at teams and players.
  ///
  /// Objects belong to the work: what is to be kept is made into values, such as ``PlayerRecord``.
  ///
  /// - Parameter work: What is done, where the objects' context does its work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; errors of Core Data as a ``LeagueError``.
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

  /// Changes teams and players, and saves everything that was changed, or nothing.
  ///
  /// - Parameters:
  ///   - title: The change in words, as the answer to "Undo what?": `add the team Crew`.
  ///   - id: The name by which ``undo(_:)`` can take back this change later.
  ///   - saving: Told from time to time while the changes are being saved how far that is, by an estimate. It is
  ///     called once before; an error that it throws then ends the change. Later ones are ignored.
  ///   - work: The work, done where the objects' context does its work.
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

  /// Does again, or takes back, a change that the journal knows; meanwhile no other process changes the store with
  /// these operations.
  ///
  /// - Parameters:
  ///   - id: The name of the change; nil for the last one.
  ///   - work: The work; besides its result it returns what has come back.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, and a ``LeagueError`` if the change is not known or cannot be saved.
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

  /// Does work in a context of its own, and then saves.
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
    // The change is saved; that it cannot be undone, for want of room perhaps, is no reason to call it failed.
    try? entries.keep(changes.record(change), at: offset)
  }
}
