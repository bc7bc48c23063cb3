import CoreData

// As an app has it: it compiles on Linux when `swift package adopt` has edited it.

@objc(Vessel)
public class Vessel: NSManagedObject {
  @NSManaged public var name: String?
  @NSManaged public var tons: NSNumber?
  @NSManaged public var mooring: Mooring?

  @objc public var title: String { "\(name ?? "-") \(tons ?? 0)" }

  public class func byName() -> NSSortDescriptor {
    NSSortDescriptor(key: #keyPath(Vessel.name), ascending: true)
  }
}

/// The class is generated, so that an extension is the only place for its overrides.
extension Mooring {
  public override func awakeFromInsert() {
    super.awakeFromInsert()
    label = "free"
  }
}
