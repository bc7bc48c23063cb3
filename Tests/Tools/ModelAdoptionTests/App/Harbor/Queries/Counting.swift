import CoreData

extension NSManagedObjectContext {
  func count<T: NSManagedObject>(_ type: T.Type) throws -> Int {
    try count(for: NSFetchRequest<NSFetchRequestResult>(entityName: type.entity().name ?? ""))
  }
}
