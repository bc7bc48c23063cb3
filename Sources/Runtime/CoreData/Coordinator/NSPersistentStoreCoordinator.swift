import Foundation
import ManagedModel
import ObjectRows

/// A coordinator of the open stores of a model, which connects contexts with them.
///
/// Most programs get theirs from an ``NSPersistentContainer``. One coordinator may serve many contexts and be used
/// from any thread.
///
/// ```swift
/// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(type: .sqlite, at: url)
/// ```
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  /// The model of the stores.
  public final let managedObjectModel: NSManagedObjectModel

  /// The name of the coordinator, for debugging.
  open var name: String?

  final let handle = WeakHandle<NSPersistentStoreCoordinator>()

  /// The lock of the stores, which one caller at a time uses; it is recursive.
  final let lock = NSRecursiveLock()

  /// The stores that are open, in the order in which they were added.
  ///
  /// Used with the lock, and changed as a whole.
  @exclusivity(unchecked) final var openStores: [OpenStore] = [] {
    didSet { directory.update(openStores) }
  }

  /// The open stores, readable without the lock.
  final let directory = StoreDirectory()

  /// The counters of the coordinator, its contexts and its connections.
  final let metrics = MetricLedger()

  /// Metrics of this coordinator, its stores and its contexts; Apple's Core Data does not have them.
  public final var openCoreDataMetrics: CoreDataMetrics { metrics.value }

  /// The contexts whose rows come from the stores.
  final let dependents = DependentContexts()

  /// The versions of deleted rows.
  final let deletedVersions = DeletedVersions()

  /// The number of times that a save has found changes of others in a store; used with the lock.
  @exclusivity(unchecked) final var newsCount = 0

  /// The number of stores so far, so that no number is used twice.
  final var lastStoreNumber = 0

  /// The queue for opening stores and for asynchronous work.
  final let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")

  /// The shapes of the model's entities by their numbers, less one.
  final let shapes: [EntityShape]

  /// Whether any entity has a uniqueness constraint; used with the lock.
  private(set) final lazy var haveConstraints = shapes.contains { !$0.rules.constraints.isEmpty }

  /// Creates a coordinator of a model, without stores.
  ///
  /// From now on the model is immutable: changing an entity of it is an error. Add stores with
  /// `addPersistentStore(type:configuration:at:options:)`.
  ///
  /// ```swift
  /// let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  /// ```
  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    model.lock()
    shapes = model.storedEntities.map(\.shape).sorted { $0.number < $1.number }
    super.init()
    handle.bind(to: self)
    ModelsInUse.add(model)
  }

  /// It is not called from Swift: without the attribute an optimized build would remove it.
  @usableFromInline convenience init(making model: NSManagedObjectModel) {
    self.init(managedObjectModel: model)
  }

  deinit {
    handle.cut()
    for open in openStores { open.store.leave() }
  }

  /// The stores that are open.
  public final var persistentStores: [NSPersistentStore] {
    lock.withLock { openStores.map(\.store) }
  }
}

/// An open store of a coordinator, with the adapter that reads and writes it.
///
/// A class, because each use of a value with so many references would retain and release all of them.
final class OpenStore {
  let number: Int
  let store: NSPersistentStore
  let adapter: any StoreAdapter

  /// The adapter, if it writes saves in transactions.
  let transactions: (any SaveTransacting)?

  /// The entities whose objects the store may hold, by number.
  let entities: Set<Int>

  /// Posts that the store was changed, if the option for that is set.
  let changeRelay: StoreChangeRelay?

  init(
    number: Int,
    store: NSPersistentStore,
    adapter: any StoreAdapter,
    entities: Set<Int>,
    changeRelay: StoreChangeRelay?
  ) {
    self.number = number
    self.store = store
    self.adapter = adapter
    transactions = adapter as? any SaveTransacting
    self.entities = entities
    self.changeRelay = changeRelay
  }

