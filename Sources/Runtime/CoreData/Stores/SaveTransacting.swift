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

extension NSPersistentStoreCoordinator {
  /// Does all that belongs to one save.
  final func saving<Result>(_ body: () throws -> Result) rethrows -> Result {
    let adapters = openStores.compactMap { $0.adapter as? any SaveTransacting }
    for adapter in adapters { adapter.beginSave() }
    defer { for adapter in adapters { adapter.endSave() } }
    return try body()
  }
}
