import Foundation
import Testing

@testable import CoreData

/// What becomes of the files with large values when an SQLite store takes the place of another.
@Suite("Files of large values") struct LargeValueFilesTests {
  private let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func imageModel() -> NSManagedObjectModel {
    let image = PlainModel.entity("Image", ["data": .binaryData])
    image.attributesByName["data"]?.allowsExternalBinaryDataStorage = true
    let model = NSManagedObjectModel()
    model.entities = [image]
    return model
  }

  /// Makes a store with one large value.
  private func makeStore(at url: URL, _ byte: UInt8) throws {
    let context = try StoreFolder.context(at: url, imageModel())
    NSEntityDescription.insertNewObject(forEntityName: "Image", into: context)
      .setValue(Data(repeating: byte, count: 200_000), forKey: "data")
    try context.save()
  }

  /// The first bytes of the large values in a store, if they have the right size.
  private func values(at url: URL) throws -> [UInt8?] {
    let context = try StoreFolder.context(at: url, imageModel())
    let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Image"))
    return found.map { image in
      (image.value(forKey: "data") as? Data).flatMap { $0.count == 200_000 ? $0.first : nil }
    }
  }

  private func names(_ store: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: scratch.url(".\(store)_SUPPORT/_EXTERNAL_DATA").path
    ).sorted()
  }

  private func replace(_ target: URL, from source: URL) throws {
    try NSPersistentStoreCoordinator(managedObjectModel: imageModel())
      .replacePersistentStore(at: target, withPersistentStoreFrom: source, type: .sqlite)
  }

  @Test("A store that cannot be replaced stays, with its large values") func failedReplacement()
    throws
  {
    let (source, target) = (scratch.url("source.sqlite"), scratch.url("target.sqlite"))
    try makeStore(at: source, 1)
    try makeStore(at: target, 2)
    let old = try names("target")
    let new = try names("source")
    // The value of the source has no place, as its name is that of a folder there.
    let folder = scratch.url(".target_SUPPORT/_EXTERNAL_DATA/\(new[0])")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("full"),
      withIntermediateDirectories: true
    )
    #expect(throws: CocoaError.self) { try replace(target, from: source) }
    try FileManager.default.removeItem(at: folder)
    #expect(try names("target") == old && values(at: target) == [2])
    try replace(target, from: source)
    #expect(try values(at: target) == [1] && values(at: source) == [1])
  }

  @Test("A store that is replaced loses its own large values, and gets those of the other")
  func replacedValues() throws {
    let (source, target) = (scratch.url("source.sqlite"), scratch.url("target.sqlite"))
    try makeStore(at: source, 1)
    try makeStore(at: target, 2)
    for _ in 0..<2 {
      try replace(target, from: source)
      #expect(try values(at: target) == [1] && names("target") == names("source"))
    }
  }

  @Test("A store that another one replaces while its log is full has nothing of the log")
  func logs()
    throws
  {
    let (source, target) = (scratch.url("source.sqlite"), scratch.url("target.sqlite"))
    try makeStore(at: source, 1)
    try makeStore(at: scratch.url("open.sqlite"), 2)
    let context = try StoreFolder.context(at: scratch.url("open.sqlite"), imageModel())
    NSEntityDescription.insertNewObject(forEntityName: "Image", into: context)
    try context.save()
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: scratch.url("open.sqlite").path + end,
        toPath: target.path + end
      )
    }
    try replace(target, from: source)
    #expect(try values(at: target) == [1] && StoreFolder.integrity(of: target) == "ok")
  }

  @Test("A migration object by object leaves the large values of another store in the same folder")
  func sharedFolder() throws {
    let (url, other) = (scratch.url("store.sqlite"), scratch.url("store.old"))
    try makeStore(at: url, 1)
    try makeStore(at: other, 2)
    let folder = scratch.url("made")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let place = folder.appendingPathComponent("store.sqlite")
    try makeStore(at: place, 3)
    try SQLiteStore.exchangeStore(at: url, withStoreAt: place)
    #expect(try values(at: url) == [3] && values(at: other) == [2])
  }
}
