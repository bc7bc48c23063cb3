import Foundation
import StoreMigration

/// A store of objects, which is open in a coordinator.
///
/// Custom stores are subclasses of ``NSAtomicStore`` or ``NSIncrementalStore`` rather than of this class.
///
/// ```swift
/// for store in container.persistentStoreCoordinator.persistentStores {
///   print(store.type, store.url?.path ?? "")
/// }
/// ```
open class NSPersistentStore: NSObject, @unchecked Sendable {
  /// The coordinator in which the store is open.
  public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? { coordinator }

  @WeakReference private final var coordinator: NSPersistentStoreCoordinator?

  /// The configuration of the model whose entities the store holds; the default one for all entities.
  public final let configurationName: String

  /// The options with which the store was opened.
  public final let options: [AnyHashable: Any]?

  /// The URL of the store.
  open var url: URL?

  /// The identifier of the store: a UUID, kept in the metadata.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var identifier: String! {
    get { metadata?[NSStoreUUIDKey] as? String ?? provisionalIdentifier }
    set { metadata?[NSStoreUUIDKey] = newValue }
  }

  private let provisionalIdentifier = UUID().uuidString
  private var keptMetadata: [String: Any] = [:] {
    didSet {
      let identifier = keptMetadata[NSStoreUUIDKey] as? String ?? provisionalIdentifier
      // Others may be reading it meanwhile.
      if identifier != keptIdentifier { keptIdentifier = identifier }
    }
  }

  /// The identifier in the stored metadata.
  private(set) final var keptIdentifier = ""

  final let handle = WeakHandle<NSPersistentStore>()

  /// The origins for the IDs of the store's objects.
  final let origins = IDOrigins()

  /// Whether the metadata differ from those in the store.
  ///
  /// Read and written whole, with the lock of the coordinator.
  @exclusivity(unchecked) final var hasUnsavedMetadata = false

  /// The metadata of the store, which can be read without opening it.
  ///
  /// New metadata are written with the next save.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var metadata: [String: Any]! {
    get { keptMetadata }
    set {
      keptMetadata = newValue ?? [:]
      hasUnsavedMetadata = true
    }
  }

  /// The type of the store: that in its metadata, or the one under which its class is registered.
  open var type: String { keptMetadata[NSStoreTypeKey] as? String ?? assumedType }

  /// The type of a store whose metadata lack it.
  private var assumedType = ""

  /// Whether the store is read-only.
  // A flag, read and written whole, so that no access is in progress when another begins.
  @exclusivity(unchecked) open var isReadOnly: Bool

  /// Whether there was no file of the store when the object was created.
  private let wasMissing: Bool

  /// Creates a store for a coordinator; nothing is read yet.
  public init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) {
    coordinator = root
    configurationName = name ?? NSManagedObjectModel.defaultConfigurationName
    self.url = url
    self.options = options
    wasMissing = url.isFileURL && !FileManager.default.fileExists(atPath: url.path)
    isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
    super.init()
    handle.bind(to: self)
    // Not `type`: an override in a subclass may read metadata that it has not loaded yet.
    keptMetadata = [NSStoreUUIDKey: provisionalIdentifier]
    if let type = StoreClasses.type(of: Swift.type(of: self)) { assumeType(type) }
    keptIdentifier = provisionalIdentifier
  }

  deinit { handle.cut() }

  @usableFromInline convenience init(making opening: StoreOpening) {
    self.init(
      persistentStoreCoordinator: opening.coordinator,
      configurationName: opening.configuration,
      at: opening.url,
      options: opening.options
    )
  }

  /// Creates a store of a class that is known at run time only; see `make_object.S`.
  @_silgen_name("coredata_make_store")
  class func makeStore(_ opening: __owned StoreOpening) -> NSPersistentStore

  /// Reads the metadata, and creates them if the store is new.
  open func loadMetadata() throws {}

  /// Called after the store was added to the coordinator.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called before the store is removed from the coordinator.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  /// Returns the metadata of a store, which need not be open.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    throw CocoaError(.featureUnsupported, userInfo: [NSURLErrorKey: url])
  }

  /// Changes the metadata of a store, which need not be open.
  open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    throw CocoaError(.featureUnsupported, userInfo: [NSURLErrorKey: url])
  }

  /// Returns the metadata of a store, which need not be open; the options may contain its location.
  class func readMetadata(at url: URL, options: [AnyHashable: Any]?) throws -> [String: Any] {
    try metadataForPersistentStore(with: url)
  }

  /// Changes the metadata of a store, which need not be open; the options may contain its location.
  class func writeMetadata(
    _ metadata: [String: Any]?,
    at url: URL,
    options: [AnyHashable: Any]?
  ) throws {
    try setMetadata(metadata, forPersistentStoreAt: url)
  }

  /// The class of the migration manager for stores of this class: ``NSMigrationManager``.
  open class func migrationManagerClass() -> AnyClass { standardMigrationManager }

  /// Whether the store can continue at another location.
  func canMove(to url: URL) -> Bool { true }

  /// Throws if programs must not destroy stores of this class.
  class func requireDestruction(at url: URL) throws {}

  /// Deletes a store that is not open; a missing one is not an error.
  class func destroyStore(at url: URL, options: [AnyHashable: Any]?) throws {
    try removeStore(at: url)
  }

  /// Removes the store, which is closed, if opening it has created it.
  ///
  /// It is called if a new store could not be filled.
  func removeIfNew() throws {
    if let url, wasMissing { try Swift.type(of: self).removeStore(at: url) }
  }

  /// Removes the files of a store.
  class func removeStore(at url: URL) throws {
    try StoreFiles.remove(url)
  }

  /// Replaces a store by a copy of another one that is not open.
  class func replaceStore(
    at destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]?
  ) throws {
    try StoreFiles.replace(destination, with: source)
  }

  /// Replaces a store by a new one.
  ///
  /// The new store has the same name and is alone in its folder. A store in one file is replaced as a whole; one with
  /// further files beside it, file by file, and the one with its name last.
  class func exchangeStore(at url: URL, withStoreAt place: URL) throws {
    let folder = place.deletingLastPathComponent()
    let others = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != place.lastPathComponent }.sorted()
    for name in others + [place.lastPathComponent] {
      try StoreFiles.replace(
        url.deletingLastPathComponent().appendingPathComponent(name),
        with: folder.appendingPathComponent(name)
      )
    }
  }

  /// The adapter that reads and writes the store's objects for the coordinator.
  func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    preconditionFailure(
      "\(Swift.type(of: self)) must inherit from NSAtomicStore or NSIncrementalStore."
    )
  }

  /// Completes the opening, after the store is open and its metadata are complete.
  func finishOpening() throws {}
}

