import Foundation

/// A container of a model, a coordinator with its stores, and contexts: the Core Data stack of most programs.
///
/// ```swift
/// let container = NSPersistentContainer(name: "League")
/// container.loadPersistentStores { _, error in
///   if let error { print("The store is not open: \(error)") }
/// }
/// let players = try container.viewContext.fetch(Player.fetchRequest())
/// ```
///
/// A container may be used from any thread; its contexts are used on their queues.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  private let parts: ContainerParts

  /// The name of the container, and of its store's file.
  open var name: String { parts.name }

  /// The context of the main queue, for user interfaces.
  ///
  /// Use it on the main thread, or within its `perform`. It sees the saves of others when it fetches again,
  /// refreshes, or if ``NSManagedObjectContext/automaticallyMergesChangesFromParent`` is set.
  ///
  /// ```swift
  /// let players = try container.viewContext.fetch(Player.fetchRequest())
  /// ```
  open var viewContext: NSManagedObjectContext { parts.viewContext }

  /// The model.
  open var managedObjectModel: NSManagedObjectModel { parts.coordinator.managedObjectModel }

  /// The coordinator that the contexts save to.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { parts.coordinator }

  /// The stores that ``loadPersistentStores(completionHandler:)`` opens; by default one SQLite store in the default
  /// folder.
  ///
  /// Change them before loading: for another place, another type, a read-only store, history, or several
  /// configurations.
  ///
  /// ```swift
  /// container.persistentStoreDescriptions = [
  ///   NSPersistentStoreDescription(url: URL(fileURLWithPath: "/var/lib/league/league.sqlite"))
  /// ]
  /// ```
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// The descriptions whose stores are open.
  private let loaded = LoadedDescriptions()

  /// Creates a container of the model with the same name, which is searched for in the bundles of the program.
  ///
  /// A model in generated code is found by its name too. If there is none, the model is empty, the reason is logged,
  /// and loading the stores fails with an error that lists where it was searched for.
  ///
  /// ```swift
  /// let container = NSPersistentContainer(name: "League")
  /// ```
  public convenience init(name: String) {
    self.init(name: name, managedObjectModel: ContainerModel(name: name).model)
  }

  /// Creates a container of an existing model, for example one that the program builds in code.
  ///
  /// The name is that of the store's file. Tests use it with a store in memory:
  ///
  /// ```swift
  /// let container = NSPersistentContainer(name: "Test", managedObjectModel: model)
  /// container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
  /// ```
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    viewContext.persistentStoreCoordinator = coordinator
    parts = ContainerParts(name: name, viewContext: viewContext, coordinator: coordinator)
    let url = Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    super.init()
  }

  /// It is not called from Swift: without the attribute an optimized build would remove it.
  @usableFromInline convenience init(making name: String, of model: NSManagedObjectModel) {
    self.init(name: name, managedObjectModel: model)
  }

  /// The folder for the stores of the program: `$XDG_DATA_HOME`, or `~/.local/share`, and the name of the program.
  ///
  /// It is created when a store in it is opened. A subclass overrides it to keep its stores elsewhere.
  ///
  /// ```swift
  /// let url = NSPersistentContainer.defaultDirectoryURL().appending(path: "league.sqlite")
  /// ```
  open class func defaultDirectoryURL() -> URL { StoreFolder.url }

  /// Opens the described stores that are not open yet, and calls `block` once for each.
  ///
  /// Unless a description asks for asynchronous opening, `block` is called before this method returns. The folder of
  /// a writable store is created if there is none. A store of an older version of the model is migrated if the
  /// description allows it, which is the default.
  ///
  /// ```swift
  /// container.loadPersistentStores { description, error in
  ///   if let error { print("\(description.url?.path ?? ""): \(error)") }
  /// }
  /// ```
  ///
  /// - Parameter block: Called with each description, and the reason why its store is not open, such as a newer
  ///   version of the model (``NSPersistentStoreIncompatibleVersionHashError``) or a file that is not a store.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions where loaded.insert(description) {
      StoreFolder.prepare(for: description)
      persistentStoreCoordinator.addPersistentStore(with: description) { [loaded] added, error in
        if error != nil { loaded.remove(description) }
        block(added, error)
      }
    }
  }

  /// Creates a context with a private queue that saves to the container's coordinator.
  ///
  /// It does not merge the changes of others automatically. Retain it as long as its objects are used: neither the
  /// container nor objects retain it.
  ///
  /// ```swift
  /// let context = container.newBackgroundContext()
  /// context.perform { /* use the context here */ }
  /// ```
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block with a new context on its queue, and returns at once.
  ///
  /// The context lives as long as the block. Use it for work whose result is saved, such as an import.
  ///
  /// ```swift
  /// container.performBackgroundTask { context in
  ///   let player = Player(context: context)
  ///   player.lastName = "Alvarez"
  ///   try? context.save()
  /// }
  /// ```
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    let work = Unchecked(block)
    context.queue.async {
      work.value(context)
      context.processPendingChanges()
    }
  }

  /// Runs a block with a new context on its queue, and returns its value or throws its error.
  ///
  /// ```swift
  /// let count = try await container.performBackgroundTask { try $0.count(for: Player.fetchRequest()) }
  /// ```
  nonisolated(nonsending) public final func performBackgroundTask<T>(
    _ block: @escaping (NSManagedObjectContext) throws -> T
  ) async rethrows -> T {
    try await performBackgroundTask(block) { throw $0 }
  }

  // A rethrowing function may only throw the errors of its closure arguments; hence the second closure.
  nonisolated(nonsending) private final func performBackgroundTask<T>(
    _ block: @escaping (NSManagedObjectContext) throws -> T,
    rescue: (any Error) throws -> T
  ) async rethrows -> T {
    let context = newBackgroundContext()
    let work = Unchecked(block)
    let result: Unchecked<Result<T, any Error>> = await withCheckedContinuation { continuation in
      context.queue.async {
        let result = Result { try work.value(context) }
        context.processPendingChanges()
        continuation.resume(returning: Unchecked(result))
      }
    }
    switch result.value {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    }
  }
}

/// The parts of a container; a subclass can override the properties that return them.
private struct ContainerParts {
  let name: String
  let viewContext: NSManagedObjectContext
  let coordinator: NSPersistentStoreCoordinator
}

/// The descriptions of stores that are open or being opened.
private final class LoadedDescriptions: @unchecked Sendable {
  private let lock = NSLock()
  private var descriptions: [NSPersistentStoreDescription] = []

  /// Adds a description; returns false if it is there already.
  func insert(_ description: NSPersistentStoreDescription) -> Bool {
    lock.withLock {
      if descriptions.contains(where: { $0 === description }) { return false }
      descriptions.append(description)
      return true
    }
  }

  func remove(_ description: NSPersistentStoreDescription) {
    lock.withLock { descriptions.removeAll { $0 === description } }
  }
}
