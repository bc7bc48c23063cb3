import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

/// A store of a small model in a schema of its own, which is removed when the value is released.
final class Shop {
  let url: URL
  let schema: String

  /// The coordinators with the store, each like a program.
  private var coordinators: [NSPersistentStoreCoordinator] = []

  /// Makes a second connection to the store's server.
  private let connecting: () throws -> PostgreSQLConnection

  init() {
    schema = "shop" + UUID().uuidString.lowercased()
    url = PostgreSQLServer.url(schema: schema)
    connecting = { try PostgreSQLServer.connect() }
  }

  /// A store on a given server.
  init(on server: OwnServer, schema: String = "shop" + UUID().uuidString.lowercased()) {
    self.schema = schema
    url = server.url(schema: schema)
    connecting = { try server.connect() }
  }

  deinit {
    for coordinator in coordinators {
      for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }
    try? connecting().execute("DROP SCHEMA IF EXISTS \(quotedSchema) CASCADE")
  }

  /// Items with unique names, in boxes.
  static func model() -> NSManagedObjectModel {
    let item = entity("Item", [("name", .string), ("price", .integer16), ("note", .string)])
    item.uniquenessConstraints = [["name"]]
    let box = entity("Box", [("label", .string)])
    let inside = NSRelationshipDescription()
    let items = NSRelationshipDescription()
    for (relationship, name, end, count) in [
      (inside, "box", box, 1), (items, "items", item, 0),
    ] {
      relationship.name = name
      relationship.destinationEntity = end
      relationship.maxCount = count
      relationship.isOptional = true
      relationship.deleteRule = .nullifyDeleteRule
    }
    inside.inverseRelationship = items
    items.inverseRelationship = inside
    item.properties.append(inside)
    box.properties.append(items)
    let model = NSManagedObjectModel()
    model.entities = [item, box]
    return model
  }

  static func entity(
    _ name: String,
    _ attributes: [(String, NSAttributeDescription.AttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  private var quotedSchema: String {
    (try? SQLDialect.postgreSQL.identifier(schema)) ?? "nowhere"
  }

  /// Opens the store with a coordinator of its own, like another program.
  func open(
    _ options: [String: Any] = [:],
    model: NSManagedObjectModel = Shop.model()
  ) throws -> NSPersistentStoreCoordinator {
    var all: [String: Any] = [OpenCoreDataPostgreSQLCreatesSchemaOption: true]
    all.merge(options) { _, new in new }
    let coordinator = try Self.open(url, all, model)
    coordinators.append(coordinator)
    return coordinator
  }

  /// Opens a store whose URL or options are not those of a shop.
  static func open(
    _ url: URL,
    _ options: [String: Any] = [:],
    _ model: NSManagedObjectModel = Shop.model()
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
    return coordinator
  }

  /// The URL with a default isolation level.
  func url(isolation: String) throws -> URL {
    var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    let value = isolation.replacingOccurrences(of: " ", with: "\\ ")
    components.queryItems?.append(
      URLQueryItem(name: "options", value: "-c default_transaction_isolation=\(value)")
    )
    return try #require(components.url)
  }

  /// A second connection, with the store's schema in the search path.
  func connect() throws -> any SQLConnection {
    let connection = try connecting()
    try connection.execute("SET search_path = \(quotedSchema)")
    return connection
  }

  /// Makes the server execute a statement whenever items are inserted, or when that is committed, with a trigger
  /// `slow`.
  func whenInserting(_ statement: String, isCommitting: Bool = false) throws {
    let trigger =
      isCommitting
      ? "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
      : "CREATE TRIGGER slow AFTER INSERT ON item"
    try connect().execute(
      """
      CREATE FUNCTION \(quotedSchema).slow() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN \(statement); RETURN NULL; END $$;
      \(trigger) EXECUTE FUNCTION \(quotedSchema).slow()
      """
    )
  }

  /// Terminates the other connections of a program.
  func endConnections(of application: String) throws {
    try connect().run(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1",
      .text(application)
    )
  }
}

extension NSPersistentStoreCoordinator {
  func removeStores() throws {
    for store in persistentStores { try remove(store) }
  }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = self
    return context
  }
}

extension NSManagedObjectContext {
  /// Inserts an item.
  @discardableResult
  func item(_ name: String, price: Int = 0) throws -> NSManagedObject {
    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: self)
    item.setValue(name, forKey: "name")
    item.setValue(price, forKey: "price")
    return item
  }

  /// The names of the items that match a predicate.
  func names(_ format: String = "TRUEPREDICATE") throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: format)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }
}
