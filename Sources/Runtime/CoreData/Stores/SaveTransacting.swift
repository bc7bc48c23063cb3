/// A store that can do all of a save at once: give keys, look for conflicts, and write.
///
/// No other program changes the store between the search for conflicts and the writing, and nothing
/// of a save that fails remains, not even the keys.
protocol SaveTransacting: StoreAdapter {
  /// Says that a save begins; the store may be asked for keys and for conflicts next.
  func beginSave()

  /// Says that a save has ended, and takes back what was not made to last.
  func endSave()
}
