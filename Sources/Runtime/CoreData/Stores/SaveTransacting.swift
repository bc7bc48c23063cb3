import ObjectRows

/// A store that executes a save in one transaction: taking keys, searching for conflicts, and writing.
///
/// No other program changes the store between the search for conflicts and the writing, and nothing remains of a
/// failed save, not even the keys.
protocol SaveTransacting: StoreAdapter {
  /// Begins a save; requests for keys and searches for conflicts may follow.
  func beginSave()

  /// Begins the transaction in which a save is written, unless it has begun.
  ///
  /// - Returns: Whether other programs may have saved since the last call. The store's cache has set all rows aside
  ///   then.
  func beginWriting() throws -> Bool

  /// The number of the save's transaction in the history, once it is committed; nil without one.
  var historyTransaction: Int64? { get }

  /// Returns the row of an object from before others saved.
  func formerRow(for reference: Reference) -> Row?

  /// Ends a save, and rolls back what was not committed.
  func endSave()
}
