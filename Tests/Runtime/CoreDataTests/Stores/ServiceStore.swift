import CoreData
import Foundation

extension NSPersistentStore.StoreType {
  /// A store in a ``Service``.
  static let service = Self(rawValue: ServiceStore.typeName)
}

/// The records of a simulated remote service, by name.
final class Service: @unchecked Sendable {
  struct Record {
    var entity: String
    var values: [String: Any]
    var ends: [String: [String]]
    var version: UInt64
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var services: [URL: Service] = [:]

  /// The service at a URL, which lives as long as the process.
  static func at(_ url: URL) -> Service {
    lock.withLock {
      if let known = services[url] { return known }
      let made = Service()
      services[url] = made
      return made
    }
  }

  var records: [String: Record] = [:]
  var order: [String] = []
  var lastNumber = 0
  var metadata: [String: Any]?

  /// The requests so far, for tests.
  var log: [String] = []

  /// Whether the service fails to return the members of to-many relationships.
  var hidesMembers = false
}

/// An incremental store with a ``Service`` as its backend.
final class ServiceStore: NSIncrementalStore, @unchecked Sendable {
  static let typeName = "Service"

  /// Registers the store type.
  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(ServiceStore.self, type: .service)
  }

  private var service: Service { Service.at(url ?? URL(fileURLWithPath: "/")) }

  /// An option with which the service evaluates the predicates of requests.
  static let appliesConditions = "ServiceStoreAppliesConditions"

  override var type: String { Self.typeName }

  override func loadMetadata() throws {
    service.log.append("loadMetadata")
    metadata =
      service.metadata ?? [
        NSStoreTypeKey: Self.typeName,
        NSStoreUUIDKey: Self.identifierForNewStore(at: url ?? URL(fileURLWithPath: "/")),
      ]
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    service.log.append("obtainPermanentIDs \(array.count)")
    return array.map { object in
      service.lastNumber += 1
      return newObjectID(for: object.entity, referenceObject: "record \(service.lastNumber)")
    }
  }

  override func execute(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>: return find(fetch, for: context)
    case let changes as NSSaveChangesRequest:
      save(changes)
      return [Any]()
    default:
      throw CocoaError(CocoaError.Code(rawValue: NSPersistentStoreUnsupportedRequestTypeError))
    }
  }

  private func find(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    for context: NSManagedObjectContext?
  ) -> Any {
    service.log.append("fetch \(request.entity?.name ?? "?")")
    let entities = request.entity.map { request.includesSubentities ? Self.tree($0) : [$0] } ?? []
    let byName = Dictionary(
      entities.map { ($0.name ?? "", $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let ids: [NSManagedObjectID] = service.order.compactMap { name in
      guard let record = service.records[name], let entity = byName[record.entity] else {
        return nil
      }
      if options?[Self.appliesConditions] != nil, let condition = request.predicate,
        !condition.evaluate(with: record.values as NSDictionary)
      {
        return nil
      }
      return newObjectID(for: entity, referenceObject: name)
    }
    switch request.resultType {
    case .managedObjectIDResultType: return ids
    case .countResultType: return [NSNumber(value: ids.count)]
    default: return ids.compactMap { context?.object(with: $0) }
    }
  }

  private static func tree(_ entity: NSEntityDescription) -> [NSEntityDescription] {
    [entity] + entity.subentities.flatMap(tree)
  }

  private func save(_ changes: NSSaveChangesRequest) {
    let inserted = changes.insertedObjects.map { "\($0.count)" } ?? "nil"
    let updated = changes.updatedObjects.map { "\($0.count)" } ?? "nil"
    let deleted = changes.deletedObjects.map { "\($0.count)" } ?? "nil"
    service.log.append("save \(inserted) \(updated) \(deleted)")
    for object in changes.insertedObjects ?? [] { put(object) }
    for object in changes.updatedObjects ?? [] { put(object) }
    for object in changes.deletedObjects ?? [] {
      let name = name(of: object.objectID)
      service.records[name] = nil
      service.order.removeAll { $0 == name }
    }
    service.metadata = metadata
  }

  private func put(_ object: NSManagedObject) {
    let name = name(of: object.objectID)
    var record = Service.Record(
      entity: object.entity.name ?? "",
      values: [:],
      ends: [:],
      version: (service.records[name]?.version ?? 0) + 1
    )
    for (key, attribute) in object.entity.attributesByName where !attribute.isTransient {
      record.values[key] = object.value(forKey: key)
    }
    for key in object.entity.relationshipsByName.keys {
      let ends = object.objectIDs(forRelationshipNamed: key)
      record.ends[key] = ends.map { "\($0.entity.name ?? "")/\(self.name(of: $0))" }
    }
    if service.records.updateValue(record, forKey: name) == nil { service.order.append(name) }
  }

  private func name(of id: NSManagedObjectID) -> String {
    referenceObject(for: id) as? String ?? ""
  }

  override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
    service.log.append("register \(objectIDs.count)")
  }

  override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
    service.log.append("unregister \(objectIDs.count)")
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID,
    with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    service.log.append("values \(name(of: objectID))")
    guard let record = service.records[name(of: objectID)] else {
      throw CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError))
    }
    var values = record.values
    for (key, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
      // Nil relationships are missing in some nodes, so that they are requested.
      if let end = record.ends[key]?.first { values[key] = self.objectID(of: end) }
    }
    return NSIncrementalStoreNode(
      objectID: objectID,
      withValues: values,
      version: record.version
    )
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    service.log.append("ends \(relationship.name)")
    if service.hidesMembers, relationship.isToMany { throw CocoaError(.fileReadUnknown) }
    let ends = service.records[name(of: objectID)]?.ends[relationship.name] ?? []
    if relationship.isToMany { return ends.compactMap(self.objectID(of:)) }
    return ends.first.flatMap(self.objectID(of:)) ?? NSNull()
  }

  private func objectID(of end: String) -> NSManagedObjectID? {
    let parts = end.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[parts[0]]
    else { return nil }
    return newObjectID(for: entity, referenceObject: parts[1])
  }
}
