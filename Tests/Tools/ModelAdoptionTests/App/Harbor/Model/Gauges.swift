import CoreData

/// Classes inside of a type, of which one inherits from another, in a model that is made in code.
public enum Gauges {
  @objc(GaugeObject)
  open class Gauge: NSManagedObject {
    @NSManaged open var level: Double
    @NSManaged open var title: String?

    /// The level in other units; the set is of both.
    @objc open var percent: Double {
      get { level * 100 }
      set { level = newValue / 100 }
    }

    @objc func validateLevel(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
      guard let level = value.pointee as? Double, level < 0 else { return }
      throw NSError(domain: "Harbor", code: 7, userInfo: [NSValidationKeyErrorKey: #keyPath(Gauge.level)])
    }
  }

  public final class Tide: Gauge {
    @NSManaged public var height: Float
    @NSManaged var mark: Mark?
  }

  /// A reading that is kept as an archive.
  @objc(Mark) public final class Mark: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }
    public let text: String
    public init(_ text: String) { self.text = text }
    public init?(coder: NSCoder) { text = coder.decodeObject(of: NSString.self, forKey: "text") as String? ?? "" }
    public func encode(with coder: NSCoder) { coder.encode(text as NSString, forKey: "text") }
  }

  static func makeModel() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    let gauge = NSEntityDescription()
    gauge.name = "Gauge"
    gauge.managedObjectClassName = NSStringFromClass(Gauge.self)
    gauge.properties = [
      attribute(#keyPath(Gauge.level), .doubleAttributeType), attribute(#keyPath(Gauge.title), .stringAttributeType),
    ]
    let tide = NSEntityDescription()
    tide.name = "Tide"
    tide.managedObjectClassName = NSStringFromClass(Tide.self)
    let mark = attribute("mark", .transformableAttributeType)
    tide.properties = [attribute(#keyPath(Tide.height), .floatAttributeType), mark]
    gauge.subentities = [tide]
    let model = NSManagedObjectModel()
    model.entities = [gauge, tide]
    return model
  }
}

private typealias Tide = Gauges.Tide

extension Gauges.Gauge {
  static var keys: [String] { [#keyPath(Tide.level), #keyPath(Tide.height)] }
}
