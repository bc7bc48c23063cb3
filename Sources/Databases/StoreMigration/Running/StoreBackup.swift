import Files
import SQLDriver
import SQLSchema
import SQLiteDriver

/// Copies a store beside it, with the files of its large values, under an unused name.
package struct StoreBackup {
  private let path: String

  /// The backup of the store at a path.
  package init(ofStoreAt path: String) { self.path = path }

  /// The number of names that are tried.
  private static let nameCount = 1_000

  /// Makes a complete copy, or none if an error is thrown.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store. Others may continue to use it.
  ///   - observer: Called before each chunk; if it throws, nothing is left behind.
  /// - Returns: The path of the copy.
  /// - Throws: `FileProblem`, `SQLError`, or the error of the observer, and nothing is left behind.
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

  /// The number of pages that are copied between two calls of the observer.
  private static let pagesAtOnce: Int32 = 1_024

  /// Removes the folder of a copy.
  private func remove(_ folder: ExternalDataFolder) {
    for name in (try? FileReader().names(in: folder.path)) ?? [] { folder.remove(name) }
    rmdir(folder.path)
    rmdir(String(folder.path.prefix(upTo: folder.path.lastIndex(of: "/") ?? folder.path.endIndex)))
  }

  // MARK: Names

  /// Creates an empty file under the first free name: `Store-backup.sqlite`, `Store-backup-2.sqlite`.
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

  /// The permissions of the store, which a copy gets too.
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

  /// Prevents other programs from saving during the body if there are files of large values: a save removes the files
  /// that its rows no longer refer to, and the copied rows may refer to them.
  private func keepingFiles(_ body: () throws -> Void) throws {
    if folders.isEmpty { return try body() }
    // A connection in a writing transaction cannot be copied from.
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
          // The file was removed after the save of another program; no row refers to it.
        }
      }
    }
  }
}