  /// Whether the store may have objects that match.
  func isAsked(_ request: StoreFetch) -> Bool {
    if let stores = request.stores, !stores.contains(where: { $0 === store }) { return false }
    return request.shapes.contains { entities.contains($0.number) }
  }
}

// MARK: References and IDs

extension NSPersistentStoreCoordinator {
  /// The entity with a number.
  final func shape(number: Int) -> EntityShape? {
    shapes.indices.contains(number - 1) ? shapes[number - 1] : nil
  }

  /// The entity with a name.
  final func shape(named name: String) -> EntityShape? {
    // Comparing a few short names takes less time than a search.
    if shapes.count <= 8 { return shapes.first { $0.name == name } }
    // The shapes are sorted by the code points of their names.
    var low = 0
    var high = shapes.count
    while low < high {
      let middle = (low + high) / 2
      if shapes[middle].name.precedesByCodePoint(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return shapes.indices.contains(low) && shapes[low].name == name ? shapes[low] : nil
  }

  /// The open store with a number.
  final func openStore(number: Int) -> OpenStore? {
    openStores.first { $0.number == number }
  }

  /// The adapter of the open store with a number.
  final func adapter(ofStore number: Int) -> (any StoreAdapter)? {
    for index in openStores.indices where openStores[index].number == number {
      return openStores[index].adapter
    }
    return nil
  }

  /// The ID of an object that is in a store.
  final func objectID(for reference: Reference) -> NSManagedObjectID? {
    if let shape = shape(number: reference.entity),
      let store = directory.databaseStore(number: reference.store)
    {
      return NSManagedObjectID(reference, entity: shape.entity, store: store, referenceText: nil)
    }
    return lock.withLock {
      guard let shape = shape(number: reference.entity),
        let position = openStores.firstIndex(where: { $0.number == reference.store })
      else { return nil }
      return NSManagedObjectID(
        reference,
        entity: shape.entity,
        store: openStores[position].store,
        referenceText: openStores[position].adapter.text(of: reference)
      )
    }
  }

  /// Returns the IDs of objects that are in stores.
  ///
  /// Consecutive objects usually belong to one entity and one store, which is looked up once.
  final func objectIDs(of objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
    var ids = Set<NSManagedObjectID>(minimumCapacity: objects.count)
    var last: NSManagedObjectID?
    for object in objects {
      let reference = object.reference
      if let last, last.hasPlace(of: reference) {
        ids.insert(NSManagedObjectID(reference, beside: last))
        continue
      }
      let id = object.makeObjectID()
      ids.insert(id)
      // Other stores may identify objects by something else than a number.
      last = directory.databaseStore(number: reference.store) == nil ? nil : id
    }
    return ids
  }

  /// The reference of an ID, which may come from another coordinator with the same store open.
  final func reference(of id: NSManagedObjectID) -> Reference {
    if id.isTemporaryID || directory.hasStore(of: id) { return id.reference }
    return lock.withLock {
      guard let open = openStores.first(where: { $0.store.identifier == id.storeIdentifier }),
        let shape = shapes.first(where: { $0.name == id.entity.name })
      else { return id.reference }
      return open.adapter.reference(of: id.referenceText, entity: shape) ?? id.reference
    }
  }

  /// Returns the ID that a URI represents, or nil if its store is not open.
  ///
  /// URIs of saved objects are valid as long as the store exists, so that they can be stored in files and links.
  ///
  /// ```swift
  /// if let id = coordinator.managedObjectID(forURIRepresentation: url) {
  ///   let player = try context.existingObject(with: id)
  /// }
  /// ```
  public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata", let identifier = url.host(percentEncoded: false) else {
      return nil
    }
    // The reference object of a store may contain slashes.
    let parts = url.path(percentEncoded: true)
      .split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      .compactMap { String($0).removingPercentEncoding }
    guard parts.count == 3, parts[2].hasPrefix("p"),
      let shape = shapes.first(where: { $0.name == parts[1] })
    else { return nil }
    return lock.withLock {
      guard let open = openStores.first(where: { $0.store.identifier == identifier }),
        let reference = open.adapter.reference(of: String(parts[2].dropFirst()), entity: shape)
      else { return nil }
      return objectID(for: reference)
    }
  }

