import CoreData
import Foundation
import PropertyLists
import SQLDriver
import SQLiteDriver

/// Shorthand for models in code.
enum Versions {
  /// The options that migrate a store automatically.
  static var migrating: [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
  }

  static func model(_ entities: () -> [NSEntityDescription]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities()
    return model
  }

  static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription],
    _ children: [NSEntityDescription] = []
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = properties
    entity.subentities = children
    return entity
  }

  static func text(_ name: String, was: String? = nil) -> NSAttributeDescription {
    attribute(name, .string, was: was)
  }

  static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    was: String? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    attribute.renamingIdentifier = was
    return attribute
  }

  /// A relationship and its inverse.
  static func ends(
    _ first: (entity: NSEntityDescription, name: String, isToMany: Bool, isOrdered: Bool),
    _ second: (entity: NSEntityDescription, name: String, isToMany: Bool, isOrdered: Bool)
  ) {
    let (one, other) = (NSRelationshipDescription(), NSRelationshipDescription())
    for (end, description, destination) in [
      (one, first, second.entity), (other, second, first.entity),
    ] {
      end.name = description.name
      end.maxCount = description.isToMany ? 0 : 1
      end.isOrdered = description.isOrdered
      end.isOptional = true
      end.destinationEntity = destination
    }
    one.inverseRelationship = other
    other.inverseRelationship = one
    first.entity.properties += [one]
    second.entity.properties += [other]
  }

  /// Removes the entity tables from a store, and the entities from its metadata.
  static func empty(storeAt url: URL) throws {
    let connection = try SQLiteConnection(path: url.path)
    defer { connection.close() }
    guard case .blob(let bytes) = try connection.value("SELECT Z_PLIST FROM Z_METADATA"),
      case .dictionary(let metadata) = try PropertyList(binary: bytes)
    else { return }
    let entries = metadata.entries.map { entry -> PropertyListDictionary.Entry in
      entry.key == NSStoreModelVersionHashesKey
        ? .init(entry.key, .dictionary(PropertyListDictionary([]))) : entry
    }
    try connection.run(
      "UPDATE Z_METADATA SET Z_PLIST = ?",
      .blob(PropertyList.dictionary(PropertyListDictionary(entries)).binary())
    )
    for row in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' AND name NOT LIKE 'Z\\_%' "
        + "ESCAPE '\\'"
    ) {
      guard case .text(let name) = row[0] else { continue }
      try connection.execute("DROP TABLE \(name)")
    }
    try connection.execute("DELETE FROM Z_PRIMARYKEY; DELETE FROM Z_MODELCACHE")
  }
}
