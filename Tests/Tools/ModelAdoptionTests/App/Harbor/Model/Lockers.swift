import CoreData

/// Lockers on the quay, in a model that is made in code: values of any type, and a class without properties of its own.
enum Lockers {
  fileprivate final class Key: NSManagedObject {
    @NSManaged var number: Int16
    @NSManaged var locker: Locker?
  }

  class Locker: NSManagedObject {
    @NSManaged var title: String?
    @NSManaged var content: NSObject?
    @NSManaged var note: Any?
    @NSManaged var mark: AnyHashable?
    @NSManaged var list: [Any]
    @NSManaged var spares: Set<NSObject>
    @NSManaged fileprivate var keys: Set<Key>
    @NSManaged fileprivate func addToKeys(_ key: Key)

    @objc var shortTitle: String { String((title ?? "").prefix(3)) }

    @objc func validateTitle(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
      if value.pointee as? String == "" { throw NSError(domain: "Lockers", code: 3) }
    }
  }

  class Cupboard: Locker {}

  final class Safe: Cupboard {
    @NSManaged var code: String?
    @objc var secret: Bool { code != nil }

    static func names() -> [String] { [#keyPath(Safe.code), #keyPath(Safe.title)] }
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func entity(_ name: String, _ type: NSManagedObject.Type) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = NSStringFromClass(type)
    return entity
  }

  private static func model() -> NSManagedObjectModel {
    let key = entity("Key", Key.self), locker = entity("Locker", Locker.self)
    let cupboard = entity("Cupboard", Cupboard.self), safe = entity("Safe", Safe.self)
    let keys = NSRelationshipDescription(), back = NSRelationshipDescription()
    (keys.name, keys.destinationEntity) = ("keys", key)
    (back.name, back.destinationEntity, back.maxCount) = ("locker", locker, 1)
    (keys.inverseRelationship, back.inverseRelationship) = (back, keys)
    let spares = NSRelationshipDescription()
    (spares.name, spares.destinationEntity) = ("spares", key)
    key.properties = [attribute("number", .integer16AttributeType), back]
    locker.properties = [
      attribute("title", .stringAttributeType), attribute("content", .transformableAttributeType),
      attribute("note", .transformableAttributeType), attribute("mark", .transformableAttributeType),
      attribute("list", .transformableAttributeType), keys, spares,
    ]
    safe.properties = [attribute("code", .stringAttributeType)]
    cupboard.subentities = [safe]
    locker.subentities = [cupboard]
    let model = NSManagedObjectModel()
    model.entities = [key, locker, cupboard, safe]
    return model
  }

  /// Fills a locker, and gives a text about each thing that is not as it should be.
  static func faults() throws -> [String] {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let safe = Safe(context: context)
    safe.title = "Seven"
    safe.content = NSNumber(value: 4)
    safe.note = NSString("full")
    safe.mark = NSNumber(value: 2)
    safe.list = [1, "two"]
    safe.addToKeys(Key(context: context))
    safe.spares = [Key(context: context), Key(context: context)]
    try context.save()
    context.refresh(safe, mergeChanges: false)
    var faults: [String] = []
    if safe.content != NSNumber(value: 4) || safe.note as? String != "full" || safe.mark == nil { faults.append("values") }
    if safe.list.count != 2 || safe.spares.count != 2 { faults.append("collections") }
    if safe.keys.first?.locker !== safe { faults.append("keys") }
    if NSSortDescriptor(keyPath: \Safe.title, ascending: true).key != "title" { faults.append("title of a safe") }
    if NSSortDescriptor(keyPath: \Cupboard.title, ascending: true).key != "title" { faults.append("title of a cupboard") }
    if NSSortDescriptor(keyPath: \Cupboard.shortTitle, ascending: true).key != "shortTitle" { faults.append("a name") }
    if safe.value(forKey: "shortTitle") as? String != "Sev" || safe.value(forKey: "secret") as? Bool != false {
      faults.append("properties by name")
    }
    let fault = Cupboard(context: context)
    fault.title = ""
    if (try? context.save()) != nil { faults.append("an inherited check") }
    return faults
  }
}
