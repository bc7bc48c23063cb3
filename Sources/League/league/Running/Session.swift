import LeagueOperations

/// One run of the program: the console, and the location of the store.
struct Session: Sendable {
  let console: Console
  let location: StoreLocation

  /// The store, opened.
  func store() throws -> LeagueStore {
    try LeagueStore(location)
  }
}
