import CoreData
import DiskFaults
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests of processes that are killed while they replace one SQLite store by another.
@Suite("Stores that are replaced", .timeLimit(.minutes(30)))
struct ReplacementKillTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static func model() -> NSManagedObjectModel {
    let image = PlainModel.entity("Image", ["data": .binaryData])
    image.attributesByName["data"]?.allowsExternalBinaryDataStorage = true
    let model = NSManagedObjectModel()
    model.entities = [image]
    return model
  }

  private func context(_ name: String) throws -> NSManagedObjectContext {
    try folder.context(Self.model(), name)
  }

  private func save(
    _ bytes: [UInt8],
    _ count: Int = 200_000,
    in context: NSManagedObjectContext
  ) throws {
    for byte in bytes {
      NSEntityDescription.insertNewObject(forEntityName: "Image", into: context)
        .setValue(Data(repeating: byte, count: count), forKey: "data")
    }
    try context.save()
  }

  private func close(_ context: NSManagedObjectContext) throws {
    for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
      try context.persistentStoreCoordinator?.remove(store)
    }
  }

  /// The first bytes of the values in a store, each of which must be complete.
  private func values(_ name: String, _ count: Int = 200_000) throws -> [UInt8?] {
    #expect(try StoreFolder.integrity(of: folder.store(name)) == "ok")
    let context = try context(name)
    let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Image"))
    return found.map { image in
      (image.value(forKey: "data") as? Data).flatMap { $0.count == count ? $0.first : nil }
    }.sorted { $0 ?? 0 < $1 ?? 0 }
  }

  private static func replace(_ target: String, by source: String) throws {
    try NSPersistentStoreCoordinator(managedObjectModel: model()).replacePersistentStore(
      at: URL(fileURLWithPath: target),
      withPersistentStoreFrom: URL(fileURLWithPath: source),
      type: .sqlite
    )
  }

  /// How another program uses the store while it is replaced.
  enum Use: CaseIterable {
    case none, open, reading
  }

  @Test(
    "P2 A process that is killed leaves the one store or the other",
    arguments: FatalCall.allCases.flatMap { call in
      Use.allCases.flatMap { use in [(call, use, 100), (call, use, 200_000)] }
    }
  )
  func fatalCalls(call: FatalCall, use: Use, count: Int) async throws {
    let source = try context("source.sqlite")
    try save([1], count, in: source)
    try close(source)
    let target = try context("target.sqlite")
    try save([2], count, in: target)
    let reader = try SQLiteConnection(path: folder.store("target.sqlite").path)
    defer { reader.close() }
    if use == .reading {
      _ = try reader.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      // Later saves are in the log only.
      try reader.execute("BEGIN")
      _ = try reader.rows("SELECT COUNT(*) FROM ZIMAGE")
    } else {
      reader.close()
    }
    try save([3], count, in: target)
    if use == .none { try close(target) }
    let paths = ["target.sqlite", "source.sqlite"].map { folder.store($0).path }
    await #expect(processExitsWith: .signal(SIGSYS)) {
      [target = paths[0] as String, source = paths[1] as String, call = call as FatalCall] in
      try call.arm()
      try ReplacementKillTests.replace(target, by: source)
      raise(SIGSYS)
    }
    let found = try values("target.sqlite", count)
    #expect(found == [2, 3] || found == [1])
    // Nothing of the old store is removed before the new one has its name.
    if call == .rename || call == .write { #expect(found == [2, 3]) }
    reader.close()
    try close(target)
    #expect(try values("target.sqlite", count) == found)
    try Self.replace(paths[0], by: paths[1])
    #expect(try values("target.sqlite", count) == [1] && values("source.sqlite", count) == [1])
  }

  @Test(
    "P2 A process that is killed while it destroys a store leaves all of it",
    arguments: Use.allCases
  )
  func destroying(use: Use) async throws {
    let target = try context("target.sqlite")
    try save([2], 100, in: target)
    let path = folder.store("target.sqlite").path
    let reader = try SQLiteConnection(path: path)
    defer { reader.close() }
    if use == .reading {
      _ = try reader.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      // Later saves are in the log only.
      try reader.execute("BEGIN")
      _ = try reader.rows("SELECT COUNT(*) FROM ZIMAGE")
    } else {
      reader.close()
    }
    try save([3], 100, in: target)
    if use == .none { try close(target) }
    await #expect(processExitsWith: .signal(SIGSYS)) { [path = path as String] in
      try FatalCall.unlink.arm()
      try NSPersistentStoreCoordinator(managedObjectModel: ReplacementKillTests.model())
        .destroyPersistentStore(at: URL(fileURLWithPath: path), type: .sqlite)
      raise(SIGSYS)
    }
    // The auxiliary files are removed first; without them the database file is the complete store.
    reader.close()
    try close(target)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let whole = folder.store("whole.sqlite")
    try FileManager.default.copyItem(at: folder.store("target.sqlite"), to: whole)
    #expect(try values("whole.sqlite", 100) == [2, 3], "\(files)")
    try NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      .destroyPersistentStore(at: URL(fileURLWithPath: path), type: .sqlite)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
  }

  @Test("P2 A process that is killed at any time leaves the one store or the other")
  func anyTime() async throws {
    for (name, bytes) in [("a.sqlite", [1, 2]), ("b.sqlite", [3])] as [(String, [UInt8])] {
      let context = try context(name)
      try save(bytes, in: context)
      try close(context)
    }
    let paths = ["target.sqlite", "a.sqlite", "b.sqlite"].map { folder.store($0).path }
    try Self.replace(paths[0], by: paths[1])
    var dice = Dice(11)
    for _ in 0..<Torture.count(4, long: 100) {
      let delay = UInt32.random(in: 0...60_000, using: &dice)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [paths = paths as [String], delay = delay as UInt32] in
        try ReplacementKillTests.replace(paths[0], by: paths[2])
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        while true {
          for source in paths.dropFirst() {
            try ReplacementKillTests.replace(paths[0], by: source)
          }
        }
      }
      let found = try values("target.sqlite")
      #expect(found == [1, 2] || found == [3])
    }
  }

  @Test("A store that another program writes to is not replaced")
  func writing() throws {
    try save([1], in: context("source.sqlite"))
    let target = try context("target.sqlite")
    try save([2], in: target)
    let writer = try SQLiteConnection(path: folder.store("target.sqlite").path)
    defer { writer.close() }
    try writer.execute("BEGIN IMMEDIATE")
    func replace() throws {
      try NSPersistentStoreCoordinator(managedObjectModel: Self.model()).replacePersistentStore(
        at: folder.store("target.sqlite"),
        destinationOptions: [NSPersistentStoreTimeoutOption: 0.05],
        withPersistentStoreFrom: folder.store("source.sqlite"),
        type: .sqlite
      )
    }
    #expect(throws: CocoaError.self) { try replace() }
    #expect(try values("target.sqlite") == [2])
    try writer.execute("ROLLBACK")
    try replace()
    #expect(try values("target.sqlite") == [1])
  }

  @Test("A store that lacks files of large values is not copied silently")
  func missingFiles() throws {
    try save([1, 2], in: context("source.sqlite"))
    try save([3], in: context("target.sqlite"))
    let files = folder.url.appendingPathComponent(".source_SUPPORT/_EXTERNAL_DATA")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: files.path).first)
    try FileManager.default.removeItem(at: files.appendingPathComponent(name))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    let error = #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(
        at: folder.store("target.sqlite"),
        withPersistentStoreFrom: folder.store("source.sqlite"),
        type: .sqlite
      )
    }
    #expect(error?.code == NSPersistentStoreOperationError)
    #expect("\(error?.userInfo ?? [:])".contains(name))
    #expect(try values("target.sqlite") == [3])
    try coordinator.replacePersistentStore(
      at: folder.store("target.sqlite"),
      destinationOptions: [OpenCoreDataAllowsDataLossOption: true],
      withPersistentStoreFrom: folder.store("source.sqlite"),
      type: .sqlite
    )
    #expect(try values("target.sqlite").count == 2)
  }
}
