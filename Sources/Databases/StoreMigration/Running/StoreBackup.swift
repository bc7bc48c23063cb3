import Files
import SQLDriver
import SQLSchema
import SQLiteDriver

/// Copies a store beside it, with the files of its large values, under a name that nothing has.
package struct StoreBackup {
  private let path: String

  /// The backup of the store at a path.
  package init(ofStoreAt path: String) { self.path = path }

  /// The number of names that are tried.
  private static let nameCount = 1_000

  /// Makes the copy: all of it, or nothing where an error is thrown.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store. Others may go on using it.
  ///   - observer: Called before each piece; if it throws, nothing is left behind.
  /// - Returns: The path of the copy.
  /// - Throws: `FileProblem`, `SQLError`, or what the observer throws, and nothing is left behind.
  package func make(
    _ connection: SQLiteConnection,
    observer: () throws -> Void = {}
  ) throws -> String {
    let copy = try reserve()
    let folder = ExternalDataFolder(ofStoreAt: copy)
    do {
      try keepingFiles {
        // A write by another connection meanwhile would restart the copying.
        try connection.transaction(.read) {
          let target = try SQLiteConnection(path: copy, options: SQLiteOptions(access: .readWrite))
          defer { target.close() }
          try connection.backUp(to: target, pagesAtOnce: Self.pagesAtOnce, observer)
          try copyFiles(to: folder, observer)
        }
      }
      return copy
    } catch {
      unlink(copy)
      remove(folder)
      throw error
    }
  }

  /// The number of pages that are copied between two questions whether to go on.
  private static let pagesAtOnce: Int32 = 1_024

  /// Removes a folder that was made for a copy.
  private func remove(_ folder: ExternalDataFolder) {
    for name in (try? FileReader().names(in: folder.path)) ?? [] { folder.remove(name) }
    rmdir(folder.path)
    rmdir(String(folder.path.prefix(upTo: folder.path.lastIndex(of: "/") ?? folder.path.endIndex)))
  }

  // MARK: Names

  /// Makes an empty file under the first name that is free: `Store-backup.sqlite`, `Store-backup-2.sqlite`.
  private func reserve() throws(FileProblem) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var stem = path[...]
    var ending = path[path.endIndex...]
    if let dot = path[slash...].lastIndex(of: "."), dot != slash {
      (stem, ending) = (path[..<dot], path[dot...])
    }
    for number in 1...Self.nameCount {
      let name = "\(stem)-backup\(number == 1 ? "" : "-\(number)")\(ending)"
      let others = [name + "-wal", name + "-journal", ExternalDataFolder(ofStoreAt: name).path]
      guard others.allSatisfy({ FileReader().kind(of: $0) == nil }) else { continue }
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
      if descriptor >= 0 {
        close(descriptor)
        return name
      }
      guard errno == EEXIST else { throw FileProblem(errorNumber: errno) }
    }
    throw FileProblem("there are too many backups already")
  }

  /// A copy has the permissions of the store.
  private var permissions: mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0o600 }
    return status.st_mode & 0o777
  }

  // MARK: Files

  /// The folders with the files of large values.
  private var folders: [String] {
    let folder = ExternalDataFolder(ofStoreFileAt: path)
    return [folder.path, folder.linkPath].compactMap { $0 }
      .filter { FileReader().kind(of: $0) == .folder }
  }

  /// Lets no other program save during the body if there are files of large values: a save removes the files that its
  /// rows no longer name, and the copied rows may name them.
  private func keepingFiles(_ body: () throws -> Void) throws {
    if folders.isEmpty { return try body() }
    // The connection of a transaction that writes cannot be copied from.
    let holder = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readWrite))
    defer { holder.close() }
    try holder.begin(.write)
    defer { try? holder.rollBack() }
    try body()
  }

  private func copyFiles(to folder: ExternalDataFolder, _ observer: () throws -> Void) throws {
    for source in folders {
      try FileWriter().makeFolder(folder.path)
      for name in try FileReader().names(in: source)
      where FileReader().kind(of: "\(source)/\(name)") == .file
        && FileReader().kind(of: "\(folder.path)/\(name)") == nil
      {
        do {
          try FileCopy(from: "\(source)/\(name)", to: "\(folder.path)/\(name)").run(observer)
        } catch is FileProblem where FileReader().kind(of: "\(source)/\(name)") == nil {
          // Removed after the save of another program; no row names it.
        }
      }
    }
  }
}
