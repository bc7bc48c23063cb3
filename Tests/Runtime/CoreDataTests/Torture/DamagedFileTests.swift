import CoreData
import Foundation
import PropertyLists
import SQLDriver
import SQLiteDriver
import Testing

/// Tests that damaged files give errors or data, and never a crash.
@Suite("Damaged stores", .timeLimit(.minutes(30))) struct DamagedFileTests {
  private let folder: StoreFolder
  private let original: Data

  init() throws {
    folder = try StoreFolder()
    let connection: SQLiteConnection
    do {
      let context = try folder.context(Bookshop.makeModel())
      try Rounds.begin(context)
      for round in 0..<10 {
        try Rounds.change(round, in: context)
        try context.save()
      }
      connection = try SQLiteConnection(path: folder.store().path)
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    original = try Data(contentsOf: folder.store())
  }

  /// The numbers of errors and of successful uses.
  private struct Tally {
    var errors = 0
    var openings = 0
  }

  /// Opens a file, reads all of it, changes something and saves.
  private func use(_ data: Data, _ tally: inout Tally) throws {
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: folder.store("damaged.sqlite").path + suffix)
    }
    try data.write(to: folder.store("damaged.sqlite"))
    do {
      let context = try folder.context(Bookshop.makeModel(), "damaged.sqlite")
      for entity in ["Book", "Shelf", "Tag", "Note"] {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
        for object in objects {
          for name in object.entity.propertiesByName.keys { _ = object.value(forKey: name) }
        }
      }
      Bookshop.make("Shelf", ["name": "new"], in: context)
      Bookshop.make("Book", ["isbn": "new"], in: context)
      try context.save()
      tally.openings += 1
    } catch let error as NSError {
      #expect(error.domain == NSCocoaErrorDomain)
      tally.errors += 1
    }
  }

  @Test("Files with flipped bits")
  func turnedBits() throws {
    var dice = Dice(1)
    var tally = Tally()
    for _ in 0..<Torture.count(60, long: 3_000) {
      var data = original
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0..<data.count, using: &dice)
        data[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      }
      try use(data, &tally)
    }
    Torture.report("turned bits: \(tally.errors) errors, \(tally.openings) opened and saved")
  }

  @Test("Files that were truncated, or have empty pages")
  func cutOff() throws {
    var dice = Dice(2)
    var cut = Tally()
    var empty = Tally()
    for _ in 0..<Torture.count(30, long: 1_000) {
      try use(original.prefix(Int.random(in: 0..<original.count, using: &dice)), &cut)
      var data = original
      let page = Int.random(in: 0..<(data.count / 4_096), using: &dice) * 4_096
      data.replaceSubrange(page..<(page + 4_096), with: Data(count: 4_096))
      try use(data, &empty)
    }
    Torture.report("cut off: \(cut.errors) errors, \(cut.openings) opened and saved")
    Torture.report("empty pages: \(empty.errors) errors, \(empty.openings) opened and saved")
  }

  @Test("Files with a header of nonsense")
  func headers() throws {
    var dice = Dice(3)
    var tally = Tally()
    for _ in 0..<Torture.count(100, long: 10_000) {
      var data = original
      for _ in 0..<Int.random(in: 1...20, using: &dice) {
        // The headers of the file and of the first page.
        data[Int.random(in: 0..<112, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      try use(data, &tally)
    }
    Torture.report("headers: \(tally.errors) errors, \(tally.openings) opened and saved")
  }

  @Test(
    "Metadata and models of nonsense",
    arguments: ["Z_METADATA.Z_PLIST", "Z_MODELCACHE.Z_CONTENT"]
  )
  func metadata(_ place: String) throws {
    let names = place.split(separator: ".")
    let source = try SQLiteConnection(path: folder.store().path)
    guard case .blob(let bytes) = try source.value("SELECT \(names[1]) FROM \(names[0])") else {
      Issue.record("there is nothing in \(place)")
      return
    }
    source.close()
    var dice = Dice(4)
    var errors = 0
    let count = Torture.count(150, long: 10_000)
    let url = folder.store("damaged.sqlite")
    try original.write(to: url)
    for round in 0..<count {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        damaged[Int.random(in: 0..<damaged.count, using: &dice)] = .random(
          in: 0...255,
          using: &dice
        )
      }
      if round.isMultiple(of: 7) {
        damaged = Array(damaged.prefix(.random(in: 0..<damaged.count, using: &dice)))
      }
      let connection = try SQLiteConnection(path: url.path)
      try connection.run("UPDATE \(names[0]) SET \(names[1]) = ?", .blob(damaged))
      connection.close()
      do {
        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        let context = try folder.context(Bookshop.makeModel(), "damaged.sqlite")
        _ = try Rounds.check(context)
      } catch let error as NSError {
        #expect(error.domain == NSCocoaErrorDomain)
        errors += 1
      }
    }
    Torture.report("\(place): \(errors) errors, \(count - errors) read")
  }
}
