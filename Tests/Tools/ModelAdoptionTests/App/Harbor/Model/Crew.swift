import CoreData
import Foundation

@objc(Crew) public class Crew: NSManagedObject {
  @NSManaged public var firstName: String
  @NSManaged public var lastName: String?
  @NSManaged public var bornAt: Date?
  @NSManaged public var ship: Ship?
  @NSManaged public var permits: Set<Permit>?

  @objc public class func keyPathsForValuesAffectingFullName() -> Set<String> {
    [#keyPath(Crew.firstName), #keyPath(Crew.lastName)]
  }

  public @objc var fullName: String { [firstName, lastName ?? ""].joined(separator: " ") }
}
