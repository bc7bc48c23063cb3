import CoreData

enum Sorting {
  static func byName() -> [NSSortDescriptor] {
    [
      NSSortDescriptor(
        key: #keyPath(Ship.name), ascending: true, selector: #selector(NSString.localizedStandardCompare(_:))),
      NSSortDescriptor(key: #keyPath(Ship.home.address.city), ascending: false),
    ]
  }

  static let text = "no edit in #keyPath(Ship.name), but \(#keyPath(Harbor.berths.number)) here"
  static let raw = #"\(#keyPath(Ship.name)) \#(#keyPath(Ship.berth.harbor))"#
  static let long = """
    #keyPath(Ship.name)
    \(#keyPath(Voyage.ship.name))
    """
}
