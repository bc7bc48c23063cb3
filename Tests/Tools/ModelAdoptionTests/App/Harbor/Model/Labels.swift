import CoreData

enum Labels {
  /// The name of the class is that of the entity.
  @objc(Tag)
  class Tag: NSManagedObject {
    @NSManaged var title: String?
    @NSManaged var color: Int32
    @NSManaged var ships: Set<Ship>?
  }
}
