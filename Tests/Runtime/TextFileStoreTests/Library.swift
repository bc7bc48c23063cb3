import CoreData
import Foundation
import TemporaryFolders
import TextFileStore

/// A model with everything that a text file can represent, and stores of it in a folder.
final class Library {
  private let folder: TemporaryFolder

  /// Objects do not retain their contexts.
  private var contexts: [NSManagedObjectContext] = []

  init() throws {
    folder = try TemporaryFolder()
    TextFileStore.register()
  }

  func url(_ name: String = "library.txt") -> URL { URL(fileURLWithPath: folder.path(name)) }

  /// The lines of the file.
  func lines() throws -> [String] { try text().components(separatedBy: "\n") }

  func text() throws -> String { String(decoding: try Data(contentsOf: url()), as: UTF8.self) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: url()) }

  /// A context of a coordinator of its own with the store.
  func open(_ model: NSManagedObjectModel = Library.model()) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .textFile, at: url())
    return context(coordinator)
  }

  func context(_ coordinator: NSPersistentStoreCoordinator?) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  /// Books with a value of each type, an author, tags, and ordered chapters.
  static func model() -> NSManagedObjectModel {
    let types: [(String, NSAttributeDescription.AttributeType)] = [
      ("title", .string), ("isLent", .boolean), ("pages", .integer16), ("sold", .integer32),
      ("number", .integer64), ("weight", .double), ("rating", .float), ("price", .decimal),
      ("printed", .date), ("cover", .binaryData), ("uuid", .uuid), ("page", .uri),
      ("extra", .transformable),
    ]
    let book = entity("Book", types.map(attribute))
    let author = entity("Author", [attribute("name", .string)])
    let tag = entity("Tag", [attribute("name", .string)])
    let chapter = entity("Chapter", [attribute("title", .string)])
    connect(book, "author", isMany: false, author, "books", isMany: true)
    connect(book, "tags", isMany: true, tag, "books", isMany: true)
    connect(book, "chapters", isMany: true, isOrdered: true, chapter, "book", isMany: false)
    return model([book, author, tag, chapter])
  }

  static func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    return attribute
  }

  private static func connect(
    _ entity: NSEntityDescription,
    _ name: String,
    isMany: Bool,
    isOrdered: Bool = false,
    _ other: NSEntityDescription,
    _ inverse: String,
    isMany isInverseMany: Bool
  ) {
    let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, back.name) = (name, inverse)
    (there.destinationEntity, back.destinationEntity) = (other, entity)
    (there.inverseRelationship, back.inverseRelationship) = (back, there)
    (there.maxCount, back.maxCount) = (isMany ? 0 : 1, isInverseMany ? 0 : 1)
    (there.isOptional, back.isOptional) = (true, true)
    there.isOrdered = isOrdered
    entity.properties.append(there)
    other.properties.append(back)
  }
}

extension NSManagedObjectContext {
  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    object.setValuesForKeys(values)
    return object
  }

  func all(_ entity: String) throws -> [NSManagedObject] {
    try fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// The only object of an entity.
  func only(_ entity: String) throws -> NSManagedObject? {
    let found = try all(entity)
    return found.count == 1 ? found[0] : nil
  }
}
