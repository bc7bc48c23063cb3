import CoreData
import Fleet

/// Puts vessels into a store, and says what a request of another type finds there.
public func report(_ type: String, in folder: URL) async throws -> String {
  let container = NSPersistentContainer(name: "Fleet")
  let store = NSPersistentStoreDescription(url: folder.appendingPathComponent("Fleet.sqlite"))
  store.type = type
  container.persistentStoreDescriptions = [store]
  var failure: (any Error)?
  container.loadPersistentStores { _, error in failure = error }
  if let failure { throw failure }
  let context = container.newBackgroundContext()
  return try await context.perform {
    let mooring = Mooring(context: context)
    for (name, tons) in [("Dora", 40.5), ("Ada", 12.5)] {
      let vessel = Vessel(context: context)
      vessel.name = name
      vessel.tons = NSNumber(value: tons)
      vessel.mooring = mooring
    }
    try context.save()
    let request = NSFetchRequest<Vessel>(entityName: "Vessel")
    request.sortDescriptors = [Vessel.byName()]
    request.predicate = NSPredicate(format: "%K == %@", #keyPath(Vessel.mooring.label), "free")
    let ids = request as! NSFetchRequest<NSManagedObjectID>
    ids.resultType = .managedObjectIDResultType
    let objects = try context.fetch(ids).map { try context.existingObject(with: $0) as? Vessel }
    return objects.map { $0?.title ?? "none" }.joined(separator: ", ")
  }
}
