import Foundation
import ObjectRows

/// The adapter of a coordinator to an atomic store: it converts nodes to rows, and objects to nodes.
final class AtomicStoreAdapter: StoreAdapter {
  private unowned let store: NSAtomicStore
  let names: NamedReferences

  private var nodes: [Reference: NSAtomicStoreCacheNode] = [:]

  /// The objects by the numbers of their entities.
  private var referencesByEntity: [Int: OrderedReferences] = [:]

  /// The numbers of saves of objects since the store was opened; 1 for those that are not listed.
  private var versions: [Reference: Int64] = [:]

  /// Nodes that were created because relationships lead to them, before their objects were saved.
  private var expected: [Reference: NSAtomicStoreCacheNode] = [:]

  init(_ store: NSAtomicStore, slot: StoreSlot) {
    self.store = store
    names = NamedReferences(store, slot: slot)
  }

  // MARK: Reading

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    StoreFetchResult(
      references: request.shapes.flatMap { referencesByEntity[$0.number]?.references ?? [] }
    )
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    guard let node = nodes[reference] else { return nil }
    let row = shape.binding.makeRow()
    for (index, slot) in shape.slots.enumerated() where !slot.isTransient {
      switch slot.kind {
      case .attribute(let type):
        guard let value = node.value(forKey: slot.name), !(value is NSNull) else { continue }
        row.setValue(try Self.value(value, of: slot, type: type, in: shape), at: index)
      case .toOne:
        let destination = Self.id(of: node.value(forKey: slot.name)).map(names.reference(of:))
        row.setValue(.reference(destination ?? .none), at: index)
      case .toMany, .fetched, .other: break
      }
    }
    row.version = versions[reference] ?? 1
    return row
  }

  private static func value(
    _ value: Any,
    of slot: PropertyShape,
    type: NSAttributeDescription.AttributeType,
    in shape: EntityShape
  ) throws -> Value {
    if let value = Value(value, for: type) { return value }
    throw StoreFailure.error(
      NSCoreDataError,
      "The node has a value of type \(Swift.type(of: value)) for \(shape.name).\(slot.name)."
    )
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    guard let value = nodes[reference]?.value(forKey: shape.slots[index].name) else {
      return StoreFetchResult(references: [])
    }
    let isOrdered = shape.slots[index].kind == .toMany(ordered: true)
    var seen: Set<Reference> = []
    let references = Self.elements(of: value).compactMap(Self.id(of:)).map(names.reference(of:))
      .filter { seen.insert($0).inserted }
    // The order of a set differs in each run.
    return StoreFetchResult(
      references: isOrdered ? references : references.sorted { $0.number < $1.number }
    )
  }

  private static func elements(of collection: Any) -> [Any] {
    switch collection {
    case let set as NSOrderedSet: set.array
    case let array as NSArray: array as? [Any] ?? []
    case let set as NSSet: set.allObjects
    default: []
    }
  }

  private static func id(of destination: Any?) -> NSManagedObjectID? {
    (destination as? NSAtomicStoreCacheNode)?.objectID ?? destination as? NSManagedObjectID
  }

  func text(of reference: Reference) -> String? { names.text(of: reference) }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    names.reference(ofText: text, shape: entity)
  }

  // MARK: Nodes

  var allNodes: Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

  func node(for id: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    nodes[names.reference(of: id)]
  }

  func add(_ added: Set<NSAtomicStoreCacheNode>) {
    let listed = added.map { (reference: names.reference(of: $0.objectID), node: $0) }
    for (reference, node) in listed.sorted(by: { $0.reference.number < $1.reference.number }) {
      put(node, for: reference)
    }
  }

  private func put(_ node: NSAtomicStoreCacheNode, for reference: Reference) {
    if nodes.updateValue(node, forKey: reference) == nil {
      referencesByEntity[reference.entity, default: OrderedReferences()].append(reference)
    }
    expected[reference] = nil
  }

  private func remove(_ reference: Reference) {
    guard nodes.removeValue(forKey: reference) != nil else { return }
    referencesByEntity[reference.entity]?.remove(reference)
  }

  /// Returns the node of an object, which is created if there is none.
  func node(
    for reference: Reference,
    id: @autoclosure () -> NSManagedObjectID
  ) -> NSAtomicStoreCacheNode {
    if let node = nodes[reference] ?? expected[reference] { return node }
    let node = NSAtomicStoreCacheNode(objectID: id())
    expected[reference] = node
    return node
  }

  /// Writes the values of an object, all of them or the changed ones, into a node.
  func write(_ object: NSManagedObject, into node: NSAtomicStoreCacheNode, onlyChanges: Bool) {
    let indices = onlyChanges ? object.changed.indices : Array(object.shape.slots.indices)
    for index in indices where !object.shape.slots[index].isTransient {
      let slot = object.shape.slots[index]
      switch slot.kind {
      case .attribute: node.setValue(object.row?.value(at: index).object, forKey: slot.name)
      case .toOne: node.setValue(object.relatedObject(at: index).map(node(of:)), forKey: slot.name)
      case .toMany(let isOrdered):
        let destinations = object.relatedObjects(at: index).map(node(of:))
        node.setValue(
          isOrdered ? NSOrderedSet(array: destinations) : NSSet(array: destinations),
          forKey: slot.name
        )
      case .fetched, .other: break
      }
    }
  }

  private func node(of object: NSManagedObject) -> NSAtomicStoreCacheNode {
    node(for: object.reference, id: object.objectID)
  }
}

