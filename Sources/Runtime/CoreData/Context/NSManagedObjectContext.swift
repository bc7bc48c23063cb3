import Foundation
import ObjectRows
import Synchronization

/// A graph of objects that change together and are saved together.
///
/// A context has at most one object for each row of a store, so that two relationships that lead to the same player
/// lead to the same instance. Changes stay in the context until ``save()`` writes them, all or none.
///
/// ```swift
/// let context = container.newBackgroundContext()
/// try context.performAndWait {
///   let team = Team(context: context)
///   team.name = "Wanderers"
///   try context.save()
/// }
/// ```
///
/// Use a context and its objects on its queue only: within ``performAndWait(_:)-(()->Void)``, `perform`, or, for a
/// ``NSManagedObjectContextConcurrencyType/mainQueueConcurrencyType``, on the main thread.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// Whether a controller needs the changes of all merged objects.
  final var hasFetchedResultsControllers = false

  /// The objects that exist in this context, by reference; they are not retained.
  final let identity = IdentityMap()

  /// The objects with changes, retained; one that has lost its changes may remain until the next save.
  @exclusivity(unchecked) final var tracked: [NSManagedObject] = []

  /// The objects that have changed in the current event, retained.
  @exclusivity(unchecked) final var pending: [NSManagedObject] = []

  // Every save reads and writes the following ones, whole and on the queue of the context.

  /// The changes of the last notification, during a save.
  @exclusivity(unchecked) final var savedEvent: ContextEvent?
  @exclusivity(unchecked) final var keepsSavedEvent = false

  /// The objects whose delete rules are still to be followed, retained.
  @exclusivity(unchecked) final var deletionsToPropagate: [NSManagedObject] = []

  /// The coordinator's ``NSPersistentStoreCoordinator/newsCount`` when a save last followed delete rules again.
  @exclusivity(unchecked) final var newsFollowed = 0

  /// Whether a refresh has discarded changes of relationships, which the objects at the other ends may still have.
  @exclusivity(unchecked) final var hasDiscardedEnds = false

  /// The fault that is being created.
  // Used on the queue of the context only: set before an initializer of an object is called, which takes it.
  @exclusivity(unchecked) final var faultArguments: FaultArguments?

  /// The queue of the context.
  final let queue: ContextQueue

  /// The coordinator whose stores the context fetches from and saves to.
  ///
  /// A context with a ``parent`` has that of its farthest ancestor. Set it once, before the first fetch; setting
  /// another coordinator removes all objects. It may be read on any thread.
  ///
  /// ```swift
  /// context.persistentStoreCoordinator = container.persistentStoreCoordinator
  /// ```
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { rootCoordinator }
    set { attach(to: newValue) }
  }

  /// The context that changes are saved to, instead of a store.
  ///
  /// Saving a child passes its changes to the parent, where they are unsaved changes; fetching in a child includes
  /// the changes of the parent. The parent must have a queue; children retain it.
  ///
  /// ```swift
  /// let draft = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  /// draft.parent = container.viewContext
  /// ```
  open var parent: NSManagedObjectContext? {
    get { parentContext }
    set { attach(to: newValue) }
  }

  /// The coordinator, if the context has no parent.
  @exclusivity(unchecked) final var coordinator: NSPersistentStoreCoordinator? {
    didSet {
      lastMade = nil
      newsFollowed = 0
      directory = coordinator?.directory
      dropPrefetchedRows()
    }
  }
  // Read and written whole, on the queue of the context.
  @exclusivity(unchecked) final var parentContext: NSManagedObjectContext?

  /// The open stores of the coordinator, for faults whose rows are in memory.
  @exclusivity(unchecked) final var directory: StoreDirectory?

  /// The class of the object that was created last, and its entity, in a context with a coordinator.
  ///
  /// Consecutive objects usually have the same class; looking up the entity by it costs more than the object itself.
  @exclusivity(unchecked) final var lastMade: (type: ObjectIdentifier, entity: NSEntityDescription)?

  /// The record of this context in the coordinator or the parent.
  final var dependent: DependentContext?

  /// The children.
  final let dependents = DependentContexts()

  /// The permanent references of objects that rows or children know by temporary ones.
  @exclusivity(unchecked) final var permanentReferences: [Reference: Reference] = [:]

  /// Those of the save in progress, which may still fail.
  @exclusivity(unchecked) final var provisionalReferences: [Reference: Reference] = [:]

  /// The objects that the last merge has inserted, retained until the end of the current work.
  final var mergedInsertions: [NSManagedObject] = []

  /// The results of fetches with a batch size whose rows have not been read yet.
  @exclusivity(unchecked) final var batches = FetchBatches()

  /// The generation that the context is pinned to; nil if it is not pinned.
  @exclusivity(unchecked) final var generation: StoreGeneration? {
    didSet { dropPrefetchedRows() }
  }

  /// Whether there may be faults with prefetched rows.
  @exclusivity(unchecked) final var mayHavePrefetchedRows = false

  /// The counters of the context; used on its queue only.
  @exclusivity(unchecked) final var counters: ContextCounters?

  /// Whether use on a wrong queue stops the program.
  final let checksQueue = ConcurrencyDebug.isOn

  /// The name of the context, for logs and debugging.
  open var name: String? {
    didSet { queue.setName(name) }
  }

  /// The author of the changes, in the history of the store.
  ///
  /// Set it before saving; each transaction of the history records the author of that time, so that a program can
  /// skip its own transactions. Use it on the queue of the context.
  ///
  /// ```swift
  /// context.transactionAuthor = "import"
  /// ```
  open var transactionAuthor: String? {
    get { author.withLock { $0 } }
    set { author.withLock { $0 = newValue } }
  }
  // Batch requests of children read it on their queues.
  private let author = Mutex<String?>(nil)

  /// Values that the program attaches to the context.
  public final let userInfo = NSMutableDictionary()

  /// The policy for conflicts with changes that others have saved since the objects were fetched.
  ///
  /// With ``NSMergePolicy/error``, the default, ``save()`` throws ``NSManagedObjectMergeError`` with the conflicts in
  /// its user info and writes nothing. The other policies decide for each property, or each object, which value wins.
  ///
  /// ```swift
  /// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  /// ```
  open var mergePolicy: Any = NSMergePolicy.error

  /// The undo manager that changes are registered with; nil by default.
  ///
  /// The changes between two calls of ``processPendingChanges()`` are undone together. Set it on the queue of the
  /// context; leave it nil for large imports.
  ///
  /// ```swift
  /// container.viewContext.undoManager = UndoManager()
  /// ```
  @exclusivity(unchecked) open var undoManager: UndoManager? {
    didSet { undoObservation = undoManager.map { UndoObservation(between: $0, and: self) } }
  }

  private(set) final var undoObservation: UndoObservation?

  /// Whether delete rules are followed when changes are processed, rather than only on saving.
  @exclusivity(unchecked) open var propagatesDeletesAtEndOfEvent = true

  /// Whether all objects are retained, rather than only those with changes.
  @exclusivity(unchecked) open var retainsRegisteredObjects = false {
    didSet { retained = retainsRegisteredObjects ? Set(identity.objects) : [] }
  }

  final var retained: Set<NSManagedObject> = []

  /// Whether an object without a row is treated as deleted.
  open var shouldDeleteInaccessibleFaults = true

  /// Whether an object whose row turns out to be missing is treated as deleted.
  ///
  /// An override decides for each object; the default is ``shouldDeleteInaccessibleFaults``.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject,
    for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }

  /// The greatest age, in seconds, of cached values that are used; negative for any age.
  @exclusivity(unchecked) open var stalenessInterval: TimeInterval = -1 {
    didSet { dropPrefetchedRows() }
  }

  /// Whether changes that others save to the parent or to the stores are merged into this context.
  ///
  /// They are merged on the context's queue soon after the other save, as ``mergeChanges(fromContextDidSave:)`` does;
  /// unsaved changes are kept. The default is false.
  ///
  /// ```swift
  /// container.viewContext.automaticallyMergesChangesFromParent = true
  /// ```
  open var automaticallyMergesChangesFromParent = false {
    didSet { updateFollower() }
  }

  /// Creates a context with a queue of the given kind.
  ///
  /// It has neither a coordinator nor a parent yet: set one of them before the first fetch. A context of the main
  /// queue is for user interfaces, one with a private queue for everything else.
  /// ``NSPersistentContainer/newBackgroundContext()`` creates one that is ready for use.
  ///
  /// ```swift
  /// let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  /// context.persistentStoreCoordinator = container.persistentStoreCoordinator
  /// ```
  public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    queue = ContextQueue(concurrencyType)
    super.init()
    queue.weakContext.bind(to: self)
  }

  /// It is not called from Swift: without the attribute an optimized build would remove it.
  @usableFromInline convenience init(making kind: NSManagedObjectContextConcurrencyType) {
    self.init(concurrencyType: kind)
  }

  /// Creates a context without a queue, for old programs that use one thread.
  @available(*, deprecated, message: "Use init(_:) with a queue instead.")
  public override convenience init() {
    self.init(concurrencyType: .confinementConcurrencyType)
  }

  deinit {
    queue.weakContext.cut()
    identity.coordinator = rootCoordinator
    detach()
    for object in identity.close() { object.leaveContext() }
  }

  // MARK: Registered objects

  /// All objects that exist in the context.
  open var registeredObjects: Set<NSManagedObject> { Set(identity.objects) }

  /// The objects that the next save inserts.
  open var insertedObjects: Set<NSManagedObject> { objects(in: .isInserted) }

  /// The objects whose changes the next save writes.
  open var updatedObjects: Set<NSManagedObject> { objects(in: .isUpdated) }

  /// The objects that the next save deletes.
  ///
  /// Objects that were never saved are not among them.
  open var deletedObjects: Set<NSManagedObject> { objects(in: .isDeleted) }

  /// Whether there are unsaved changes: an object was inserted, changed or deleted.
  ///
  /// Changes of transient properties count too. A save without changes costs little, but posts its notifications. Use
  /// it on the queue of the context.
  ///
  /// ```swift
  /// if context.hasChanges { try context.save() }
  /// ```
  open var hasChanges: Bool { tracked.contains { $0.hasChanges && !$0.state.isGone } }

  /// Returns the object with an ID if it is registered in the context.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    identity[reference(of: objectID)]
  }

  /// Returns the object with an ID without asking the store: a fault if it is not registered yet.
  ///
  /// Use it if the object is known to exist, for example with an ID that a fetch has just returned. Otherwise the
  /// first access to one of its values detects that it does not; ``existingObject(with:)`` detects it at once.
  ///
  /// ```swift
  /// let player = context.object(with: id)
  /// ```
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    knownObject(with: objectID)
  }

  /// Returns the object with an ID and its values, read from the store if they are not in memory.
  ///
  /// ```swift
  /// if let player = try context.existingObject(with: id) as? Player { print(player.lastName) }
  /// ```
  ///
  /// - Throws: ``NSManagedObjectReferentialIntegrityError`` if there is no such object, or it is
  ///   deleted in this context.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try confirmedObject(with: objectID)
  }

  /// Executes a request of any kind.
  @_disfavoredOverload
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try fetchResults(of: request)
  }

  /// Executes a request that is not a plain fetch: a batch, the history, an asynchronous fetch.
  ///
  /// Batches change the store directly, not the objects of contexts: merge their results with
  /// `mergeChanges(fromRemoteContextSave:into:)` if such objects are in memory.
  ///
  /// ```swift
  /// let request = NSBatchDeleteRequest(fetchRequest: Player.fetchRequest())
  /// try context.execute(request)
  /// ```
  ///
  /// - Throws: ``NSPersistentStoreUnsupportedRequestTypeError`` if no store can execute it, and the errors of the
  ///   store.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try result(of: request)
  }

  // MARK: Changing objects

  /// Inserts an object that was created without a context, or undoes the deletion of one in this context.
  ///
  /// The next ``save()`` writes it. `Player(context:)` creates and inserts an object in one step, and is the usual
  /// way.
  ///
  /// ```swift
  /// let player = Player(entity: Player.entity(), insertInto: nil)
  /// context.insert(player)
  /// ```
  open func insert(_ object: NSManagedObject) { takeIn(object) }

  /// Marks an object for deletion by the next save.
  ///
  /// Delete rules are followed when changes are processed, at the end of the block or in ``processPendingChanges()``:
  /// members are deleted with it (cascade), lose their reference to it (nullify), or make the save fail (deny). An
  /// object that was never saved only leaves the context.
  ///
  /// ```swift
  /// context.delete(player)
  /// try context.save()
  /// ```
  open func delete(_ object: NSManagedObject) { prepareAndMarkDeleted(object) }

  /// Chooses the store of a new object.
  open func assign(_ object: Any, to store: NSPersistentStore) { choose(store, for: object) }

  /// Assigns permanent IDs to new objects, without saving them.
  ///
  /// An object has a temporary ID until its first save, under which no other context finds it. Objects that have
  /// permanent IDs already keep them.
  ///
  /// ```swift
  /// try context.obtainPermanentIDs(for: [player])
  /// let address = player.objectID.uriRepresentation()
  /// ```
  ///
  /// - Throws: An error if the store cannot reserve keys, for example because of a lock of another program.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try givePermanentIDs(to: objects)
  }

  /// Makes the next save check whether an unchanged object was changed elsewhere.
  open func detectConflicts(for object: NSManagedObject) { watchForConflicts(of: object) }

  /// Updates the values of an object from the store.
  ///
  /// With `mergeChanges` unsaved changes are applied to the new values. Without, they are lost and the object becomes
  /// a fault, which reads its row again when it is used and needs no memory for its values until then.
  ///
  /// ```swift
  /// context.refresh(player, mergeChanges: true)
  /// ```
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    refresh(object, keepingChanges: flag)
  }

  /// Refreshes all objects; those with changes keep them.
  open func refreshAllObjects() { refreshEverything() }

  /// Merges the changes that another context has saved, from its `NSManagedObjectContextDidSave` notification.
  ///
  /// Registered objects get the new values, and unsaved changes are kept; objects that were inserted there are
  /// registered, and those deleted there are deleted here too. Call it on the queue of this context.
  ///
  /// ```swift
  /// context.perform { context.mergeChanges(fromContextDidSave: notification) }
  /// ```
  open func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(announcedBy: notification)
  }

  // MARK: Saving and undoing changes

  /// Processes the changes since the last call: delete rules are followed, undo actions are registered, and observers
  /// of `NSManagedObjectContextObjectsDidChange` are notified.
  ///
  /// It is called automatically at the end of each block of `perform` and before a save. Call it to end an undo group
  /// or to post notifications at a certain point.
  ///
  /// ```swift
  /// context.delete(team)
  /// context.processPendingChanges()  // now the team's players are deleted, if the delete rule is Cascade
  /// ```
  open func processPendingChanges() { processEvent() }

  /// Saves all changes to the stores, or passes them to the parent context; none if an error is thrown.
  ///
  /// Objects are validated first; then `willSave()` is called, and the changes of all stores are written in one
  /// transaction each. A context without changes writes nothing, so checking ``hasChanges`` first is not needed for
  /// correctness.
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let error as CocoaError where error.code == .managedObjectMerge {
  ///   context.rollback()
  /// }
  /// ```
  ///
  /// - Throws: Errors of validation (several in one under `NSDetailedErrorsKey`), ``NSManagedObjectMergeError`` for
  ///   conflicts that the ``mergePolicy`` does not resolve, and the errors of the store. The changes remain in the
  ///   context then.
  open func save() throws { try saveChanges() }

  /// Undoes the last change, if it is registered with the undo manager; without ``undoManager`` it does nothing.
  open func undo() { undoLastChange() }

  /// Redoes the change that was undone last.
  open func redo() { redoLastChange() }

  /// Discards all unsaved changes: objects get the values that were last fetched or saved.
  ///
  /// Inserted objects leave the context, deleted ones are restored, and undo actions are removed. Other contexts and
  /// stores are not affected.
  ///
  /// ```swift
  /// if userCancels { context.rollback() }
  /// ```
  open func rollback() { dropChanges() }

  /// Removes all objects, all unsaved changes, and the undo actions.
  ///
  /// Do not use objects that were fetched before. Use it to free memory between the batches of a long import:
  ///
  /// ```swift
  /// try context.save()
  /// context.reset()
  /// ```
  open func reset() { forgetEverything() }

  /// The generation of the stores that the context is pinned to; nil if it is not pinned.
  ///
  /// A context with a parent sees what the parent sees.
  open var queryGenerationToken: NSQueryGenerationToken? { visibleGeneration }

  /// Pins the context to a generation of the stores, until it saves, merges or is reset; nil unpins it.
  ///
  /// Later saves of other contexts and programs stay invisible, so that a list and the faults in it are consistent.
  /// An SQLite store keeps the generation in its log, which grows while a context is pinned. If no store can keep
  /// generations the context is not pinned.
  ///
  /// ```swift
  /// try context.setQueryGenerationFrom(.current)
  /// ```
  ///
  /// - Throws: An error if a store cannot open a connection of its own for the generation.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try pin(to: generation)
  }

  // MARK: Working on the queue

  /// The kind of the context's queue.
  open var concurrencyType: NSManagedObjectContextConcurrencyType { queue.type }

  /// Schedules work on the context's queue, and returns at once.
  ///
  /// Changes are processed at the end of the block. Errors have to be handled in the block; the `async` form, which
  /// returns a value, throws them to the caller.
  ///
  /// ```swift
  /// context.perform {
  ///   player.lastName = "Alvarez"
  ///   try? context.save()
  /// }
  /// ```
  open func perform(_ block: @escaping () -> Void) { enqueue(block) }

  /// Runs a block on the context's queue, and waits for it.
  ///
  /// It may be nested. Changes are not processed at its end. Two queues that wait for each other deadlock, so do not
  /// wait for the main queue in a block that the main queue waits for.
  ///
  /// ```swift
  /// context.performAndWait { player.name = "Ada" }
  /// ```
  open func performAndWait(_ block: () -> Void) { wait(for: block) }
}

extension NSManagedObject {
  /// Detaches the object, when the context is deallocated or unregisters it.
  fileprivate final func leaveContext() {
    context = nil
    related = nil
  }
}
