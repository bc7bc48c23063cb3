import CoreData
import Foundation
import Testing

/// Tests of stores as in tutorials, whose overrides use the metadata.
@Suite("Stores whose type and identifier are those in their metadata")
struct MetadataFirstStoreTests {
  let scratch: StoreScratch

  init() throws {
    scratch = try StoreScratch()
    NSPersistentStoreCoordinator.registerStoreClass(DiaryStore.self, type: DiaryStore.storeType)
    NSPersistentStoreCoordinator.registerStoreClass(NotebookStore.self, type: .notebook)
    NSPersistentStoreCoordinator.registerStoreClass(NotebookStore.self, type: .sketchbook)
    NSPersistentStoreCoordinator.registerStoreClass(PostcardStore.self, type: .postcard)
    NSPersistentStoreCoordinator.registerStoreClass(LetterStore.self, type: .letter)
    NSPersistentStoreCoordinator.registerStoreClass(TelegramStore.self, type: .telegram)
  }

  @Test(
    "They are opened, and their metadata are complete then",
    arguments: [DiaryStore.storeType, .notebook, .sketchbook, .postcard, .letter, .telegram]
  )
  func opened(_ type: NSPersistentStore.StoreType) throws {
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: scratch.url("store"))
    #expect(store.type == type.rawValue && !store.identifier.isEmpty)
    let metadata = coordinator.metadata(for: store)
    #expect(metadata[NSStoreTypeKey] as? String == type.rawValue)
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    #expect(metadata[NSStoreModelVersionHashesKey] is [String: Data])
    #expect(try scratch.players(scratch.context(coordinator)).isEmpty)
  }

  @Test("F307 A store that was made by itself has the type under which its class is registered")
  func unopened() {
    let store = DiaryStore(
      persistentStoreCoordinator: nil,
      configurationName: nil,
      at: scratch.url("store")
    )
    #expect(store.type == DiaryStore.storeType.rawValue && !store.identifier.isEmpty)
  }
}

extension NSPersistentStore.StoreType {
  fileprivate static let notebook = Self(rawValue: "Notebook")
  fileprivate static let sketchbook = Self(rawValue: "Sketchbook")
  fileprivate static let postcard = Self(rawValue: "Postcard")
  fileprivate static let letter = Self(rawValue: "Letter")
  fileprivate static let telegram = Self(rawValue: "Telegram")
}

private protocol MetadataKeeping: NSPersistentStore {}

extension MetadataKeeping {
  /// A required entry of the metadata.
  fileprivate func entry(_ key: String) -> String {
    guard let text = metadata[key] as? String else {
      preconditionFailure("The metadata have no \(key) yet.")
    }
    return text
  }
}

private final class DiaryStore: NSIncrementalStore, MetadataKeeping, @unchecked Sendable {
  static let storeType = NSPersistentStore.StoreType(rawValue: "Diary")

  override var type: String { entry(NSStoreTypeKey) }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var identifier: String! {
    get { entry(NSStoreUUIDKey) }
    set { metadata[NSStoreUUIDKey] = newValue }
  }

  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: Self.storeType.rawValue, NSStoreUUIDKey: UUID().uuidString]
  }

  override func execute(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext?
  ) throws -> Any { [Any]() }
}

private final class NotebookStore: NSAtomicStore, MetadataKeeping, @unchecked Sendable {
  override var type: String { entry(NSStoreTypeKey) }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var identifier: String! {
    get { entry(NSStoreUUIDKey) }
    set { metadata[NSStoreUUIDKey] = newValue }
  }

  override func load() throws {}

  override func save() throws {}
}

/// A store whose type is only in its metadata.
private class PostcardStore: NSIncrementalStore, @unchecked Sendable {
  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: "Postcard", NSStoreUUIDKey: UUID().uuidString]
  }

  override func execute(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext?
  ) throws -> Any { [Any]() }
}

/// A store without a type.
private final class LetterStore: PostcardStore, @unchecked Sendable {
  override func loadMetadata() throws { metadata = [NSStoreUUIDKey: UUID().uuidString] }
}

/// A store that overrides the metadata.
private final class TelegramStore: PostcardStore, @unchecked Sendable {
  private var entries: [String: Any] = [
    NSStoreTypeKey: "Telegram", NSStoreUUIDKey: UUID().uuidString,
  ]

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var metadata: [String: Any]! {
    get { entries }
    set { entries = newValue ?? [:] }
  }

  override func loadMetadata() throws {}
}
