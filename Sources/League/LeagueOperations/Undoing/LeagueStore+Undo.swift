import CoreData
import Foundation

extension LeagueStore {
  /// A change that was taken back, or done again.
  package struct Undone: Sendable, Hashable {
    /// The title of the first change: `add the team Crew`.
    package let title: String

    /// Whether it was done again, because it had been undone before.
    package let isRedone: Bool

    /// The deleted teams that are back; if there are none, the deleted players that are.
    package let restored: [Restored]
  }

  /// A team or a player that came back.
  package struct Restored: Sendable, Hashable {
    package let noun: LeagueError.Noun

    /// The id, which is not the one that it had before it was deleted.
    package let id: String

    /// The id of a player's team.
    package let team: String?
  }

  /// A change that may be taken back.
  package struct Undoable: Sendable, Hashable {
    /// The title of the change: `delete the team Crew`.
    package let title: String

    /// The names of the teams that the change has deleted.
    package let deletedTeams: [String]

    /// The names of the players that the change has deleted.
    package let deletedPlayers: [String]
  }

  /// Takes back a change, whichever program has made it with these operations; doing it twice with the last change does
  /// that again.
  ///
  /// - Parameter id: The name that the change was given; nil for the last one.
  /// - Returns: The change that was taken back.
  /// - Throws: ``LeagueError/nothingToUndo`` if the change is not known, ``LeagueError/alreadyUndone(_:)``,
  ///   ``LeagueError/tooLargeToUndo(_:)``, ``LeagueError/changedSince(_:)`` if objects of the change are
  ///   not as it has left them, and ``LeagueError/invalid(_:)`` if a deleted team cannot come back because another
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

  /// The change of a name, if it can be taken back as far as the journal knows.
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

  /// The record of a change that can be taken back.
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
