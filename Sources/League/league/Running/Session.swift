import LeagueOperations

/// One run of the program: where it reads and writes, and which store is meant.
struct Session: Sendable {
  let console: Console
  let location: StoreLocation

  /// The store, opened.
  func store() throws -> LeagueStore {
    try LeagueStore(location)
  }
}
