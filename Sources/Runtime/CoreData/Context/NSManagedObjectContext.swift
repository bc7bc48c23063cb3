import Foundation
import ObjectRows
import Synchronization

/// A graph of objects that change together and are saved together.
///
/// A context has at most one object for each row of a store, so that two relationships that lead to the same
/// player lead to the same instance. Changes stay in the context until ``save()`` writes them, all or none.
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
/// A context and its objects are used on its queue only: within ``performAndWait(_:)-(()->Void)``, `perform`, or, for a
/// ``NSManagedObjectContextConcurrencyType/mainQueueConcurrencyType``, on the main thread.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// Whether there has been a controller that wants to know of merged changes of any objects.
  final var hasFetchedResultsControllers = false

  /// The objects that exist in this context, by reference; they are not retained.
  final let identity = IdentityMap()

  /// The objects with changes, retained; their states say which.
  ///
  /// An object that lost its changes may remain until the next save.
  @exclusivity(unchecked) final var tracked: [NSManagedObject] = []

  /// The objects that the current event has brought something to, retained.
  @exclusivity(unchecked) final var pending: [NSManagedObject] = []

  /// The changes of the last notification, during a save.
  final var savedEvent: ContextEvent?
  final var keepsSavedEvent = false

  /// The objects whose delete rules are still to be followed, retained.
  final var deletionsToPropagate: [NSManagedObject] = []

  /// The fault that is being made.
  @exclusivity(unchecked) private var faultInTheMaking: FaultInTheMaking?

  /// The queue on which the context's work is done.
  final let queue: ContextQueue

  /// The coordinator whose stores the context fetches from and saves to.
  ///
  /// A context with a ``parent`` has that of its farthest ancestor. Set it once, before the first
  /// fetch; setting a coordinator forgets the objects of another one. It may be read on any thread.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { rootCoordinator }
    set { attach(to: newValue) }
  }

  /// The context to which changes go instead of a store.
  ///
  /// Saving a child hands its changes to the parent, where they wait to be saved; fetching in a child
  /// finds what the parent has changed. The parent must have a queue, and children keep it alive.
  ///
  /// ```swift
  /// let draft = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  /// draft.parent = container.viewContext
  /// ```
  open var parent: NSManagedObjectContext? {
    get { parentContext }
    set { attach(to: newValue) }
  }

  /// The source of the context's rows: one of them at most.
  @exclusivity(unchecked) final var coordinator: NSPersistentStoreCoordinator? {
    didSet {
      lastMade = nil
      directory = coordinator?.directory
      forgetRowsAtHand()
    }
  }
  // Read and written whole, on the queue of the context.
  @exclusivity(unchecked) final var parentContext: NSManagedObjectContext?

  /// The open stores of the coordinator, for faults whose rows are in memory.
  @exclusivity(unchecked) final var directory: StoreDirectory?

  /// The class of the object that was made last, and its entity, in a context with a coordinator.
  ///
  /// Objects are mostly made of the same class again; to find the entity by it costs more than the object itself.
  @exclusivity(unchecked) final var lastMade: (type: ObjectIdentifier, entity: NSEntityDescription)?

  /// The record of this context in the coordinator or the parent.
  final var dependent: DependentContext?

  /// The children.
  final let dependents = DependentContexts()

  /// The references from the store of objects that rows or children know by temporary ones.
  @exclusivity(unchecked) final var permanentReferences: [Reference: Reference] = [:]

  /// Those of the save that is going on, which may fail yet.
  final var provisionalReferences: [Reference: Reference] = [:]

  /// The objects that the last merge has brought, retained until the current work is done.
  final var mergedInsertions: [NSManagedObject] = []

  /// The results of fetches with a batch size that have not been used yet.
  @exclusivity(unchecked) final var batches = FetchBatches()

  /// The generation of the stores that is seen; nil for their present state.
  @exclusivity(unchecked) final var generation: StoreGeneration? {
    didSet { forgetRowsAtHand() }
  }

  /// Whether there may be faults with prefetched rows.
  @exclusivity(unchecked) final var hasRowsAtHand = false

  /// The counters of the context; used on its queue only.
  @exclusivity(unchecked) final var counters: ContextCounters?

  /// Whether use on a wrong queue stops the program.
  final let checksQueue = ConcurrencyDebug.isOn

  /// The name of the context, for people.
  open var name: String? {
    didSet { queue.setName(name) }
  }

  /// The author of the changes, in the history of the store.
  ///
  /// Set it before saving; each transaction of the history has the author that the context had
  /// then, so that a program can leave out its own. Use it on the queue of the context.
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

  /// Values that the program keeps with the context.
  public final let userInfo = NSMutableDictionary()

  /// The resolution of conflicts with changes that others have saved since the objects were fetched.
  ///
  /// With ``NSMergePolicy/error``, which is set at first, ``save()`` throws
  /// ``NSManagedObjectMergeError`` with the conflicts in its user info and writes nothing. The
  /// other policies decide for each property, or each object, whose value remains.
  ///
  /// ```swift
  /// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  /// ```
  open var mergePolicy: Any = NSMergePolicy.error

  /// Registers changes so that they can be undone; nil at first.
  @exclusivity(unchecked) open var undoManager: UndoManager? {
    didSet { undoObservation = undoManager.map { UndoObservation(between: $0, and: self) } }
  }

  private(set) final var undoObservation: UndoObservation?

  /// Whether delete rules are followed when changes are processed, rather than on saving only.
  open var propagatesDeletesAtEndOfEvent = true

  /// Whether all objects are retained, not only those with changes.
  @exclusivity(unchecked) open var retainsRegisteredObjects = false {
    didSet { retained = retainsRegisteredObjects ? Set(identity.objects) : [] }
  }

  private var retained: Set<NSManagedObject> = []

  /// Whether an object whose row is gone is treated as one that was deleted.
  open var shouldDeleteInaccessibleFaults = true

  /// Whether an object whose row turns out to be gone is treated as one that was deleted.
  ///
  /// An override decides for each object; by default ``shouldDeleteInaccessibleFaults`` does.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject,
    for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }

  /// The greatest age, in seconds, of values in memory that are used again; negative for any age.
  @exclusivity(unchecked) open var stalenessInterval: TimeInterval = -1 {
    didSet { forgetRowsAtHand() }
  }

  /// Whether changes that others save to the parent or to the stores are merged into this context.
  ///
  /// They are merged on the context's queue soon after the other save, as
  /// ``mergeChanges(fromContextDidSave:)`` does; changes that are not saved here are kept. It is off at first.
  ///
  /// ```swift
  /// container.viewContext.automaticallyMergesChangesFromParent = true
  /// ```
  open var automaticallyMergesChangesFromParent = false {
    didSet { updateFollower() }
  }

  /// Creates a context whose work is done on a queue of the given kind.
  ///
  /// It has neither a coordinator nor a parent yet: set one of them before the first fetch. A
  /// context of the main queue is for user interfaces, one with a private queue for everything
  /// else. ``NSPersistentContainer/newBackgroundContext()`` creates one that is ready for use.
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

  /// Nothing in Swift calls it: without the attribute an optimised build would leave it out.
  @usableFromInline convenience init(making kind: NSManagedObjectContextConcurrencyType) {
    self.init(concurrencyType: kind)
  }

  /// Makes a context that is used on one thread, by the rules of old programs.
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

  // MARK: What is in the context

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

  /// Whether the next save has anything to do: an object was inserted, changed or deleted.
  ///
  /// Changes of transient properties count too. A save without changes costs little, but posts its
  /// notifications. Use it on the queue of the context.
  ///
  /// ```swift
  /// if context.hasChanges { try context.save() }
  /// ```
  open var hasChanges: Bool { tracked.contains { $0.hasChanges && !$0.state.isGone } }

  /// The object with an ID if it exists in the context.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    identity[reference(of: objectID)]
  }

  /// Returns the object with an ID without asking the store: a fault if it is not registered yet.
  ///
  /// Use it where the object is known to exist, as with an ID that a fetch has just returned. If it does not,
  /// the first access to one of its values finds that out; ``existingObject(with:)`` finds it out at once.
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
  /// Batches work in the store, past the objects of contexts: merge what they changed with
  /// `mergeChanges(fromRemoteContextSave:into:)` where such objects are in memory.
  ///
  /// ```swift
  /// let request = NSBatchDeleteRequest(fetchRequest: Player.fetchRequest())
  /// try context.execute(request)
  /// ```
  ///
  /// - Throws: ``NSPersistentStoreUnsupportedRequestTypeError`` if no store can execute it, and the
  ///   errors of the store.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try result(of: request)
  }

  // MARK: Changing objects

  /// Inserts an object that was created without a context, or takes back the deletion of one in this context.
  ///
  /// The next ``save()`` writes it. `Player(context:)` creates and inserts an object in one step, and is the usual way.
  ///
  /// ```swift
  /// let player = Player(entity: Player.entity(), insertInto: nil)
  /// context.insert(player)
  /// ```
  open func insert(_ object: NSManagedObject) { takeIn(object) }

  /// Marks an object as one that the next save deletes.
  ///
  /// Delete rules are followed when changes are processed, at the end of the block or in
  /// ``processPendingChanges()``: members are deleted with it (cascade), lose their reference to it
  /// (nullify), or make the save fail (deny). An object that was never saved just leaves the context.
  ///
  /// ```swift
  /// context.delete(player)
  /// try context.save()
  /// ```
  open func delete(_ object: NSManagedObject) { prepareAndMarkDeleted(object) }

  /// Says into which store a new object goes.
  open func assign(_ object: Any, to store: NSPersistentStore) { choose(store, for: object) }

  /// Gives new objects the IDs that they will be saved with, without saving them.
  ///
  /// An object has a temporary ID until its first save, under which no other context finds it.
  /// Objects that have permanent IDs already keep them.
  ///
  /// ```swift
  /// try context.obtainPermanentIDs(for: [player])
  /// let address = player.objectID.uriRepresentation()
  /// ```
  ///
  /// - Throws: What keeps the store from giving keys away, such as a lock of another program.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try givePermanentIDs(to: objects)
  }

  /// Lets the next save find out whether an object was changed elsewhere, though it was not changed here.
  open func detectConflicts(for object: NSManagedObject) { watchForConflicts(of: object) }

  /// Brings the values of an object up to date with the store.
  ///
  /// With `mergeChanges` the changes that were not saved are put on top of the new values. Without,
  /// they are lost and the object becomes a fault, which reads its row again when it is used and
  /// until then keeps no memory for its values.
  ///
  /// ```swift
  /// context.refresh(player, mergeChanges: true)
  /// ```
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    refresh(object, keepingChanges: flag)
  }

  /// Refreshes all objects; those with changes keep them.
  open func refreshAllObjects() { refreshEverything() }

  /// Merges what another context has saved, from its `NSManagedObjectContextDidSave` notification.
  ///
  /// Registered objects get the new values, changes that were not saved here are kept; objects that were inserted
  /// there become known, and those deleted there are deleted here too. Call it on the queue of this context.
  ///
  /// ```swift
  /// context.perform { context.mergeChanges(fromContextDidSave: notification) }
  /// ```
  open func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(announcedBy: notification)
  }

  // MARK: Saving and undoing changes

  /// Processes the changes since the last time: delete rules are followed, undo actions are
  /// registered, and observers of `NSManagedObjectContextObjectsDidChange` are notified.
  ///
  /// That happens by itself at the end of each block that `perform` has run and before a save. Call
  /// it where undo groups or notifications are wanted at a certain point.
  ///
  /// ```swift
  /// context.delete(team)
  /// context.processPendingChanges()  // now the team's players are deleted, if the delete rule is Cascade
  /// ```
  open func processPendingChanges() { processEvent() }

  /// Saves all changes to the stores, or hands them to the parent context: all of them, or none and an error.
  ///
  /// Objects are validated first; then `willSave()` is called, and the changes of all stores are
  /// written in one transaction each. A context without changes does nothing, so asking
  /// ``hasChanges`` first is not needed for correctness.
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let error as CocoaError where error.code == .managedObjectMerge {
  ///   context.rollback()
  /// }
  /// ```
  ///
  /// - Throws: Errors of validation (several in one under `NSDetailedErrorsKey`),
  ///   ``NSManagedObjectMergeError`` for conflicts that the ``mergePolicy`` does not resolve, and
  ///   the errors of the store. The changes are still in the context then.
  open func save() throws { try saveChanges() }

  /// Takes back what was changed last, as far as the undo manager has it.
  open func undo() { undoLastChange() }

  /// Does again what was undone last.
  open func redo() { redoLastChange() }

  /// Drops all changes that were not saved: objects have the values again that were fetched or saved last.
  ///
  /// Inserted objects leave the context, deleted ones are back, and nothing can be undone any more.
  /// Other contexts and stores are not concerned.
  ///
  /// ```swift
  /// if userCancels { context.rollback() }
  /// ```
  open func rollback() { dropChanges() }

  /// Forgets all objects, all changes that were not saved, and what could be undone.
  ///
  /// Do not use objects that were fetched before. It frees the memory of a long import between its batches:
  ///
  /// ```swift
  /// try context.save()
  /// context.reset()
  /// ```
  open func reset() { forgetEverything() }

  /// The state of the stores that the context sees, or nil if it sees them as they are.
  ///
  /// A context with a parent sees what the parent sees.
  open var queryGenerationToken: NSQueryGenerationToken? { visibleGeneration }

  /// Pins the context to one state of the stores, until it saves, merges or is reset; nil unpins it.
  ///
  /// Later saves of other contexts and programs stay invisible, so that a list and the faults in it
  /// fit together. An SQLite store keeps that state in its log, which grows as long as it is
  /// pinned. Where no store can keep a state the context sees the newest one, as before.
  ///
  /// ```swift
  /// try context.setQueryGenerationFrom(.current)
  /// ```
  ///
  /// - Throws: What keeps a store from opening a connection of its own for the state.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    try pin(to: generation)
  }

  // MARK: Working on the queue

  /// The kind of queue on which the work of the context is done.
  open var concurrencyType: NSManagedObjectContextConcurrencyType { queue.type }

  /// Schedules work on the context's queue, and returns at once.
  ///
  /// Changes are processed when the work is done. Errors have to be handled in the block; the
  /// `async` form, which returns a value, throws them to the caller.
  ///
  /// ```swift
  /// context.perform {
  ///   player.lastName = "Alvarez"
  ///   try? context.save()
  /// }
  /// ```
  open func perform(_ block: @escaping () -> Void) { enqueue(block) }

  /// Does work on the context's queue, and waits for it.
  ///
  /// It may be called within such work too. Changes are not processed at its end. Two queues that wait for
  /// one another never end, so do not wait for the main queue from a block that the main queue waits for.
  ///
  /// ```swift
  /// context.performAndWait { player.name = "Ada" }
  /// ```
  open func performAndWait(_ block: () -> Void) { wait(for: block) }
}