// MARK: Saving

extension AtomicStoreAdapter {
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    var given: Set<Reference> = []
    return try objects.map { object in
      let name = store.newReferenceObject(for: object)
      let reference = names.reference(for: name, of: object.shape)
      guard nodes[reference] == nil, given.insert(reference).inserted else {
        throw StoreFailure.error(
          NSPersistentStoreOperationError,
          "newReferenceObject(for:) returned \(name), which belongs to another object of the entity "
            + "\(object.shape.name)."
        )
      }
      return reference
    }
  }

  /// Writes changes into the nodes, and lets the store save those; if it cannot, the nodes are restored.
  func save(_ changes: StoreChanges) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    var undo = NodeChanges()
    defer { expected = [:] }
    for object in changes.inserted {
      let node = store.newCacheNode(for: object)
      undo.inserted.append(object.reference)
      put(node, for: object.reference)
    }
    for object in changes.updated {
      guard let node = nodes[object.reference] else { continue }
      undo.updated.append((object.reference, node.propertyCache?.mutableCopy()))
      store.updateCacheNode(node, from: object)
    }
    let deleted = changes.deleted.compactMap { object in
      nodes[object.reference].map { (reference: object.reference, node: $0) }
    }
    if !deleted.isEmpty { store.willRemoveCacheNodes(Set(deleted.map(\.node))) }
    for (reference, _) in deleted { remove(reference) }
    undo.deleted = deleted
    do {
      try store.save()
    } catch {
      takeBack(undo)
      throw error
    }
    for (reference, _) in undo.updated { versions[reference] = (versions[reference] ?? 1) + 1 }
    for (reference, _) in deleted { versions[reference] = nil }
    changes.rows.raiseVersions()
  }

  private func takeBack(_ changes: NodeChanges) {
    for reference in changes.inserted { remove(reference) }
    for (reference, values) in changes.updated {
      nodes[reference]?.propertyCache = values as? NSMutableDictionary
    }
    for (reference, node) in changes.deleted { put(node, for: reference) }
  }

  /// The changes of nodes, for undoing them if the store cannot save.
  private struct NodeChanges {
    var inserted: [Reference] = []
    var updated: [(reference: Reference, values: Any?)] = []
    var deleted: [(reference: Reference, node: NSAtomicStoreCacheNode)] = []
  }
}
