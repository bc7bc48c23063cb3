import CoreData

enum Casting {
  static func copy(of request: NSFetchRequest<Ship>) -> NSFetchRequest<NSFetchRequestResult> {
    request.copy() as! NSFetchRequest<NSFetchRequestResult>
  }

  static func objects(_ request: NSPersistentStoreRequest) -> NSFetchRequest<NSManagedObject>? {
    request as? NSFetchRequest<NSManagedObject>
  }

  static func template(_ name: String, _ model: NSManagedObjectModel) -> NSFetchRequest<Ship>? {
    model.fetchRequestTemplate(forName: name) as? NSFetchRequest<Ship>
  }

  static func counted(_ context: NSManagedObjectContext) throws -> Int {
    let request: NSFetchRequest<NSFetchRequestResult> = Ship.fetchRequest()
    request.resultType = .countResultType
    return (try context.fetch(request).first as? NSNumber)?.intValue ?? -1
  }

  static func ids(_ context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
    let request: NSFetchRequest<NSManagedObjectID> = NSFetchRequest(entityName: "Ship")
    request.resultType = .managedObjectIDResultType
    return try context.fetch(request)
  }

  static func rows(_ context: NSManagedObjectContext) throws -> [[String: Any]] {
    let request: NSFetchRequest<NSFetchRequestResult> = Ship.fetchRequest()
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [#keyPath(Ship.imo)]
    return try context.fetch(request) as! [[String: Any]]
  }

  /// A request whose results are of another type than its own.
  static func wrong(_ context: NSManagedObjectContext) throws -> [Ferry] {
    let request: NSFetchRequest<Ferry> = Ferry.fetchRequest()
    request.resultType = .dictionaryResultType
    return try context.fetch(request)
  }
}
