import CoreData
import Foundation
import Testing

/// Tests of stores on a file system mounted read-only, because permissions do not restrict root.
@Suite("Stores on read-only disks") struct ReadOnlyFolderTests {
  /// A file system in memory, mounted in a folder; nil if mounting is not permitted.
  private final class Disk {
    let url: URL

    init?(size: String) throws {
      url = FileManager.default.temporaryDirectory
        .appendingPathComponent("disk-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      guard Self.run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", url.path]) else {
        try? FileManager.default.removeItem(at: url)
        try Test.cancel("no disk can be mounted here")
      }
    }

    deinit {
      _ = Self.run("umount", [url.path])
      try? FileManager.default.removeItem(at: url)
    }

    func makeReadOnly() -> Bool { Self.run("mount", ["-o", "remount,ro", url.path]) }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program] + arguments
      process.standardError = FileHandle.nullDevice
      do { try process.run() } catch { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }

  /// The first argument is whether the log was checkpointed before.
  @Test("A store on a read-only disk is read", arguments: [false, true], [false, true])
  func readOnly(withLog: Bool, throughLink: Bool) throws {
    guard let disk = try Disk(size: "8m") else { return }
    let url = disk.url.appendingPathComponent("store.sqlite")
    let kept = disk.url.appendingPathComponent("kept")
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: false)
    do {
      let context = try StoreFolder.context(at: url)
      try Rounds.begin(context)
      for round in 0..<3 {
        try Rounds.change(round, in: context)
        try context.save()
      }
      // The last connection to close checkpoints the log; a copy is kept here.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: url.path + suffix,
          toPath: kept.appendingPathComponent("store.sqlite").path + suffix
        )
      }
    }
    #expect(disk.makeReadOnly())
    var place = withLog ? kept.appendingPathComponent("store.sqlite") : url
    let folder = try StoreFolder()
    if throughLink {
      let link = folder.store("link.sqlite")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
      place = link
    }
    let context = try StoreFolder.context(
      at: place,
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    #expect(try Rounds.check(context) == 3)
    try Rounds.change(3, in: context)
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == CocoaError.Code.fileWriteNoPermission.rawValue)
    #expect(context.hasChanges)
    #expect(
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: place)[
        NSStoreTypeKey
      ] as? String == NSSQLiteStoreType
    )
  }

  @Test("An empty file that is opened read-only keeps the log beside it")
  func emptyFile() throws {
    let folder = try StoreFolder()
    let log = folder.store("store.sqlite-wal")
    do {
      let context = try StoreFolder.context(at: folder.store())
      try Rounds.begin(context)
      try FileManager.default.copyItem(at: log, to: folder.store("kept"))
    }
    try Data().write(to: folder.store())
    try Data(contentsOf: folder.store("kept")).write(to: log)
    #expect(throws: NSError.self) {
      try StoreFolder.context(
        at: folder.store(),
        options: [NSReadOnlyPersistentStoreOption: true]
      )
    }
    #expect(try Data(contentsOf: log) == Data(contentsOf: folder.store("kept")))
  }

  @Test("A store that is to be written, on a read-only disk, is an error")
  func writing() throws {
    guard let disk = try Disk(size: "8m") else { return }
    let url = disk.url.appendingPathComponent("store.sqlite")
    try Rounds.begin(StoreFolder.context(at: url))
    #expect(disk.makeReadOnly())
    let error = #expect(throws: NSError.self) {
      let context = try StoreFolder.context(at: url)
      try Rounds.change(0, in: context)
      try context.save()
    }
    #expect(error?.domain == NSCocoaErrorDomain)
  }

  @Test("P1 P3 A full disk refuses saves, loses nothing, and takes them when there is room")
  func fullDisk() throws {
    for size in stride(from: 256, through: Torture.count(320, long: 2_048), by: 64) {
      guard let disk = try Disk(size: "\(size)k") else { return }
      let url = disk.url.appendingPathComponent("store.sqlite")
      let filler = disk.url.appendingPathComponent("filler")
      try Data(repeating: 1, count: 64 * 1_024).write(to: filler)
      let context = try StoreFolder.context(at: url)
      try Rounds.begin(context)
      var rounds = 0
      let error = #expect(throws: NSError.self) {
        while rounds < 10_000 {
          try Rounds.change(rounds, in: context)
          try context.save()
          rounds += 1
        }
      }
      #expect(error?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue, "\(size)")
      #expect(context.hasChanges)
      try FileManager.default.removeItem(at: filler)
      #expect(try Rounds.check(StoreFolder.context(at: url)) == rounds)
      try context.save()
      #expect(try Rounds.check(StoreFolder.context(at: url)) == rounds + 1)
      #expect(try StoreFolder.integrity(of: url) == "ok")
      Torture.report("disk of \(size) KiB: full after \(rounds) saves, none lost")
    }
  }
}
