import CoreData
import Foundation

/// A vessel; `#keyPath(Ship.name)` in a comment is text.
@objc(Ship)
open class Ship: NSManagedObject {
  @objc public enum Kind: Int16 {
    case ferry, freighter
    case other
  }

  // Public properties
  @NSManaged public var imo: Int64
  @NSManaged public var tonnage: NSNumber?
  @NSManaged public var isActive: Bool, builtAt: Date?
  @NSManaged public internal(set) var plan: Data?
  @NSManaged var identifier: UUID!
  @NSManaged public var site: URL?
  @NSManaged public var value: NSDecimalNumber?
  @NSManaged public var home: Harbor?
  @NSManaged public var berth: Berth?
  @NSManaged public var crew: Set<Crew>
  @NSManaged public var voyages: NSOrderedSet?
  @NSManaged var tags: Set<Labels.Tag>?

  // Custom accessors over primitive values
  @NSManaged private var primitiveName: String?
  @NSManaged fileprivate var primitiveKindValue: NSNumber?

  @objc public var name: String? {
    get {
      willAccessValue(forKey: #keyPath(Ship.name))
      defer { didAccessValue(forKey: #keyPath(Ship.name)) }
      return primitiveName
    }
    set {
      willChangeValue(forKey: #keyPath(name))
      primitiveName = newValue.map { $0.uppercased() }
      didChangeValue(forKey: #keyPath(name))
    }
  }

  public var kind: Kind {
    get { Kind(rawValue: primitiveKindValue?.int16Value ?? 2) ?? .other }
    set {
      willChangeValue(forKey: "kindValue")
      primitiveKindValue = NSNumber(value: newValue.rawValue)
      didChangeValue(forKey: "kindValue")
    }
  }

  @objc dynamic var isSelected = false

  public override func awakeFromInsert() {
    super.awakeFromInsert()
    identifier = UUID()
    isActive = true
  }
}

extension Ship {
  @objc(addCrewObject:) @NSManaged public func addToCrew(_ value: Crew)
  @objc(removeCrewObject:) @NSManaged public func removeFromCrew(_ value: Crew)
  @NSManaged func addCrew(_ values: Set<Crew>)
  @NSManaged func removeCrew(_ values: NSSet?)
  @objc(insertObject:inVoyagesAtIndex:)
  @NSManaged func insertIntoVoyages(_ value: Voyage, at idx: Int)
}
