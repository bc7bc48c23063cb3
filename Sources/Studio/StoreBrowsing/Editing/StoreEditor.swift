import CoreData
import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration

/// Edits the objects of a store through the runtime, and saves the edits when it is asked to.
///
/// The store is opened for writing by the first edit; until then, looking into it changes nothing. Objects that another
/// program changes meanwhile are found by their versions when edits are saved: nothing is overwritten without a choice.
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

  /// The edits in short.
  package var state: EditingState {
    locked {
      var state = session?.state ?? EditingState()
      state.backup = backup
      return state
    }
  }

  /// Answers a question with the edits in it; nil if there is no edit, so that the store answers by itself.
  ///
  /// - Parameter body: The question.
  /// - Returns: The answer.
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

  /// Makes an edit.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - model: The model of the store.
  /// - Returns: The object that was added or edited; nil for one that was deleted.
  /// - Throws: An ``EditingProblem`` or a ``BrowsingError``; nothing was changed then.
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

  /// Gives up all edits that are not saved, and closes the store.
  package func discard() {
    locked {
      session?.close()
      session = nil
    }
  }

  /// The edits that are not saved.
  package func pending() -> PendingEdits { locked { session?.pending() ?? PendingEdits() } }

  /// Saves the edits, after a copy of the store where one is wanted.
  ///
  /// - Parameter choice: The treatment of conflicts.
  /// - Returns: Whether the edits were saved, or why not.
  /// - Throws: A ``BrowsingError`` if the copy cannot be made or the store not be written.
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
    "nothing was saved: the store was replaced by another one, or brought to another version",
    hint: "give up the edits, and make them again"
  )

  /// Copies the store with its log and its files of large values, as `momgen migrate` does.
  private func copy(ofStoreAt path: String) throws -> String {
    do {
      let connection = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readWrite))
      defer { connection.close() }
      return try StoreBackup(ofStoreAt: path).make(connection)
    } catch {
      var problem = store.explained(error)
      problem.message =
        "no copy of the store can be made, and nothing was saved: \(problem.message)"
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

  /// Closes a store whose file or version is another one by now, unless there are edits.
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
