import Foundation
import ManagedModel

/// The source of a program that reads and sets every property of generated classes in a store of another version of
/// their model.
///
/// Its arguments are the path of the model to open and that of a new store. It prints a line with `wrong`
/// for every value that is neither correct nor missing, a line with `none` for every property
/// that cannot be read, and one with `right` for every other.
struct OtherVersionProbe {
  /// The model from which the classes of the program are generated.
  let model: ResolvedModel

  var source: String {
    var text = Self.program
    for index in model.entities.indices {
      text += probe(index)
    }
    text += "nonisolated func probe(_ object: NSManagedObject) {\n"
    // Subclasses first: an object is also an instance of its superclasses.
    let depths = model.entities.map { ($0.entity.name, model.lineage(of: $0).count) }
    for (name, _) in depths.sorted(by: { $0.1 > $1.1 }) {
      text += "  if let object = object as? \(name) { return probe\(name)(object) }\n"
    }
    return text + "}\n"
  }

  private func probe(_ index: Int) -> String {
    let entity = model.entities[index].entity
    var text = "nonisolated func probe\(entity.name)(_ object: \(entity.name)) {\n"
    for ancestor in model.lineage(of: model.entities[index]) {
      let entity = ancestor.entity
      for attribute in entity.attributes {
        text += "  compare(object, \"\(attribute.name)\", object.\(attribute.name))\n"
        guard attribute.derivationExpression == nil, attribute.type != .transformable else {
          continue
        }
        text += "  let \(attribute.name) = object.\(attribute.name)\n"
        text += "  object.\(attribute.name) = \(attribute.name)\n"
        text += "  compare(object, \"\(attribute.name)\", object.\(attribute.name))\n"
      }
      for relationship in entity.relationships {
        text += "  compare(object, \"\(relationship.name)\", object.\(relationship.name))\n"
        text += "  object.\(relationship.name) = object.\(relationship.name)\n"
        text += "  compare(object, \"\(relationship.name)\", object.\(relationship.name))\n"
      }
    }
    return text + "}\n"
  }

  private static let program = """
    import CoreData

    @main nonisolated struct Main {
      static func main() throws {
        let words = CommandLine.arguments
        guard let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: words[1])) else {
          return print("wrong: no model")
        }
        let store = URL(fileURLWithPath: words[2])
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: store)
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = coordinator
        for object in fill(writer, model) { probe(object) }
        try writer.save()
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        for entity in model.entities where !entity.isAbstract {
          let request = NSFetchRequest<NSManagedObject>(entityName: entity.name!)
          request.includesSubentities = false
          for object in try reader.fetch(request) { probe(object) }
        }
        try reader.save()
      }

      /// Two objects of each entity with a value for each property, each with relationships to the first of their kind.
      static func fill(
        _ context: NSManagedObjectContext,
        _ model: NSManagedObjectModel
      ) -> [NSManagedObject] {
        let entities = model.entities.filter { !$0.isAbstract }
        let objects = (entities + entities).map { NSEntityDescription.insertNewObject(forEntityName: $0.name!, into: context) }
        for (number, object) in objects.enumerated() {
          for (name, attribute) in object.entity.attributesByName {
            object.setValue(value(name, number, attribute.type), forKey: name)
          }
          for (name, relationship) in object.entity.relationshipsByName {
            guard let end = objects.first(where: { $0.entity.isKindOf(entity: relationship.destinationEntity!) })
            else { continue }
            object.setValue(relationship.isToMany ? NSSet(object: end) : end, forKey: name)
          }
        }
        return objects
      }

      static func value(_ name: String, _ place: Int, _ type: NSAttributeDescription.AttributeType) -> Any? {
        let number = name.utf8.reduce(place + 7) { ($0 * 31 + Int($1)) % 30_011 } + 1
        switch type {
        case .string: return "text \\(number)"
        case .integer16, .integer32, .integer64: return number
        case .double, .float, .decimal: return Double(number) + 0.5
        case .boolean: return true
        case .date: return Date(timeIntervalSinceReferenceDate: Double(number))
        case .uuid: return UUID()
        case .binaryData: return Data([UInt8(number % 256), 1])
        default: return nil
        }
      }
    }

    nonisolated func compare(_ object: NSManagedObject, _ name: String, _ value: Any?) {
      let place = "\\(object.entity.name!).\\(name)"
      guard object.entity.propertiesByName[name] != nil else {
        print(isNone(value) ? "none: \\(place)" : "wrong: \\(place) is \\(value!), and not in the model")
        return
      }
      let stored = object.value(forKey: name)
      if same(value, stored) { return print("right: \\(place)") }
      if let part = unwrapped(value) as? Set<NSManagedObject>, let all = stored as? NSSet {
        // There are no classes for the entities of the others.
        let others = Set(all.compactMap { $0 as? NSManagedObject }).subtracting(part)
        if others.allSatisfy({ type(of: $0) == NSManagedObject.self }) { return print("none: \\(place)") }
      }
      print(isNone(value) ? "none: \\(place)" : "wrong: \\(place) is \\(value!), not \\(stored ?? "nil")")
    }

    nonisolated func same(_ left: Any?, _ right: Any?) -> Bool {
      switch (unwrapped(left), unwrapped(right)) {
      case (nil, nil): true
      case (let left as NSManagedObject, let right as NSManagedObject): left === right
      case (let left as Set<NSManagedObject>, let right as NSSet):
        Set(right.allObjects.compactMap { $0 as? NSManagedObject }) == left
      case (let left?, let right?): "\\(left)" == "\\(right)" || left as? NSNumber == right as? NSNumber && left is NSNumber
      case (let left, nil): isNone(left)
      default: false
      }
    }

    /// Whether a value is nil, or the substitute that accessors return.
    nonisolated func isNone(_ value: Any?) -> Bool {
      switch unwrapped(value) {
      case nil: true
      case let text as String: text.isEmpty
      case let date as Date: date.timeIntervalSinceReferenceDate == 0
      case let uuid as UUID: uuid.uuidString.allSatisfy { $0 == "0" || $0 == "-" }
      case let data as Data: data.isEmpty
      case let objects as any Collection: objects.isEmpty
      case let number?: "\\(number)" == "0" || "\\(number)" == "0.0" || "\\(number)" == "false"
      }
    }

    nonisolated func unwrapped(_ value: Any?) -> Any? {
      guard let value else { return nil }
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    """
}
