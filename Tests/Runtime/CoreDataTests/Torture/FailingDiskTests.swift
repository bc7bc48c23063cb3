import CoreData
import DiskFaults
import Foundation
import Testing

/// Tests of disks that fail or are full during a save.
@Suite("Saves on failing disks", .timeLimit(.minutes(30))) struct FailingDiskTests {
  /// Makes the n-th call of a save fail; returns false if the save has fewer calls.
  private func failSave(
    atCall call: Int,
    _ fault: FaultyDisk.Fault,
    lasts: Bool
  ) throws -> Bool {
    let folder = try StoreFolder()
    let disk = try FaultyDisk()
    let context = try disk.context(
      folder.store(),
      options: [NSSQLitePragmasOption: ["synchronous": "FULL", "wal_autocheckpoint": "4"]]
    )
    try Rounds.begin(context)
    try Rounds.change(0, in: context)
    try context.save()
    try Rounds.change(1, in: context)
    let failures = disk.failures
    disk.fail(call: call, fault, lasts: lasts)
    let error = Self.error(ofSaving: context)
    let hasFailed = disk.failures > failures
    if let error {
      #expect(hasFailed)
      expectRight(error, fault)
      // The context is unchanged, and so is the store for others.
      #expect(context.hasChanges)
      #expect(context.insertedObjects.count == 2 + Rounds.booksInRound)
      #expect(context.updatedObjects.count == 1)
      disk.heal()
      #expect(try Rounds.check(StoreFolder.context(at: folder.store())) == 1)
      try context.save()
    }
    disk.heal()
    #expect(!context.hasChanges)
    #expect(try Rounds.check(StoreFolder.context(at: folder.store())) == 2)
    try Rounds.change(2, in: context)
    try context.save()
    #expect(try Rounds.check(StoreFolder.context(at: folder.store())) == 3)
    #expect(try StoreFolder.integrity(of: folder.store()) == "ok")
    return hasFailed
  }

  private static func error(ofSaving context: NSManagedObjectContext) -> NSError? {
    do {
      try context.save()
      return nil
    } catch { return error as NSError }
  }

  private func expectRight(_ error: NSError, _ fault: FaultyDisk.Fault) {
    #expect(error.domain == NSCocoaErrorDomain)
    let code = (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue
    switch fault {
    case .full:
      #expect(error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
      #expect(code == 13)
    case .inputOutput:
      #expect(error.code == CocoaError.Code.fileReadUnknown.rawValue)
      #expect(code == 10)
    }
  }

  @Test(
    "P1 P3 A failed save changes nothing, and can be repeated",
    arguments: FaultyDisk.Fault.allCases,
    [false, true]
  )
  func save(_ fault: FaultyDisk.Fault, lasts: Bool) throws {
    var call = 1
    let limit = Torture.count(12, long: 500)
    while call <= limit, try failSave(atCall: call, fault, lasts: lasts) { call += 1 }
    #expect(call > 5)
    Torture.report("\(call - 1) calls of a save failed (\(fault), lasting: \(lasts)): none lost")
  }

  @Test("A store that cannot be made is an error, and can be made later")
  func creation() throws {
    var call = 1
    let limit = Torture.count(15, long: 500)
    while call <= limit {
      let folder = try StoreFolder()
      let disk = try FaultyDisk()
      disk.fail(call: call, lasts: true)
      do {
        _ = try disk.context(folder.store())
        break
      } catch let error as NSError {
        #expect(error.domain == NSCocoaErrorDomain)
      }
      disk.heal()
      let context = try disk.context(folder.store())
      try Rounds.begin(context)
      #expect(try Rounds.check(StoreFolder.context(at: folder.store())) == 0)
      call += 1
    }
    #expect(call > 5)
    Torture.report("\(call - 1) calls of the making of a store failed: each could be repeated")
  }

  @Test("P1 P3 A store that may not grow refuses saves until it may")
  func largestSize() throws {
    let folder = try StoreFolder()
    do {
      let context = try folder.context(Bookshop.makeModel())
      try Rounds.begin(context)
    }
    let pages = try folder.query("PRAGMA page_count")
    let context = try folder.context(
      Bookshop.makeModel(),
      options: [NSSQLitePragmasOption: ["max_page_count": pages]]
    )
    var rounds = 0
    let error = #expect(throws: NSError.self) {
      while rounds < 1_000 {
        try Rounds.change(rounds, in: context)
        try context.save()
        rounds += 1
      }
    }
    #expect(error?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
    #expect(context.hasChanges)
    let other = try folder.context(Bookshop.makeModel())
    #expect(try Rounds.check(other) == rounds)
  }
}
