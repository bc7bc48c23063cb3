import Foundation
import Testing

@testable import CoreData

/// Tests of external data files when an SQLite store replaces another.
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

  /// The first bytes of the large values in a store; nil for values of the wrong size.
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
    // The source's file cannot be copied, because its name is taken by a folder.
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

  @Test(
    "Destroying and replacing a store leave the target of a linked folder of large values",
    arguments: [true, false]
  )
  func foreignFiles(replaces: Bool) throws {
    let (url, source) = (scratch.url("store.sqlite"), scratch.url("source.sqlite"))
    try makeStore(at: url, 1)
    try makeStore(at: source, 2)
    let files = FileManager.default
    let folder = scratch.url(".store_SUPPORT/_EXTERNAL_DATA")
    let own = try #require(names("store").first)
    // The folder is a symbolic link to another one, with the file of the value and others; the value's file is a
    // symbolic link too.
    let other = scratch.url("other")
    try files.moveItem(at: folder, to: other)
    try files.createSymbolicLink(at: folder, withDestinationURL: other)
    let linked = scratch.url("linked")
    try files.moveItem(at: other.appendingPathComponent(own), to: linked)
    try files.createSymbolicLink(
      at: other.appendingPathComponent(own),
      withDestinationURL: linked
    )
    try Data([3]).write(to: other.appendingPathComponent("letter"))
    #expect(try values(at: url) == [1])
    if replaces {
      try replace(url, from: source)
      #expect(try values(at: url) == [2])
    } else {
      try NSPersistentStoreCoordinator(managedObjectModel: imageModel())
        .destroyPersistentStore(at: url, type: .sqlite)
    }
    #expect(files.fileExists(atPath: linked.path))
    #expect(files.fileExists(atPath: other.appendingPathComponent("letter").path))
    #expect(!files.fileExists(atPath: other.appendingPathComponent(own).path))
  }

  @Test("A value behind a link is copied, and what is no file is a missing value")
  func linkedValues() throws {
    let (source, target) = (scratch.url("source.sqlite"), scratch.url("target.sqlite"))
    try makeStore(at: source, 1)
    let files = FileManager.default
    let value = scratch.url(".source_SUPPORT/_EXTERNAL_DATA/\(try names("source")[0])")
    try files.moveItem(at: value, to: scratch.url("linked"))
    try files.createSymbolicLink(
      atPath: value.path,
      withDestinationPath: "../../linked"
    )
    let folder = scratch.url("folder")
    try files.createDirectory(at: folder, withIntermediateDirectories: false)
    try replace(folder.appendingPathComponent("copy.sqlite"), from: source)
    #expect(try values(at: folder.appendingPathComponent("copy.sqlite")) == [1])
    for damage in ["folder", "link to nothing"] {
      try files.removeItem(at: value)
      if damage == "folder" {
        try files.createDirectory(at: value, withIntermediateDirectories: false)
      } else {
        try files.createSymbolicLink(atPath: value.path, withDestinationPath: "nowhere")
      }
      let error = #expect(throws: NSError.self) { try replace(target, from: source) }
      #expect(error?.code == NSPersistentStoreOperationError, "\(damage)")
      #expect(!files.fileExists(atPath: target.path), "\(damage)")
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
