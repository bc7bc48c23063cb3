import CoreData

extension Tariff {
  static func find(_ name: String, in context: NSManagedObjectContext) throws -> Tariff? {
    let request = NSFetchRequest<Tariff>(entityName: "Tariff")
    request.predicate = NSPredicate(format: "%K == %@", #keyPath(Tariff.name), name)
    return try context.fetch(request).first
  }
}