// MARK: What is in the context

extension NSManagedObjectContext {
  /// The objects with some references; those that do not exist yet are made.
  ///
  /// - Parameters:
  ///   - references: Who they are.
  ///   - rows: The rows of some of them, if they are known: one place for each.
  ///   - asFaults: Whether faults remain faults, with prefetched rows.
  /// - Returns: The objects in the same order.
  final func objects(
    for references: [Reference],
    rows: consuming [Row?]? = nil,
    asFaults: Bool = true
  ) -> [NSManagedObject] {
    // Objects that were saved since the question was asked are known by temporary references still.
    applyRenamedReferences()
    var rows = rows ?? []
    identity.reserve(total: references.count)
    let isWatched = watchesAccesses
    let canFaultWithoutContext = !isWatched && stalenessInterval < 0
    var makers = FaultMakers(rootCoordinator?.shapes ?? [], in: self)
    defer { makers.finish() }
    if !rows.isEmpty, asFaults { hasRowsAtHand = true }
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(references.count)
    for (position, reference) in references.enumerated() {
      guard let object = object(for: reference, &makers) else { continue }
      if position < rows.count, let row = rows.moveRow(from: position) {
        // Whether the row is still that of the store is asked when the fault fires.
        if !object.isFault {
          row.release()
        } else if asFaults {
          object.moveRow(row)
          object.keepPrefetchedRow(isAlone: canFaultWithoutContext)
        } else {
          object.moveRow(row)
          object.wake(isWatched: isWatched)
        }
      }
      objects.append(consume object)
    }
    return objects
  }

