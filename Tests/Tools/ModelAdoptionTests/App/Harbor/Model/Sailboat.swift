import CoreData
import UIKit

/// The model knows the class by the name that it has in Objective-C.
@objc(Yacht)
final class Sailboat: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var sails: Int16

  @objc var title: String { "\(name ?? "-") (\(sails))" }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == #keyPath(title) ? [#keyPath(Sailboat.name), #keyPath(sails)] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}
