import CoreData

/// A class as in a program for Apple's platforms; the plugin writes the companion.
final class ManagedPlayer: NSManagedObject {
  @NSManaged var city: String?
  @NSManaged var email: String?
  @NSManaged var goals: Int64
  @NSManaged var height: Double
  @NSManaged var name: String?
}
