import CoreData

struct Requests {
  let context: NSManagedObjectContext

  func deleteAll(_ request: NSFetchRequest<Voyage>) throws {
    let batch = NSBatchDeleteRequest(fetchRequest: request as! NSFetchRequest<NSFetchRequestResult>)
    batch.resultType = .resultTypeCount
    try context.execute(batch)
  }

  func names() throws -> [[String: Any]] {
    let request = Ship.fetchRequest() as! NSFetchRequest<Ship>
    request.predicate = NSPredicate(format: "%K == YES", #keyPath(Ship.isActive))
    request.sortDescriptors = Sorting.byName()
    let dictionaries = (request as NSFetchRequest<Ship>) as! NSFetchRequest<NSDictionary>
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = [#keyPath(Ship.name)]
    return try context.fetch(dictionaries).map { $0 as! [String: Any] }
  }

  func ferries() throws -> [Ferry] {
    let request: NSFetchRequest<Ferry> = Ferry.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Ferry.seats), ascending: true)]
    return try context.fetch(request)
  }
}
