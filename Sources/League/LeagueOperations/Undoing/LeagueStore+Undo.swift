import CoreData
import Foundation

extension LeagueStore {
  /// A change that was undone or redone.
  package struct Undone: Sendable, Hashable {
    /// The title of the original change: `add the team Crew`.
    package let title: String

    /// Whether the change was redone, because it had been undone before.
    package let isRedone: Bool

    /// The restored teams; if there are none, the restored players.
    package let restored: [Restored]
  }

  /// A restored team or player.
  package struct Restored: Sendable, Hashable {
    package let noun: LeagueError.Noun

    /// The new id, which differs from the one before the deletion.
    package let id: String

    /// The id of a player's team.
    package let team: String?
  }

  /// A change that can be undone.
  package struct Undoable: Sendable, Hashable {
    /// The title of the change: `delete the team Crew`.
    package let title: String

    /// The names of the teams deleted by the change.
    package let deletedTeams: [String]

    /// The names of the players deleted by the change.
    package let deletedPlayers: [String]
  }

  /// Undoes a change made by any program with these operations; undoing the last change twice redoes
  /// it.
  ///
  /// - Parameter id: The identifier of the change; nil for the last one.
  /// - Returns: The undone change.
  /// - Throws: ``LeagueError/nothingToUndo`` if the change is unknown, ``LeagueError/alreadyUndone(_:)``,
  ///   ``LeagueError/tooLargeToUndo(_:)``, ``LeagueError/changedSince(_:)`` if objects of the change
  ///   have been changed since, and ``LeagueError/invalid(_:)`` if a deleted team cannot be restored because another
  ///   one has its name.
  package func undo(_ id: UUID? = nil) throws -> Undone {
    try changeBack(id) { record, revivals, league in
      var reversal = ChangeReversal(of: record, revivals, in: league)
      let undone = Undone(
        title: record.title,
        isRedone: record.isUndoing,
        restored: try reversal.run()
      )
      return (undone, reversal.revived)
    }
  }

  /// The change with an identifier, if the journal has everything to undo it.
  package func undoable(_ id: UUID) -> Undoable? {
    guard let record = try? journal.exclusively({ try record(id, in: $0) }) else { return nil }
    var teams: [String] = []
    var players: [String] = []
    for change in record.changes where change.after == nil {
      switch change.before {
      case .team(let form): teams.append(form.name)
      case .player(let form, _): players.append("\(form.firstName) \(form.lastName)")
      }
    }
    return Undoable(title: record.title, deletedTeams: teams, deletedPlayers: players)
  }

  /// The record of a change that can be undone.
  func record(_ id: UUID?, in entries: UndoEntries) throws -> UndoRecord {
    let found = id.map { entries.entry($0) } ?? entries.last.map { ($0, false) }
    let store = container.persistentStoreCoordinator.persistentStores.first?.identifier
    guard let (record, isUndone) = found, record.store == store else {
      throw LeagueError.nothingToUndo
    }
    if isUndone { throw LeagueError.alreadyUndone(record.title) }
    if record.isTooLarge { throw LeagueError.tooLargeToUndo(record.title) }
    return record
  }
}
