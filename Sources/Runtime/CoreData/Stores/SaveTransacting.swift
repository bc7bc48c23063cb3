import ObjectRows

/// A store that can do all of a save at once: give keys, look for conflicts, and write.
///
/// No other program changes the store between the search for conflicts and the writing, and nothing
/// of a save that fails remains, not even the keys.
protocol SaveTransacting: StoreAdapter {
  /// Says that a save begins; the store may be asked for keys and for conflicts next.
  func beginSave()

  /// Begins the transaction that a save is written in, unless it has begun.
  ///
  /// - Returns: Whether other programs may have saved since the last time. The store's cache has
  ///   set all rows aside then.
  func beginWriting() throws -> Bool

  /// The number of the save's transaction in the history, once it is committed; nil without one.
  var historyTransaction: Int64? { get }

  /// The row of an object as it was known before others saved.
  func formerRow(for reference: Reference) -> Row?

  /// Says that a save has ended, and takes back what was not made to last.
  func endSave()
}