  /// The object with a reference, made by a fault maker if it does not exist yet.
  private func object(
    for reference: Reference,
    _ makers: inout FaultMakers
  ) -> NSManagedObject? {
    if makers.mayExist(reference, in: identity), let object = identity[reference] {
      return object.state.contains(.isInaccessible) ? object.backIfStored() : object
    }
    let known = resolved(reference)
    if known != reference, let object = identity[known] { return object }
    guard let maker = makers.maker(ofEntity: known.entity) else { return nil }
    makers.noteNewObject()
    faultInTheMaking = maker._withUnsafeGuaranteedRef { FaultInTheMaking(known, $0) }
    return makers.makeObject().map(place)
  }

  final func makeFault(_ reference: Reference, of shape: EntityShape) -> NSManagedObject {
    let maker = shape.binding.faultMaker
    faultInTheMaking = FaultInTheMaking(reference, maker)
    return place(maker.objectClass.makeObject(maker.entity, self))
  }

  /// Takes in a fault that has just been made.
  private func place(_ object: NSManagedObject) -> NSManagedObject {
    faultInTheMaking = nil
    identity.insertNew(object)
    if retainsRegisteredObjects { retained.insert(object) }
    return object
  }

  /// Tells an object that is being made that it is to be a fault, and which.
  final func takeFaultInTheMaking() -> FaultInTheMaking? { faultInTheMaking.take() }

  final func register(_ object: NSManagedObject) {
    object.context = self
    if watchesAccesses { object.state.insert(.isWatched) }
    identity.insert(object)
    if retainsRegisteredObjects { retained.insert(object) }
  }

  /// Takes an object out of the context; it keeps its values.
  final func unregister(_ object: NSManagedObject) {
    identity.remove(object)
    if !object.reference.isTemporary { identity.coordinator = rootCoordinator }
    retained.remove(object)
    object.context = nil
  }
}

extension NSManagedObject {
  /// Called when the context goes away or forgets the object.
  fileprivate final func leaveContext() {
    context = nil
    related = nil
  }
}
