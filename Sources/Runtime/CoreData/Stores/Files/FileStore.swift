import Foundation
import PropertyLists
import StoreMigration

/// A store whose objects are all in memory, and are written to a file as a whole.
class FileStore: NSPersistentStore, @unchecked Sendable {
  /// The format of the file.
  class var format: any StoreFileFormat.Type { BinaryStoreFormat.self }

  override var type: String { Swift.type(of: self).format.storeType }

  /// The contents of the file, until the objects are created from it.
  private var contents: StoredContents?

  /// The last state of the file that this store has read or written.
  private var state: StoredFileState?

  /// Creates the file of a new store; nil once it exists.
  private var makeFile: (() throws -> Void)?

  override func loadMetadata() throws {
    try StoreFolder.require(for: url)
    guard let url else { return }
    let moment = FileTimestamp(url.path)
    let bytes = try StoreFiles.bytes(of: url)
    state = StoredFileState(url, at: moment, bytes)
    guard let contents = try Self.contents(of: bytes, at: url, format: Swift.type(of: self).format)
    else {
      if isReadOnly, !StoreFiles.isNowhere(url) { throw StoreFailure.nothingToRead(url) }
      return
    }
    self.contents = contents
    setLoadedMetadata(MetadataList.metadata(contents.metadata))
  }

  override func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    let objects = StoredObjects(slot: slot, coding: coding)
    do {
      if let contents { try objects.take(contents) }
    } catch let error as StoredContentsError {
      throw StoreFailure.corrupt(url, error.reason)
    }
    if contents == nil, !isReadOnly { makeFile = { [unowned self] in try write(objects) } }
    contents = nil
    return RowTableAdapter(
      slot: slot,
      table: objects.table,
      unreadable: objects.unreadableProperties,
      strangers: { objects.strangersByEntity },
      catchUp: { [unowned self] in catchUp(objects) },
      write: { [unowned self] _ in try write(objects) }
    )
  }

  override func finishOpening() throws {
    guard let makeFile else { return }
    try makeFile()
    self.makeFile = nil
    hasUnsavedMetadata = false
  }

  private final var coding: StoredValueCoding {
    StoredValueCoding(
      classes: archivedClasses,
      objectID: { [weak self] in self?.persistentStoreCoordinator?.managedObjectID(for: $0) }
    )
  }

  /// The classes that the options allow for values in archives; nil for all.
  private final var archivedClasses: [AnyClass]? {
    let isInsecure = options?[NSBinaryStoreInsecureDecodingCompatibilityOption] as? NSNumber
    if isInsecure?.boolValue == true { return nil }
    return options?[NSBinaryStoreSecureDecodingClasses] as? [AnyClass]
  }

  private final func write(_ objects: StoredObjects) throws {
    guard !isReadOnly else { throw StoreFailure.readOnly(self) }
    guard let url else { return }
    let contents = try objects.contents(metadata: metadata ?? [:])
    let bytes = Swift.type(of: self).format.bytes(of: contents)
    try StoreFiles.exclusively(url) {
      try state?.requireUnchanged(at: url)
      try StoreFiles.write(bytes, to: url)
      state = StoredFileState(url, written: bytes)
    }
    objects.didWrite()
  }

  /// Reads the changes that another program has saved to the file since it was last read or written.
  ///
  /// A file that is missing, damaged, or that of another store or of another version of the model is left alone: then
  /// a save is an error.
  private final func catchUp(_ objects: StoredObjects) {
    guard let url, let known = state, known.mayHaveChanged(at: url) else { return }
    let moment = FileTimestamp(url.path)
    guard let bytes = try? StoreFiles.bytes(of: url) else { return }
    let present = StoredFileState(url, at: moment, bytes)
    if !present.hasSameBytes(as: known) {
      guard
        let contents = try? Self.contents(of: bytes, at: url, format: Swift.type(of: self).format)
      else { return }
      let metadata = MetadataList.metadata(contents.metadata)
      guard isOfThisStore(metadata), (try? objects.takeAgain(contents)) != nil else { return }
      if !hasUnsavedMetadata { setLoadedMetadata(metadata) }
    }
    state = present
  }

  /// Whether metadata belong to this store in the version of the model with which it is open.
  private final func isOfThisStore(_ other: [String: Any]) -> Bool {
    let hashes = { (metadata: [String: Any]?) in
      metadata?[NSStoreModelVersionHashesKey] as? [String: Data]
    }
    return other[NSStoreUUIDKey] as? String == keptIdentifier
      && hashes(other) == hashes(metadata)
  }

  // MARK: Without opening the store

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    guard let contents = try contents(at: url, format: format) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSURLErrorKey: url])
    }
    return MetadataList.metadata(contents.metadata)
  }

  override class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreAt url: URL
  ) throws {
    let list = try MetadataList.list(metadata ?? [:])
    try StoreFiles.exclusively(url) {
      guard var contents = try contents(at: url, format: format) else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: url])
      }
      contents.metadata = list
      try StoreFiles.write(format.bytes(of: contents), to: url)
    }
  }

  /// Replaces a store by a copy of another one, if that exists.
  override class func replaceStore(
    at destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]?
  ) throws {
    guard try contents(at: source, format: format) != nil else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSURLErrorKey: source])
    }
    try super.replaceStore(at: destination, withStoreAt: source, options: options)
  }

  /// Reads the contents of a file; nil for a new store.
  private static func contents(
    at url: URL,
    format: any StoreFileFormat.Type
  ) throws -> StoredContents? {
    try contents(of: StoreFiles.bytes(of: url), at: url, format: format)
  }

  private static func contents(
    of bytes: [UInt8]?,
    at url: URL,
    format: any StoreFileFormat.Type
  ) throws -> StoredContents? {
    guard let bytes else { return nil }
    if let found = StoreFiles.storeType(of: bytes), found != format.storeType {
      throw StoreFailure.typeMismatch(url, wanted: format.storeType, found: found)
    }
    do {
      return try format.contents(of: bytes)
    } catch {
      throw StoreFailure.corrupt(url, error.reason)
    }
  }
}

/// A store in a binary file that is read and written as a whole.
final class BinaryStore: FileStore, @unchecked Sendable {}

/// A store in an XML file that is read and written as a whole.
final class XMLStore: FileStore, @unchecked Sendable {
  override class var format: any StoreFileFormat.Type { XMLStoreFormat.self }
}
