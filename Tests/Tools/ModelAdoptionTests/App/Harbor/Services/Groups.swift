import CoreData

struct Groups {
  let none: NSSet = []
  var words: NSMutableSet? = ["a", "b"]

  func board(_ harbor: Harbor, _ ships: (Ship, Ship)) {
    harbor.ships = [ships.0]
    harbor.addToShips([ships.1])
  }

  func isBoard(_ harbor: Harbor, _ ships: (Ship, Ship)) -> Bool { harbor.ships == [ships.0, ships.1] }

  func both(_ first: Ship, _ second: Ship) -> NSSet { [first, second] as NSSet }
}
