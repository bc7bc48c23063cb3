import CoreData

struct Importer {
  let context: NSManagedObjectContext
  func ferry(_ name: String, seats: Int32) -> Ferry {
    let ferry = Ferry(context: context)
    ferry.name = name
    ferry.seats = seats
    return ferry
  }
}
