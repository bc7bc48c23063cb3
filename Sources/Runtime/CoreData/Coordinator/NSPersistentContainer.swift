import Foundation

/// A model, a coordinator and contexts that belong together.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  private let parts: Parts

  /// The name of the container, and of its store's file.
  open var name: String { parts.name }

  /// The context for the main queue.
  open var viewContext: NSManagedObjectContext { parts.viewContext }

  /// The model.
  open var managedObjectModel: NSManagedObjectModel { parts.coordinator.managedObjectModel }

  /// The coordinator that the contexts save to.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { parts.coordinator }

  /// The stores to be opened; at first an SQLite store in the default folder.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// The descriptions whose stores are open.
  private let loaded = LoadedDescriptions()

  /// Makes a container of the model with the same name, which is looked for in the bundles of the program.
  ///
  /// If there is none the model is empty, the reason is printed, and no store can be loaded.
  public convenience init(name: String) {
    self.init(name: name, managedObjectModel: ContainerModel(name: name).model)
  }

  /// Makes a container of a model.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    viewContext.persistentStoreCoordinator = coordinator
    parts = Parts(name: name, viewContext: viewContext, coordinator: coordinator)
    let url = Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    super.init()
  }

  /// Nothing in Swift calls it: without the attribute an optimised build would leave it out.
  @usableFromInline convenience init(making name: String, of model: NSManagedObjectModel) {
    self.init(name: name, managedObjectModel: model)
  }

  /// The folder for the stores of the program: `$XDG_DATA_HOME`, or `~/.local/share`, and the name of the
  /// program.
  open class func defaultDirectoryURL() -> URL { StoreFolder.url }

  /// Opens the stores that are described and not open yet, and calls back once for each.
  ///
  /// Unless a description says otherwise, the calls come before this method returns. The folder of a store that
  /// may be written is made if there is none.
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

  /// A context with a queue of its own, which merges the changes of others only when it is asked to.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Does work with a new context on its queue, and comes back at once.
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    let work = Unchecked(block)
    context.queue.async {
      work.value(context)
      context.processPendingChanges()
    }
  }

  /// Does work with a new context on its queue, and gives back what it yields.
  nonisolated(nonsending) public final func performBackgroundTask<T>(
    _ block: @escaping (NSManagedObjectContext) throws -> T
  ) async rethrows -> T {
    try await performBackgroundTask(block) { throw $0 }
  }

  // Only what a closure argument throws may be thrown again; hence the second closure.
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

/// The parts of a container; a subclass can show others.
private struct Parts {
  let name: String
  let viewContext: NSManagedObjectContext
  let coordinator: NSPersistentStoreCoordinator
}

/// The descriptions of stores that are open or being opened.
private final class LoadedDescriptions: @unchecked Sendable {
  private let lock = NSLock()
  private var descriptions: [NSPersistentStoreDescription] = []

  /// Adds a description; false if it is there already.
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
