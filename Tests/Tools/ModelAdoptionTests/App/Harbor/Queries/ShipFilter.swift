import CoreData

struct ShipFilter {
  var minimum = 0.0
  var predicate: NSPredicate {
    NSPredicate(format: "%K >= %@", argumentArray: [#keyPath(Ship.tonnage), minimum])
  }
}
