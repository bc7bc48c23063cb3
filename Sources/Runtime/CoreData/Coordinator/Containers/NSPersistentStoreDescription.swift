import Foundation

/// The description of a store to open: its location, type, configuration and options.
///
/// Set it in ``NSPersistentContainer/persistentStoreDescriptions`` before the stores are loaded. By default a store is
/// writable, opened synchronously, and migrated if it belongs to an older version of the model.
///
/// ```swift
/// let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/var/lib/league/league.sqlite"))
/// description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
/// container.persistentStoreDescriptions = [description]
/// ```
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  /// The type of the store; by default that of its URL: PostgreSQL for the scheme `postgresql`, otherwise SQLite.
  open var type: String = NSSQLiteStoreType

  /// The configuration of the model whose entities the store holds; nil for all entities.
  open var configuration: String?

  /// The URL of the store.
  open var url: URL?

  /// The options with which the store is opened.
  public final private(set) var options: [String: NSObject] = [
    NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
    NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
  ]

  /// Whether the store is opened asynchronously.
  open var shouldAddStoreAsynchronously = false

  /// The options for mirroring to CloudKit, which is not supported here.
  open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?

  /// Creates a description of a store at a URL.
  public init(url: URL) {
    self.url = url
    super.init()
    if url.isServerAddress { type = NSPostgreSQLStoreType }
  }

  /// Creates a description of a store without a URL.
  public override convenience init() {
    self.init(url: URL(fileURLWithPath: "/dev/null"))
  }

  /// Sets an option; nil removes it.
  open func setOption(_ option: NSObject?, forKey key: String) {
    options[key] = option
  }

  // MARK: Options as properties

  /// Whether the store is read-only.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { setFlag(newValue, NSReadOnlyPersistentStoreOption) }
  }

  /// The time in seconds to wait for locks of other programs.
  open var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
  }

  /// Whether a store of another version of the model is migrated when it is opened.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { setFlag(newValue, NSMigratePersistentStoresAutomaticallyOption) }
  }

  /// Whether the mapping for a migration may be inferred from the models.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { setFlag(newValue, NSInferMappingModelAutomaticallyOption) }
  }

  /// The pragmas of an SQLite store.
  open var sqlitePragmas: [String: NSObject] {
    let pragmas = options[NSSQLitePragmasOption] as? NSDictionary
    var found: [String: NSObject] = [:]
    for (name, value) in pragmas ?? [:] {
      if let name = name as? String, let value = Self.object(value) { found[name] = value }
    }
    return found
  }

  /// Sets a pragma of an SQLite store; nil removes it.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    let pragmas = NSMutableDictionary()
    for (name, value) in sqlitePragmas { pragmas.setObject(value, forKey: name as NSString) }
    if let value {
      pragmas.setObject(value, forKey: name as NSString)
    } else {
      pragmas.removeObject(forKey: name)
    }
    setOption(pragmas, forKey: NSSQLitePragmasOption)
  }

  private static func object(_ value: Any) -> NSObject? {
    switch value {
    case let text as String: text as NSString
    case let object as NSObject: object
    default: value as? NSNumber
    }
  }

  private func flag(_ key: String) -> Bool {
    (options[key] as? NSNumber)?.boolValue ?? false
  }

  private func setFlag(_ flag: Bool, _ key: String) {
    setOption(NSNumber(value: flag), forKey: key)
  }

  // MARK: Copies and equality

  /// A description of the same store.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.options = options
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.cloudKitContainerOptions = cloudKitContainerOptions
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return other === self
      || type == other.type && configuration == other.configuration && url == other.url
        && options == other.options
        && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(url)
    return hasher.finalize()
  }

  open override var description: String {
    let place = url.map { $0.withoutSecrets.absoluteString } ?? "nil"
    return "<NSPersistentStoreDescription> (type: \(type), url: \(place))"
  }
}
