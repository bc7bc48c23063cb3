import CoreData
import EveryStore
import Foundation

// A model with every kind of relationship, and classes that record calls.

/// A managed object that records the calls of the runtime.
class Recorder: NSManagedObject {
  var calls: [String] = []

  /// An override as in apps; the callee releases the arguments, so they must be retained.
  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
  }

  override func awakeFromInsert() {
    calls.append("insert name=\(value(forKey: "name") as? String ?? "nil")")
  }

  override func awakeFromFetch() {
    calls.append("fetch")
    Self.onFetch?(self)
  }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    calls.append("snapshot \(flags.rawValue)")
  }

  override func prepareForDeletion() {
    calls.append("deleted \(isDeleted)")
    calls.append("prepare \((value(forKey: "children") as? NSSet)?.count ?? 0)")
  }

  override func willTurnIntoFault() {
    calls.append("willFault \(value(forKey: "name") as? String ?? "nil")")
  }

  override func didTurnIntoFault() { calls.append("didFault") }

  nonisolated(unsafe) static var onFetch: ((Recorder) -> Void)?
}

/// A plant with roots, branches and friends, whose custom getter returns the name in capitals.
final class Plant: Recorder {
  override func value(forKey key: String) -> Any? {
    key == "loudName"
      ? (value(forKey: "name") as? String)?.uppercased() : super.value(forKey: key)
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "loudName": ["name"]
    case "mood": ["loudName", "height", "mood"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
}

/// A pot, whose custom getter returns the title in capitals.
final class Pot: NSManagedObject {
  override func value(forKey key: String) -> Any? {
    key == "loudTitle"
      ? (value(forKey: "title") as? String)?.uppercased() : super.value(forKey: key)
  }
}

enum Garden {
  static func makeModel() -> NSManagedObjectModel {
    let plant = entity("Plant")
    let pot = entity("Pot")
    let label = entity("Label", className: nil)
    plant.properties = [
      attribute("name", .string, default: "new"), attribute("height", .integer32),
      attribute("mood", .string, isTransient: true),
    ]
    pot.properties = [attribute("title", .string), attribute("tags", .transformable)]
    label.properties = [attribute("text", .string)]
    connect(plant, "children", .many(.cascadeDeleteRule), plant, "parent", .one())
    connect(plant, "friends", .many(), plant, "friendOf", .many())
    connect(plant, "twin", .one(), plant, "twinOf", .one())
    connect(plant, "pot", .one(), pot, "plants", .ordered())
    connect(pot, "labels", .many(.denyDeleteRule), label, "pot", .one())
    connect(plant, "shades", .many(.noActionDeleteRule), plant, "shadedBy", .one())
    add(plant, "favourite", .one(), pot)
    add(plant, "visited", .many(), pot)
    let model = NSManagedObjectModel()
    model.entities = [plant, pot, label]
    return model
  }

  static func makeCoordinator() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
    try coordinator.openTestedStore()
    return coordinator
  }

  static func makeContext(
    _ coordinator: NSPersistentStoreCoordinator? = nil
  ) throws -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try coordinator ?? makeCoordinator()
    return context
  }

  enum End {
    case one(NSDeleteRule = .nullifyDeleteRule)
    case many(NSDeleteRule = .nullifyDeleteRule)
    case ordered(NSDeleteRule = .nullifyDeleteRule)
  }

  private static func connect(
    _ left: NSEntityDescription,
    _ name: String,
    _ end: End,
    _ right: NSEntityDescription,
    _ inverseName: String,
    _ inverseEnd: End
  ) {
    let there = add(left, name, end, right)
    let back = add(right, inverseName, inverseEnd, left)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }

  @discardableResult
  private static func add(
    _ entity: NSEntityDescription,
    _ name: String,
    _ end: End,
    _ destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.isOptional = true
    switch end {
    case .one(let rule):
      relationship.maxCount = 1
      relationship.deleteRule = rule
    case .many(let rule):
      relationship.maxCount = 0
      relationship.deleteRule = rule
    case .ordered(let rule):
      relationship.maxCount = 0
      relationship.isOrdered = true
      relationship.deleteRule = rule
    }
    entity.properties.append(relationship)
    return relationship
  }

  private static func entity(_ name: String, className: String? = "") -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = className == nil ? "NSManagedObject" : name
    return entity
  }

  private static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    default value: Any? = nil,
    isTransient: Bool = false
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.defaultValue = value
    attribute.isOptional = true
    attribute.isTransient = isTransient
    return attribute
  }
}

extension NSManagedObject {
  /// The destinations of a relationship.
  func objects(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }

  func object(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }
}
