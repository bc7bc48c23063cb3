import CoreData
import Foundation
import StoreConformance
import Synchronization

/// A store that keeps its objects in memory by URL, with an injected fault.
final class FaultyStore: NSAtomicStore, @unchecked Sendable {
  enum Fault: String, CaseIterable, Sendable {
    case forgetsEverything, losesTexts, emptiesTexts, losesNumbers, losesRelationships,
      losesInverses
    case reversesOrder, keepsWhatIsDeleted, renamesObjects, changesIdentity, losesMetadata,
      ignoresChanges
  }

  static let storeType = NSPersistentStore.StoreType(rawValue: "Faulty")

  static func underTest(_ fault: Fault?) -> StoreUnderTest {
    NSPersistentStoreCoordinator.registerStoreClass(FaultyStore.self, type: storeType)
    return StoreUnderTest(
      fault?.rawValue ?? "Sound",
      type: storeType,
      capabilities: [
        .persistence, .ordering, .detachedMetadata, .exactDecimals, .exactDates, .nulCharacters,
      ],
      options: { fault.map { ["fault": $0.rawValue] } ?? [:] }
    )
  }

  /// A stored object.
  private struct Item {
    var entity: String
    var id: String
    var values: [String: Any] = [:]
    var ends: [String: [String]] = [:]
  }

  /// The contents of each URL.
  ///
  /// The lock of the dictionary guards it; values of attributes never change.
  private struct Kept: @unchecked Sendable {
    var items: [Item] = []
    var metadata: [String: Any]?
  }

  private static let kept = Mutex<[URL: Kept]>([:])

  private var fault: Fault? { (options?["fault"] as? String).flatMap(Fault.init(rawValue:)) }

  override var type: String { Self.storeType.rawValue }

  // MARK: Metadata

  override func loadMetadata() throws {
    guard let url, fault != .losesMetadata, let kept = Self.kept.withLock({ $0[url]?.metadata })
    else { return }
    metadata = kept
    if fault == .changesIdentity { metadata[NSStoreUUIDKey] = UUID().uuidString }
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    guard let found = kept.withLock({ $0[url]?.metadata }) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    return found
  }

  override class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreAt url: URL
  ) throws {
    let all = Kept(metadata: metadata)
    kept.withLock { $0[url, default: Kept()].metadata = all.metadata }
  }

  // MARK: Objects

  override func load() throws {
    guard let url, let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName,
      fault != .forgetsEverything
    else { return }
    let items = Self.kept.withLock { $0[url] ?? Kept() }.items
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for item in items {
      guard let entity = entities[item.entity] else { throw CocoaError(.fileReadCorruptFile) }
      let name = fault == .renamesObjects ? UUID().uuidString : item.id
      nodes[item.id] = NSAtomicStoreCacheNode(
        objectID: objectID(for: entity, withReferenceObject: name)
      )
    }
    for item in items {
      guard let node = nodes[item.id] else { continue }
      for (name, value) in item.values { node.setValue(value, forKey: name) }
      for (name, ends) in item.ends {
        let found = ends.compactMap { nodes[$0] }
        let relationship = node.objectID.entity.relationshipsByName[name]
        if relationship?.isToMany == false {
          node.setValue(found.first, forKey: name)
        } else if relationship?.isOrdered == true {
          let ordered = fault == .reversesOrder ? found.reversed() : found
          node.setValue(NSOrderedSet(array: ordered), forKey: name)
        } else {
          node.setValue(NSSet(array: found), forKey: name)
        }
      }
    }
    addCacheNodes(Set(nodes.values))
  }

  override func save() throws {
    guard let url else { return }
    let before = Self.kept.withLock { $0[url] ?? Kept() }.items
    var items = cacheNodes().map(item)
    let ids = Set(items.map(\.id))
    if fault == .keepsWhatIsDeleted { items += before.filter { !ids.contains($0.id) } }
    if fault == .ignoresChanges {
      items = items.map { item in before.first { $0.id == item.id } ?? item }
    }
    let all = Kept(items: items, metadata: metadata)
    Self.kept.withLock { $0[url] = all }
  }

  private func item(_ node: NSAtomicStoreCacheNode) -> Item {
    let entity = node.objectID.entity
    var item = Item(entity: entity.name ?? "", id: id(of: node))
    for (name, attribute) in entity.attributesByName {
      guard let value = node.value(forKey: name) else { continue }
      switch (fault, value) {
      case (.losesTexts, is String): continue
      case (.emptiesTexts, is String): item.values[name] = ""
      case (.losesNumbers, is NSNumber) where attribute.type == .integer64: continue
      default: item.values[name] = value
      }
    }
    for (name, relationship) in entity.relationshipsByName where fault != .losesRelationships {
      if fault == .losesInverses, relationship.isToMany { continue }
      let ends: [Any] =
        switch node.value(forKey: name) {
        case let node as NSAtomicStoreCacheNode: [node]
        case let set as NSOrderedSet: set.array
        case let set as NSSet: set.allObjects
        default: []
        }
      item.ends[name] = ends.compactMap { ($0 as? NSAtomicStoreCacheNode).map(id) }
    }
    return item
  }

  private func id(of node: NSAtomicStoreCacheNode) -> String {
    referenceObject(for: node.objectID) as? String ?? ""
  }
}
