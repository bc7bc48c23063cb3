import CFaultyFiles
import CoreData
import Foundation
import SQLiteDriver

/// Files for a store that fail when a test wants them to.
final class FaultyDisk {
  private let name = "faulty-\(UUID().uuidString)"
  private let files: OpaquePointer

  struct Failure: Error {}

  /// What a call gives that fails.
  enum Fault: Int32, CaseIterable {
    /// What the call itself reports: an I/O error of writing, truncating, syncing or deleting.
    case inputOutput = 0
    /// `SQLITE_FULL`.
    case full = 13
  }

  init() throws {
    guard let made = faulty_files_make(name) else { throw Failure() }
    files = made
  }

  deinit { faulty_files_free(files) }

  /// A context over a store whose files are reached this way.
  func context(
    _ url: URL,
    options: [AnyHashable: Any] = [:]
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Bookshop.makeModel())
    var options = options
    options[sqliteVFSOption] = name
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// How many calls there were so far that change what is on the disk.
  var calls: Int { faulty_files_calls(files) }

  /// How many of them have failed.
  var failures: Int { faulty_files_failures(files) }

  /// Lets a call to come fail, 1 being the next one, and all that follow if it lasts.
  func fail(call: Int, _ fault: Fault = .inputOutput, lasts: Bool = false) {
    faulty_files_fail(files, calls + call, fault.rawValue, lasts ? 1 : 0)
  }

  /// Lets all calls succeed again.
  func heal() { faulty_files_fail(files, -1, 0, 0) }

  /// Lets the power go at a call to come; what the disk has then is put into a folder.
  func crash(call: Int, seed: UInt, into folder: URL) {
    faulty_files_crash(files, calls + call, seed, folder.path)
  }

  var hasCrashed: Bool { faulty_files_have_crashed(files) != 0 }
}
