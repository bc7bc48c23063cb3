import CoreData
import Foundation

extension NSPersistentStore.StoreType {
  /// A store in a text file.
  package static let textFile = Self(rawValue: TextFileStore.typeName)
}

/// A store in a plain text file, with its metadata in a property list beside it: an example of a store class of
/// one's own.
///
/// The file has a line for each object, which says its entity and its UUID, and an indented line for each of its
/// values: of an attribute after a colon, of a relationship after a greater-than sign.
///
///     Player 6D1F7A5E-…
///       email: ada@example.org
///       firstName: Ada
///       team> Team/0C5A93B2-…
///
/// An atomic store is read and written as a whole. Core Data fetches from, and saves to, its *cache nodes*: one for
/// each object, with the values and with the nodes that relationships lead to. What is left to a subclass is to
///
/// 1. say its ``type``, and be made known with ``register()`` before a store is opened;
/// 2. keep the metadata, which are read before anything else and can be read while the store is closed;
/// 3. turn the file into nodes, in ``load()``, and nodes into the file, in ``save()``;
/// 4. name new objects, so that they can be found again, in ``newReferenceObject(for:)``;
/// 5. put an object's values into its node, in ``newCacheNode(for:)`` and ``updateCacheNode(_:from:)``.
///
/// The suite `StoreConformance` checks all of that for any store.
package final class TextFileStore: NSAtomicStore, @unchecked Sendable {
  package static let typeName = "TextFile"

  /// Registers the type with coordinators.
  package static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(TextFileStore.self, type: .textFile)
  }

  /// The contents of the file at the last read or write; nil if there was none.
  private var contents: Data?

  /// The nodes by their UUIDs, including those of unsaved objects that others lead to.
  private var nodesByID: [UUID: NSAtomicStoreCacheNode] = [:]

  package override var type: String { Self.typeName }

  // MARK: The metadata

  /// Reads the metadata; those of a new store are set already.
  package override func loadMetadata() throws {
    guard let url, FileManager.default.fileExists(atPath: Self.metadataURL(for: url).path) else {
      return
    }
    metadata = try Self.metadataForPersistentStore(with: url)
  }

  package override class func metadataForPersistentStore(
    with url: URL
  ) throws -> [String: Any] {
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
    try put(data, at: metadataURL(for: url))
  }

  private static func metadataURL(for url: URL) -> URL { url.appendingPathExtension("plist") }

  // MARK: The file

  /// Reads the file, and adds a node for each object.
  ///
  /// A missing file is a new store. A file that cannot be read or parsed is an error: treated as empty it would be
  /// overwritten by the next save.
  package override func load() throws {
    guard let url, let model = persistentStoreCoordinator?.managedObjectModel else { return }
    try Self.requireNames(of: model)
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let data = try Data(contentsOf: url)
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding, userInfo: [NSURLErrorKey: url])
    }
    contents = data
    var reader = TextFileReader(text, entities: model.entitiesByName)
    var known: Set<UUID> = []
    while let object = try reader.next() {
      guard known.insert(object.id).inserted else {
        throw reader.damage("an object with the duplicate ID \(object.id) ends")
      }
      let node = try node(of: object.entity, id: object.id, reader)
      for (name, value) in object.values { node.setValue(value, forKey: name) }
      for (relationship, ends) in object.ends {
        // Nodes of objects that come later in the file get their values then.
        let nodes = try ends.map { try self.node(of: $0.entity, id: $0.id, reader) }
        node.setValue(Self.value(nodes, of: relationship), forKey: relationship.name)
      }
    }
    guard known.count == nodesByID.count else {
      throw reader.damage("objects are missing that others refer to")
    }
    addCacheNodes(Set(nodesByID.values))
  }

  /// Throws if a name in a model cannot be distinguished from the text after it in the file.
  private static func requireNames(of model: NSManagedObjectModel) throws {
    for entity in model.entities {
      let name = entity.name ?? ""
      guard !name.unicodeScalars.contains(where: { [" ", "/", "\n"].contains($0) }),
        !entity.propertiesByName.keys.contains(where: { property in
          property.unicodeScalars.contains { [":", ">", "\n"].contains($0) }
        })
      else {
        throw CocoaError(
          .featureUnsupported,
          userInfo: [
            NSLocalizedFailureReasonErrorKey:
              "The entity '\(name)' or a property of it has a name that a text file cannot contain."
          ]
        )
      }
    }
  }

  /// Writes all nodes, in the order of their UUIDs, so that equal contents are equal files.
  ///
  /// The file comes last: without it nothing is saved.
  package override func save() throws {
    guard let url else { return }
    try requireUnchanged(url)
    let nodes = cacheNodes().compactMap { node in
      (referenceObject(for: node.objectID) as? UUID).map { (id: $0, node: node) }
    }
    var writer = TextFileWriter()
    for (id, node) in nodes.sorted(by: { $0.id.uuidString < $1.id.uuidString }) {
      try writer.write(node, id: id) { self.referenceObject(for: $0) as? UUID }
    }
    let data = Data(writer.text.utf8)
    try Self.setMetadata(metadata, forPersistentStoreAt: url)
    try Self.put(data, at: url)
    contents = data
  }

  /// Throws if the contents of the file have changed since the last read or write, because a save would remove the
  /// changes.
  private func requireUnchanged(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path),
      try Data(contentsOf: url) != contents
    else { return }
    throw CocoaError(
      CocoaError.Code(rawValue: NSPersistentStoreSaveError),
      userInfo: [
        NSURLErrorKey: url,
        NSLocalizedFailureReasonErrorKey:
          "Another program has changed the file. Open the store again.",
      ]
    )
  }

  /// Replaces a file by data, and keeps its permissions; a link is followed, and anything but a file is left alone.
  private static func put(_ data: Data, at url: URL) throws {
    let file = url.resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url])
    }
    try data.write(to: file, options: .atomic)
    if let permissions = attributes?[.posixPermissions] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions],
        ofItemAtPath: file.path
      )
    }
  }

  /// Returns the node of an object in the file, whose entity is the same wherever it is mentioned.
  private func node(
    of entity: NSEntityDescription,
    id: UUID,
    _ reader: TextFileReader
  ) throws -> NSAtomicStoreCacheNode {
    let objectID = objectID(for: entity, withReferenceObject: id)
    let node = node(for: id, objectID: objectID)
    guard node.objectID == objectID else {
      throw reader.damage("\(id) occurs with two entities")
    }
    return node
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
