/// The measured workloads, each with the bounds of its time and memory.
///
/// The bounds of time are ratios to the C interface of SQLite. "Must" is below the best Swift library that returns
/// comparable objects; "goal" is the aim beyond that.
enum Workload: String, CaseIterable {
  case insert = "a"
  case fetch = "b"
  case fetchAgain = "b:again"
  case lookUp = "c"
  case lookUpPinned = "c:pinned"
  case search = "d"
  case searchIndexed = "d:indexed"
  case searchIndexedPinned = "d:pinned"
  case update = "e"
  case walk = "f"
  case walkPrefetched = "f:prefetch"
  case deleteSet = "g"
  case deleteObjects = "g:objects"
  case smallSaves = "h"
  case formattedSaves = "h:least"
  case count = "i:count"
  case group = "i:group"
  case groupDictionaries = "i:least"

  /// Only measured to check that it does not depend on the number of rows.
  case countFew = "i:few"

  /// The workloads of the table.
  static let table = allCases.filter { $0 != .countFew }

  var title: String {
    switch self {
    case .insert: "insert 1,000 teams and 100,000 players, one save"
    case .fetch: "fetch 100,000 players, read 3 strings of each"
    case .fetchAgain: "the same, registered in the context already"
    case .lookUp: "10,000 players by their IDs"
    case .lookUpPinned: "the same, in a query generation"
    case .search: "100 times a prefix, sorted, 50 at most"
    case .searchIndexed: "1,000 times, with an index"
    case .searchIndexedPinned: "the same, in a query generation"
    case .update: "change one value of 100,000 players, save"
    case .walk: "from 1,000 teams to their 100 players each"
    case .walkPrefetched: "the same, prefetched"
    case .deleteSet: "delete 200 teams and their players, batch request"
    case .deleteObjects: "the same, object by object"
    case .smallSaves: "5,000 saves of one player"
    case .formattedSaves: "the same, with the statements of the format"
    case .count: "1,000 counts by team, 20 of all"
    case .group: "10 times the players by their teams"
    case .groupDictionaries: "the same, with dictionaries"
    case .countFew: "1,000 counts of the players of a team"
    }
  }

  /// The ratios to the C interface that must, and that should, be reached.
  var bounds: (must: Double, goal: Double)? {
    switch self {
    case .insert: (2.0, 1.5)
    case .fetch: (1.6, 1.35)
    case .fetchAgain: (1.0, 0.8)
    case .lookUp: (1.1, 0.6)
    case .search: (0.85, 0.85)
    case .searchIndexed: (1.1, 0.7)
    case .update: (1.7, 1.3)
    case .walk: (1.6, 1.3)
    case .walkPrefetched: (1.6, 1.2)
    case .deleteSet: (1.5, 1.1)
    case .deleteObjects: (2.0, 1.5)
    case .smallSaves: (1.8, 1.2)
    case .count: (1.3, 1.1)
    case .group: (1.1, 1.0)
    case .lookUpPinned, .searchIndexedPinned, .formattedSaves, .groupDictionaries, .countFew: nil
    }
  }

  /// The growth of the process in MiB that a workload must, and should, stay below.
  var memoryBounds: (must: Double, goal: Double)? {
    switch self {
    case .insert: (35, 25)
    case .fetch: (28, 20)
    case .update: (45, 30)
    default: nil
    }
  }

  /// Whether other libraries have an equivalent of this workload.
  var hasPeers: Bool { !isPinned && !isLowerBound }

  /// Whether the other program does the least that is needed for the store's files or results.
  var isLowerBound: Bool { self == .formattedSaves || self == .groupDictionaries }

  /// Whether the store is empty at first.
  var startsEmpty: Bool { self == .insert }

  var wantsIndex: Bool { self == .searchIndexed || self == .searchIndexedPinned }

  /// Whether all reads see one state of the store.
  var isPinned: Bool { self == .lookUpPinned || self == .searchIndexedPinned }
}