extension NSPersistentStore {
  /// Sets the metadata that were read from the store.
  final func setLoadedMetadata(_ metadata: [String: Any]) {
    self.metadata = metadata
    hasUnsavedMetadata = false
  }

  /// Adds the type under which the store is opened to new metadata, unless they have one.
  final func assumeType(_ type: String) {
    assumedType = type
    if keptMetadata[NSStoreTypeKey] == nil { keptMetadata[NSStoreTypeKey] = type }
  }

  /// Called when the coordinator closes the store.
  final func leave() {
    willRemove(from: coordinator)
    coordinator = nil
  }
}

/// The arguments of a store's initializer.
@usableFromInline final class StoreOpening {
  let coordinator: NSPersistentStoreCoordinator?
  let configuration: String?
  let url: URL
  let options: [AnyHashable: Any]?

  init(
    in coordinator: NSPersistentStoreCoordinator?,
    configuration: String?,
    at url: URL,
    options: [AnyHashable: Any]?
  ) {
    self.coordinator = coordinator
    self.configuration = configuration
    self.url = url
    self.options = options
  }

  /// Whether a migration may drop data that the program's model lacks.
  var allowsDataLoss: Bool {
    (options?[OpenCoreDataAllowsDataLossOption] as? NSNumber)?.boolValue == true
  }

  /// The losses that a migration in the database may cause, depending on whether the program knows the version of the
  /// store.
  func losses(knowsSource: Bool) -> LossPolicy {
    allowsDataLoss ? .all : knowsSource ? .knownVersion : .fromKnownVersions
  }
}

extension NSPersistentStore: WeaklyReferenced {}
