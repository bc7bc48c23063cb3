import CoreData

extension LeagueStore {
  /// What was taken back, or done again.
  package struct Undone: Sendable, Hashable {
    /// What was done in the first place: `add the team Crew`.
    package let title: String

    /// Whether it was done again, because it had been undone before.
    package let isRedone: Bool
  }

  /// Takes back the last change, whichever program has made it with these operations; doing it twice does the
  /// change again.
  ///
  /// - Returns: What was taken back.
  /// - Throws: ``LeagueError/nothingToUndo``, or ``LeagueError/changedSince(_:)`` if objects of the change are
  ///   not as it has left them.
  package func undo() throws -> Undone {
    let record = try changeBack { record, league in
      var reversal = ChangeReversal(of: record, in: league)
      try reversal.run()
    }
    return Undone(title: record.title, isRedone: record.isUndoing)
  }
}
