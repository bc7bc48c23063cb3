import CoreData
import Foundation

extension NSPersistentStore.StoreType {
  /// A store in a text file.
  package static let textFile = Self(rawValue: TextFileStore.typeName)
}

/// A store in a plain text file, with its metadata in a property list beside it.
///
/// It is an atomic store as Apple's guide to atomic stores describes them, and knows its objects by UUIDs.
/// The file has a line for each object and an indented one for each of its values:
///
///     Player 6D1F…
///       name: Ada
///       team> 0C5A…
package final class TextFileStore: NSAtomicStore, @unchecked Sendable {
  package static let typeName = "TextFile"

  /// Makes the type known to coordinators.
  package static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(TextFileStore.self, type: .textFile)
  }

  /// The nodes by their UUIDs; also of objects that others lead to before they are saved.
  private var nodesByID: [UUID: NSAtomicStoreCacheNode] = [:]

  package override var type: String { Self.typeName }

  package override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator,
      configurationName: configurationName,
      at: url,
      options: options
    )
    if let kept = try? Self.metadataForPersistentStore(with: url) {
      metadata = kept
    } else {
      metadata = [NSStoreTypeKey: Self.typeName, NSStoreUUIDKey: UUID().uuidString]
    }
  }

  // MARK: The metadata

  private static func metadataURL(for url: URL) -> URL { url.appendingPathExtension("plist") }

  package override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    let data = try Data(contentsOf: metadataURL(for: url))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    guard let metadata = list as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return metadata
  }

  package override class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreAt url: URL
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: metadata ?? [:],
      format: .xml,
      options: 0
    )
    try data.write(to: metadataURL(for: url), options: .atomic)
  }

  // MARK: The file

  package override func load() throws {
    guard let url, let text = try? String(contentsOf: url, encoding: .utf8), !text.isEmpty else {
      return
    }
    guard let model = persistentStoreCoordinator?.managedObjectModel else { return }
    var reader = TextFileReader(text, entities: model.entitiesByName)
    while let object = try reader.next() {
      let id = objectID(for: object.entity, withReferenceObject: object.id)
      let node = node(for: object.id, objectID: id)
      for (name, value) in object.values { node.setValue(value, forKey: name) }
      for (relationship, ends) in object.ends {
        let nodes = ends.map { end in
          self.node(
            for: end.id,
            objectID: objectID(for: end.entity, withReferenceObject: end.id)
          )
        }
        node.setValue(Self.value(nodes, of: relationship), forKey: relationship.name)
      }
    }
    addCacheNodes(Set(nodesByID.values))
  }

  package override func save() throws {
    guard let url else { return }
    let nodes = cacheNodes().compactMap { node in
      (referenceObject(for: node.objectID) as? UUID).map { (id: $0, node: node) }
    }
    var writer = TextFileWriter()
    for (id, node) in nodes.sorted(by: { $0.id.uuidString < $1.id.uuidString }) {
      writer.write(node, id: id) { self.referenceObject(for: $0) as? UUID }
    }
    try Data(writer.text.utf8).write(to: url, options: .atomic)
    try Self.setMetadata(metadata, forPersistentStoreAt: url)
  }

  // MARK: Nodes

  package override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID() }

  package override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = node(for: managedObject)
    updateCacheNode(node, from: managedObject)
    return node
  }

  package override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode,
    from managedObject: NSManagedObject
  ) {
    let entity = managedObject.entity
    for (name, attribute) in entity.attributesByName where !attribute.isTransient {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in entity.relationshipsByName {
      let objects: [NSManagedObject] =
        switch managedObject.value(forKey: name) {
        case let object as NSManagedObject: [object]
        case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
      node.setValue(Self.value(objects.map(self.node(for:)), of: relationship), forKey: name)
    }
  }

  package override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes {
      if let id = referenceObject(for: node.objectID) as? UUID { nodesByID[id] = nil }
    }
  }

  private func node(for object: NSManagedObject) -> NSAtomicStoreCacheNode {
    guard let id = referenceObject(for: object.objectID) as? UUID else {
      return NSAtomicStoreCacheNode(objectID: object.objectID)
    }
    return node(for: id, objectID: object.objectID)
  }

  private func node(for id: UUID, objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode {
    if let node = nodesByID[id] { return node }
    let node = NSAtomicStoreCacheNode(objectID: objectID)
    nodesByID[id] = node
    return node
  }

  private static func value(
    _ nodes: [NSAtomicStoreCacheNode],
    of relationship: NSRelationshipDescription
  ) -> Any? {
    if !relationship.isToMany { return nodes.first }
    return relationship.isOrdered ? NSOrderedSet(array: nodes) : NSSet(array: nodes)
  }
}
