import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver
import StoreMigration

/// A store in an SQLite database, in the layout of Core Data's own.
final class SQLiteStore: NSPersistentStore, @unchecked Sendable {
  override var type: String { NSSQLiteStoreType }

  // Every ID of an object asks for it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var identifier: String! {
    get { keptIdentifier }
    set { super.identifier = newValue }
  }

  /// The connection, from reading the metadata until the store is closed.
  private var file: SQLiteFile?

  /// The pool of readers; they retain the store until it is closed.
  private var readers: StoreReaders?

  /// The row cache, emptied when the store is closed.
  private var cache: RowCache?

  /// The schema of the database, once it is known.
  private(set) var contents: SQLiteModel?

  /// The metadata of the store when it was opened.
  private(set) var openedMetadata: StoreMetadata?

  /// Whether saves are recorded in the history.
  private(set) var keepsHistory = false

  override func loadMetadata() throws {
    // SQLite's own code for a file that it cannot open.
    try StoreFolder.require(for: url, code: .fileReadUnknown, info: [NSSQLiteErrorDomain: 14])
    let file = try SQLiteFile(opening: self)
    self.file = file
    guard let stored = try file.metadata() else { return }
    setLoadedMetadata(stored.values)
  }

  override func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    let opened = try file ?? SQLiteFile(opening: self)
    file = opened
    let model = slot.coordinator.managedObjectModel
    let contents = SQLiteModel(
      model,
      configuration: configurationName,
      shapes: slot.coordinator.shapes
    )
    self.contents = contents
    do {
      if let stored = try opened.metadata() {
        // Another program may have created the store since the metadata were loaded.
        setLoadedMetadata(stored.values)
        try opened.useLog(options)
      } else {
        setLoadedMetadata(try opened.create(contents, identifier: identifier))
        // A new store initially has a write-ahead log, whatever was set before it had contents.
        try opened.applyPragmas(of: options)
      }
      openedMetadata = try opened.metadata()
      if wantsHistory {
        try HistoryStorage.create(on: opened.connection)
        keepsHistory = true
      }
      let cache = RowCache()
      let adapter = try SQLiteAdapter(opened, contents, slot: slot, store: self, cache: cache)
      try adapter.engine.noteState()
      readers = StoreReaders(of: self, contents, slot: slot, opened, cache)
      adapter.readers = readers
      self.cache = cache
      return adapter
    } catch {
      throw SQLiteFailure.error(error, of: self)
    }
  }

  private var wantsHistory: Bool {
    let option = options?[NSPersistentHistoryTrackingKey] as? NSNumber
    return option?.boolValue == true && !isReadOnly
  }

  override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
    // The writing connection is closed last: it merges the log into the database then.
    readers?.close()
    readers = nil
    cache?.removeAll()
    cache = nil
    file?.close()
    file = nil
  }

  // MARK: Without opening the store

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    let file = try SQLiteFile(url, access: .readOnly)
    defer { file.close() }
    guard let stored = try file.metadata() else {
      throw StoreFailure.corrupt(url, "The file has no metadata of a store.")
    }
    return stored.values
  }

  override class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreAt url: URL
  ) throws {
    let file = try SQLiteFile(url, access: .readWrite)
    defer { file.close() }
    try file.write(metadata ?? [:])
  }

  /// Returns the model that a store keeps; nil if it has none.
  static func cachedModel(at url: URL) throws -> NSManagedObjectModel? {
    let file = try SQLiteFile(url, access: .readOnly)
    defer { file.close() }
    return try file.cachedModel()
  }

  override class func destroyStore(at url: URL, options: [AnyHashable: Any]?) throws {
    try SQLiteStoreFiles.destroy(at: url)
  }

  override class func removeStore(at url: URL) throws {
    try SQLiteStoreFiles.remove(at: url)
  }

  override class func replaceStore(
    at destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]?
  ) throws {
    try SQLiteStoreFiles.replace(destination, withStoreAt: source, options: options)
  }

  override class func exchangeStore(at url: URL, withStoreAt place: URL) throws {
    try SQLiteStoreFiles.exchange(url, withStoreAt: place)
  }
}

extension FileManager {
  /// The names of the files in a folder; none if it does not exist.
  func names(in folder: URL) throws -> [String] {
    guard fileExists(atPath: folder.path) else { return [] }
    return try contentsOfDirectory(atPath: folder.path).sorted()
  }
}
