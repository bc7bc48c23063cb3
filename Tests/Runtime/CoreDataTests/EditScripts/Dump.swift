import CoreData
import Foundation

/// A textual dump of a context.
struct Dump {
  let lines: [String]

  /// The values of derived attributes.
  let values: [String]

  init(of context: NSManagedObjectContext) throws {
    let objects = try Self.objects(in: context)
    let computed = objects.filter { !$0.hasChanges }.flatMap(Self.computed)
    lines = objects.map { object in
      var parts = [Self.name(of: object), Self.state(of: object)]
      for (name, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
        if DrawnModel.derived.contains(name) { continue }
        switch property {
        case is NSFetchedPropertyDescription: continue
        case let relationship as NSRelationshipDescription:
          parts.append("\(name)=\(Self.ends(of: object, relationship))")
        default:
          guard let value = object.value(forKey: name) else { continue }
          parts.append("\(name)=\(Self.text(of: value))")
        }
      }
      return "  " + parts.joined(separator: " ")
    }
    values = computed
  }

  /// The values that databases have computed, which other stores do not.
  ///
  /// PostgreSQL leaves letters as they are that are folded to several.
  private static func computed(_ object: NSManagedObject) -> [String] {
    DrawnModel.derived.sorted().filter { object.entity.propertiesByName[$0] != nil }.map { key in
      let value = text(of: object.value(forKey: key)).replacingOccurrences(of: "ß", with: "ss")
      return "  \(name(of: object)) \(key)=\(value)"
    }
  }

  /// The objects in a context by key.
  static func objects(
    in context: NSManagedObjectContext,
    of entity: String = "Base"
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: DrawnModel.key, ascending: true)]
    return try context.fetch(request)
  }

  static func name(of object: NSManagedObject) -> String {
    let key = object.value(forKey: DrawnModel.key) as? Int
    return "\(object.entity.name ?? "")\(key.map { "\($0)" } ?? "?")"
  }

  private static func state(of object: NSManagedObject) -> String {
    [
      object.isInserted ? "i" : "", object.isUpdated ? "u" : "", object.isDeleted ? "d" : "",
      object.hasPersistentChangedValues ? "p" : "",
    ].joined()
  }

  /// The names of the destinations of a relationship.
  ///
  /// Deleted members are left out: if others have connected an object with a deleted one, it stays a member until a
  /// save, and a save that fails disconnects it only if the store has learned that others may have saved.
  private static func ends(
    of object: NSManagedObject,
    _ relationship: NSRelationshipDescription
  ) -> String {
    func names(_ members: some Sequence) -> [String] {
      members.compactMap { $0 as? NSManagedObject }.filter { !$0.isDeleted }.map(name)
    }
    switch object.value(forKey: relationship.name) {
    case let end as NSManagedObject: return name(of: end)
    case let members as NSOrderedSet: return "<" + names(members).joined(separator: ",")
    case let members as NSSet: return "{" + names(members).sorted().joined(separator: ",")
    default: return "-"
    }
  }

  static func text(of value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let members as [String: Any]:
      "["
        + members.sorted { $0.key < $1.key }.map { "\($0):\(text(of: $1))" }
        .joined(separator: ",")
    case let data as Data: "data \(data.map { "\($0)" }.joined())"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let text as String: "'\(text)'"
    case let value?: "\(value)"
    }
  }
}
