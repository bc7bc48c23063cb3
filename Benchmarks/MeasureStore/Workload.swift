/// What is measured, and how much of the time of the C interface it may take.
///
/// The bounds are ratios. "Must" is below the best Swift library that returns comparable objects; "stretch" is what
/// is aimed at.
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
  case count = "i:count"
  case group = "i:group"

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
    case .count: "1,000 counts by team, 20 of all"
    case .group: "10 times the players by their teams"
    }
  }

  var bounds: (must: Double, stretch: Double)? {
    switch self {
    case .insert: (2.0, 1.4)
    case .fetch: (1.35, 1.15)
    case .fetchAgain: (1.0, 0.8)
    case .lookUp: (1.1, 0.4)
    case .search: (1.05, 0.85)
    case .searchIndexed: (1.15, 0.65)
    case .update: (1.5, 1.2)
    case .walk: (1.35, 1.15)
    case .deleteObjects: (1.6, 1.3)
    case .smallSaves: (1.6, 1.3)
    case .count, .group: (1.3, 1.1)
    case .lookUpPinned, .searchIndexedPinned, .walkPrefetched, .deleteSet: nil
    }
  }

  /// Whether the store is empty at first.
  var startsEmpty: Bool { self == .insert }

  var wantsIndex: Bool { self == .searchIndexed || self == .searchIndexedPinned }

  /// Whether all reading is done in one state of the store.
  var isPinned: Bool { self == .lookUpPinned || self == .searchIndexedPinned }
}
