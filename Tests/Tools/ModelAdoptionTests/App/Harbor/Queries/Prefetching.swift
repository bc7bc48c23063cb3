import CoreData

enum Prefetching {
  static var all: [String] { [#keyPath(Voyage.cargo), #keyPath(Voyage.ship.home)] }
}
