import Files
import Parallelism

/// A folder that is written under a temporary name and moved to its place as a whole.
///
/// Its files appear all at once, so that neither a full disk nor a killed program leaves some of them. A temporary
/// folder left by a killed program is removed by the next run for the same folder.
struct NewFolder: ~Copyable {
  /// A file of the folder.
  struct File: Sendable {
    /// The path relative to the folder.
    let path: String
    /// The content, computed by the thread that writes it.
    let content: @Sendable () -> [UInt8]
  }

  /// The path of the folder, without links.
  private let path: String
  private let temporary: String

  /// Shows other programs that the temporary folder is in use, even those that do not see this process.
  private let lock: FolderLock

  /// Folders that were created for it: those above it from the outermost one, and those in it.
  private let outerFolders: [String]
  private var innerFolders: [String] = []

  private var files: [File] = []

  private init(_ path: String, temporary: String, lock: FolderLock, outerFolders: [String]) {
    self.path = path
    self.temporary = temporary
    self.lock = lock
    self.outerFolders = outerFolders
  }

  /// Creates the temporary folder beside a folder that does not exist.
  ///
  /// - Throws: The reason why there can be no folder; nothing is left then.
  static func beside(_ path: String) throws(FileProblem) -> NewFolder {
    let path = RealPath.ofMissing(path)
    let parent = PathText.folder(of: path)
    let name = PathText.last(of: path)
    var made: [String] = []
    do throws(FileProblem) {
      try FileWriter().makeFolder(parent, noting: &made)
      removeAbandoned(in: parent, for: name)
      let final = PathText.join(parent, "\(OutputPath.reservedPrefix)\(name)")
      let temporary = try TemporaryName.first(for: final) { mkdir($0, 0o777) }.path
      let outerFolders = made
      made.append(temporary)
      let lock = try FolderLock(temporary)
      return NewFolder(path, temporary: temporary, lock: lock, outerFolders: outerFolders)
    } catch {
      remove(made)
      throw error
    }
  }

  /// Writes files; the caller discards the folder after a failure.
  mutating func write(_ files: [File]) throws(StagedFiles.Failure) {
    self.files = files
    var known: Set<String> = [""]
    for file in files {
      let folder = PathText.folder(of: file.path)
      guard known.insert(folder).inserted else { continue }
      do throws(FileProblem) {
        try FileWriter().makeFolder(PathText.join(temporary, folder), noting: &innerFolders)
      } catch {
        throw StagedFiles.Failure(path: file.path, problem: error)
      }
    }
    let failures = files.concurrentMap { [temporary] file, _ -> StagedFiles.Failure? in
      do throws(FileProblem) {
        try FileWriter().create(PathText.join(temporary, file.path), with: file.content())
        return nil
      } catch {
        return StagedFiles.Failure(path: file.path, problem: error)
      }
    }
    for case let failure? in failures { throw failure }
  }

  /// Moves the folder to its place, unless something but an empty folder is there by now.
  ///
  /// - Returns: Whether it was moved; if not, the caller discards it.
  func moveIntoPlace() -> Bool { rename(temporary, path) == 0 }

  /// Removes the folder, and those that were created for it.
  func discard() {
    for file in files { unlink(PathText.join(temporary, file.path)) }
    Self.remove(outerFolders + [temporary] + innerFolders)
  }

  // MARK: Folders

  /// Removes empty folders, from the last one to the first; others stay.
  private static func remove(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Removes temporary folders that killed programs have left.
  private static func removeAbandoned(in parent: String, for name: String) {
    let final = OutputPath.reservedPrefix + name
    for name in (try? FileReader().names(in: parent)) ?? [] {
      guard let temporary = TemporaryName(name), temporary.final == final, temporary.isAbandoned
      else { continue }
      let path = PathText.join(parent, name)
      // A process in another container may be writing it.
      guard !RealPath.isLink(path), let lock = try? FolderLock(path, maximumAttempts: 0) else {
        continue
      }
      withExtendedLifetime(lock) { removeTree(path) }
    }
  }

  /// Removes a folder with its contents; links are removed, not followed.
  private static func removeTree(_ path: String) {
    for name in (try? FileReader().names(in: path)) ?? [] {
      let child = PathText.join(path, name)
      if unlink(child) != 0, !RealPath.isLink(child) { removeTree(child) }
    }
    rmdir(path)
  }
}
