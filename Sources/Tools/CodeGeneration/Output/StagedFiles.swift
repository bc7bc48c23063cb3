import Files
import ModelFiles
import Parallelism

/// New contents in temporary files beside their targets, until all of them are complete.
///
/// A full disk, or a folder that cannot be written to, is detected before any file is replaced.
/// Temporary files left by a killed program have distinct names, and are removed by the next run.
struct StagedFiles: ~Copyable {
  private struct Staged: Sendable {
    let temporary: String
    let target: String
    let replaces: Bool
    let content: [UInt8]
  }

  private var staged: [Staged] = []

  /// The number of those that have been moved to their targets.
  private var committed = 0
  private var madeFolders: [String] = []
  private var cleanedFolders: Set<String> = []

  private static let ending = ".tmp"

  /// The reason why a file cannot be written.
  struct Failure: Error, Sendable {
    var path: String
    var problem: FileProblem
  }

  /// Adds a content to be written beside its target.
  ///
  /// - Parameters:
  ///   - content: The new content.
  ///   - target: The file, whose folder is created if it is missing.
  ///   - replaces: Whether a file that exists by then is replaced; else it stays.
  /// - Throws: The reason for a failure; the caller rolls back.
  mutating func stage(
    _ content: [UInt8],
    for target: String,
    replaces: Bool
  ) throws(Failure) {
    do throws(FileProblem) {
      let folder = PathText.folder(of: target)
      if cleanedFolders.insert(folder).inserted {
        try FileWriter().makeFolder(folder, noting: &madeFolders)
        Self.clean(folder)
      }
      let temporary = PathText.join(
        folder,
        "\(OutputPath.reservedPrefix)\(getpid())-\(staged.count)\(Self.ending)"
      )
      staged.append(
        Staged(temporary: temporary, target: target, replaces: replaces, content: content)
      )
    } catch {
      throw Failure(path: target, problem: error)
    }
  }

  /// Writes all contents to temporary files beside their targets.
  ///
  /// - Throws: The reason for a failure; the caller rolls back.
  func write() throws(Failure) {
    let failures = staged.concurrentMap { file, _ -> Failure? in
      do throws(FileProblem) {
        let attributes = FileAttributes(ofFileAt: file.target)
        try FileWriter().create(file.temporary, with: file.content, attributes: attributes)
        return nil
      } catch {
        return Failure(path: file.target, problem: error)
      }
    }
    for case let failure? in failures { throw failure }
  }

  /// Moves all contents, once they are written, to their targets.
  mutating func commit() throws(Failure) {
    for file in staged[committed...] {
      do throws(FileProblem) {
        if file.replaces, FileAttributes(ofFileAt: file.target)?.hasOtherNames ?? false {
          try FileWriter().overwrite(file.target, with: file.content)
          unlink(file.temporary)
        } else {
          try Self.move(file.temporary, to: file.target, replaces: file.replaces)
        }
      } catch {
        throw Failure(path: file.target, problem: error)
      }
      committed += 1
    }
    madeFolders = []
  }

  /// Removes temporary files, and the folders that were created for them.
  mutating func rollBack() {
    for file in staged[committed...] { unlink(file.temporary) }
    staged.removeAll()
    committed = 0
    // Folders that are not empty stay.
    for folder in madeFolders.reversed() { rmdir(folder) }
    madeFolders = []
  }

  // MARK: Steps

  /// Removes temporary files left by a program that was killed.
  private static func clean(_ folder: String) {
    for name in (try? FileReader().names(in: folder)) ?? []
    where name.hasPrefix(OutputPath.reservedPrefix) && name.hasSuffix(ending) {
      unlink(PathText.join(folder, name))
    }
  }

  private static func move(
    _ temporary: String,
    to target: String,
    replaces: Bool
  ) throws(FileProblem) {
    if !replaces {
      // A link fails where a renaming would replace a file that another program has created meanwhile.
      if link(temporary, target) == 0 || errno == EEXIST {
        unlink(temporary)
        return
      }
      // Not every file system supports links.
      guard FileReader().kind(of: target) == nil else {
        unlink(temporary)
        return
      }
    }
    guard rename(temporary, target) == 0 else { throw FileProblem(errorNumber: errno) }
  }
}
