import CoreData
import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration

/// Edits the objects of a store through the runtime, and saves the edits on request.
///
/// The first edit opens the store for writing; until then, browsing does not change it. Changes of the same objects
/// by other programs are detected by their versions when edits are saved: nothing is overwritten without a choice.
package final class StoreEditor: @unchecked Sendable {
  private let store: BrowsedStore

  /// Whether a copy of the store is made before the first save.
  private let makesBackup: Bool

  private let lock = NSLock()

  // Protected by the lock, which makes the class safe to send.
  private var session: EditingSession?
  private var backup: String?

  /// - Parameters:
  ///   - store: The store.
  ///   - makesBackup: Whether a copy is made before the first save; a store on a server has no files to copy.
  package init(_ store: BrowsedStore, makesBackup: Bool) {
    self.store = store
    self.makesBackup = makesBackup && store.file != nil
  }

  /// A summary of the edits.
  package var state: EditingState {
    locked {
      var state = session?.state ?? EditingState()
      state.backup = backup
      return state
    }
  }

  /// Runs a query that sees the edits; returns nil if there are none, so that the caller queries the store.
  ///
  /// - Parameter body: The query.
  /// - Returns: The result.
  /// - Throws: A ``BrowsingError``.
  package func reading<Answer: Sendable>(
    _ body: @Sendable (StoreReader) throws -> Answer
  ) throws(BrowsingError) -> Answer? {
    try store.explaining {
      try locked {
        dropIfReplaced()
        return try session?.reading(body)
      }
    }
  }

  /// Applies an edit.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - model: The model of the store.
  /// - Returns: The object that was added or edited; nil for one that was deleted.
  /// - Throws: An ``EditingProblem`` or a ``BrowsingError``; nothing has changed then.
  @discardableResult
  package func make(_ edit: ObjectEdit, _ model: BrowsedModel) throws -> ObjectName? {
    try locked {
      dropIfReplaced()
      do {
        return try opened(model).make(edit)
      } catch let problem as EditingProblem {
        throw problem
      } catch {
        throw store.explained(error)
      }
    }
  }

  package func undo() { locked { session?.undo() } }
  package func redo() { locked { session?.redo() } }

  /// Discards all unsaved edits, and closes the store.
  package func discard() {
    locked {
      session?.close()
      session = nil
    }
  }

  /// The unsaved edits.
  package func pending() -> PendingEdits { locked { session?.pending() ?? PendingEdits() } }

  /// Saves the edits, after making a copy of the store if that is enabled.
  ///
  /// - Parameter choice: The treatment of conflicts.
  /// - Returns: The outcome, with the reasons if nothing was saved.
  /// - Throws: A ``BrowsingError`` if the copy cannot be made or the store cannot be written.
  package func save(_ choice: ConflictChoice) throws(BrowsingError) -> SaveOutcome {
    let result = locked { () -> Result<SaveOutcome, BrowsingError> in
      do throws(BrowsingError) {
        return .success(
          try store.explaining {
            guard let session, session.state.isChanged else { return .saved }
            guard session.isCurrent(store) else { throw Self.replaced }
            let problems = session.pending().problems
            guard problems.isEmpty else { return .invalid(problems) }
            if makesBackup, backup == nil, let file = store.file {
              backup = try copy(ofStoreAt: file)
            }
            return try session.save(choice)
          }
        )
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static let replaced = BrowsingError(
    "nothing was saved: the store was replaced or migrated",
    hint: "discard the edits, and make them again"
  )

  /// Copies the store with its log and external data files, as `momgen migrate` does.
  private func copy(ofStoreAt path: String) throws -> String {
    do {
      let connection = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readWrite))
      defer { connection.close() }
      return try StoreBackup(ofStoreAt: path).make(connection)
    } catch {
      var problem = store.explained(error)
      problem.message =
        "the store cannot be copied, and nothing was saved: \(problem.message)"
      problem.hint = "start the studio with --no-backup to save without a copy"
      throw problem
    }
  }

  private func opened(_ model: BrowsedModel) throws -> EditingSession {
    if let session { return session }
    let session = try EditingSession(store, model)
    self.session = session
    return session
  }

  /// Closes a store whose file or version has been replaced, unless there are edits.
  private func dropIfReplaced() {
    guard let session, !session.state.isChanged, !session.isCurrent(store) else { return }
    session.close()
    self.session = nil
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