  /// Returns the ID that the text of a URI represents; nil if its store is not open.
  public final func managedObjectID(for uri: String) -> NSManagedObjectID? {
    URL(string: uri).flatMap(managedObjectID(forURIRepresentation:))
  }
}

// MARK: Rows

extension NSPersistentStoreCoordinator: RowSource {
  final func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    MetricLedger.count(1, metrics.fetches)
    return try reading(directory.readers(for: request)) {
      try $0.fetch(request)
    } or: {
      if let only = onlyAdapter(for: request) { return try only.fetch(request) }
      // Each of several stores may have the objects in the window; they are sorted later.
      let wide = request.withoutWindow
      let results = try openStores.filter { $0.isAsked(request) }.map { try $0.adapter.fetch(wide) }
      return StoreFetchResult(joining: results)
    }
  }

  final func count(_ request: StoreFetch) throws -> Int? {
    MetricLedger.count(1, metrics.fetches)
    return try reading(directory.readers(for: request)) {
      try $0.count(request)
    } or: {
      try onlyAdapter(for: request)?.count(request)
    }
  }

  /// The adapter of the store that a request concerns, if it concerns one only.
  final func onlyAdapter(for request: StoreFetch) -> (any StoreAdapter)? {
    // An iterator would retain all parts of each element.
    let stores = openStores
    var only: Int?
    for index in stores.indices where stores[index].isAsked(request) {
      if only != nil { return nil }
      only = index
    }
    return only.map { stores[$0].adapter }
  }

  /// Reads with the coordinator's own connections, or with a reader while these are in use.
  ///
  /// - Parameters:
  ///   - readers: The readers, if there are any.
  ///   - known: The result, if it is known without any connection; evaluated only while the coordinator's are in use.
  ///   - other: Reads with one of the readers.
  ///   - own: Reads with the coordinator's own connections.
  /// - Returns: The result of either of them.
  /// - Throws: The error of either of them.
  @inline(__always)
  final func reading<Result>(
    _ readers: @autoclosure () -> (any ReaderPool)?,
    without known: @autoclosure () -> Result? = nil,
    _ other: (any StoreAdapter) throws -> Result,
    or own: () throws -> Result
  ) throws -> Result {
    if lock.try() {
      defer { lock.unlock() }
      return try own()
    }
    if let result = known() { return result }
    if let result = try readers()?.read(other) { return result }
    return try lock.withLock(own)
  }

  /// Evicts rows that another program has changed in the stores.
  final func forgetRows(of changes: SavedChanges) {
    let references = changes.inserted + changes.updated + changes.deleted + changes.refreshed
    let byStore = Dictionary(grouping: references, by: \.store)
    lock.withLock {
      for open in openStores {
        if let stale = byStore[open.number] { open.adapter.forgetRows(of: stale) }
      }
    }
  }

  /// Evicts all rows of some stores from their caches.
  ///
  /// Another program that has changed one row may have changed any others too.
  final func forgetAllRows(ofStores numbers: Set<Int>) {
    lock.withLock {
      for open in openStores where numbers.contains(open.number) { open.adapter.forgetAllRows() }
    }
  }

  final func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    // The adapter looks the row up in the cache too; the directory does so while others use the adapter.
    try reading(
      directory.readers(ofStore: reference.store),
      without: directory.cachedRow(for: reference).map(Optional.some)
    ) {
      try $0.row(for: reference, of: shape)
    } or: {
      try adapter(ofStore: reference.store)?.row(for: reference, of: shape)
    }
  }

  final func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try reading(directory.readers(ofStore: reference.store)) {
      try $0.related(to: reference, of: shape, at: index)
    } or: {
      try adapter(ofStore: reference.store)?.related(to: reference, of: shape, at: index)
        ?? StoreFetchResult(references: [])
    }
  }
}

extension NSPersistentStoreCoordinator: WeaklyReferenced {}
