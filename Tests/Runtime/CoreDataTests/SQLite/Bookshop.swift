import CoreData
import Foundation

/// A model for batch requests: shelves with books that are deleted with them, and notes that are not.
enum Bookshop {
  static func makeModel() -> NSManagedObjectModel {
    let shelf = entity("Shelf", [attribute("name", .string)])
    let isbn = attribute("isbn", .string)
    isbn.preservesValueInHistoryOnDeletion = true
    let book = entity(
      "Book",
      [isbn, attribute("title", .string), attribute("pages", .integer32, default: 100)]
    )
    book.uniquenessConstraints = [["isbn"]]
    let novel = entity("Novel", [attribute("genre", .string)])
    book.subentities = [novel]
    let note = entity("Note", [attribute("text", .string)])
    let tag = entity("Tag", [attribute("name", .string)])
    connect(shelf, "books", .cascadeDeleteRule, book, "shelf", .nullifyDeleteRule)
    connect(book, "notes", .nullifyDeleteRule, note, "book", .nullifyDeleteRule)
    connect(book, "tags", .nullifyDeleteRule, tag, "books", .denyDeleteRule, isToMany: true)
    let model = NSManagedObjectModel()
    model.entities = [shelf, book, novel, note, tag]
    return model
  }

  private static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = properties
    return entity
  }

  private static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.defaultValue = value
    attribute.isOptional = true
    return attribute
  }

  /// A to-many relationship and its inverse.
  private static func connect(
    _ source: NSEntityDescription,
    _ name: String,
    _ rule: NSDeleteRule,
    _ destination: NSEntityDescription,
    _ inverseName: String,
    _ inverseRule: NSDeleteRule,
    isToMany: Bool = false
  ) {
    let forth = NSRelationshipDescription()
    forth.name = name
    forth.destinationEntity = destination
    forth.deleteRule = rule
    forth.maxCount = 0
    let back = NSRelationshipDescription()
    back.name = inverseName
    back.destinationEntity = source
    back.deleteRule = inverseRule
    back.maxCount = isToMany ? 0 : 1
    forth.inverseRelationship = back
    back.inverseRelationship = forth
    for relationship in [forth, back] { relationship.isOptional = true }
    source.properties.append(forth)
    destination.properties.append(back)
  }

  /// Inserts an object with some values.
  @discardableResult
  static func make(
    _ entity: String,
    _ values: [String: Any],
    in context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (name, value) in values { object.setValue(value, forKey: name) }
    return object
  }

  /// The values of one attribute of all objects of an entity, sorted.
  static func values(
    _ name: String,
    of entity: String,
    in context: NSManagedObjectContext
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    return try context.fetch(request).map { "\($0.value(forKey: name) ?? "-")" }.sorted()
  }
}
