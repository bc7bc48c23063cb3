import Files
import ManagedModel
import ModelComparison
import ModelFiles

/// A model of a revision, in a temporary folder that is removed with the snapshot.
///
/// The work tree and the index of the repository are not touched.
final class GitSnapshot {
  /// The temporary path of the model.
  let path: String

  /// The path in messages: `REVISION:PATH`.
  let title: String

  /// The path of the model in the revision, if it has moved since.
  let movedFrom: String?
  private let folder: String

  /// - Parameters:
  ///   - path: The model's path in the work tree; the model may no longer exist there.
  ///   - name: Any name of a commit that git accepts.
  ///   - other: The revision with which it is compared; nil for the work tree.
  ///   - isShared: Whether to use the merge base of both.
  ///   - followsMoves: Whether to find a model that was elsewhere in the revision.
  /// - Throws: The error of git. If the revision has no such model, the result is nil.
  init?(
    of path: String,
    at name: String,
    comparedWith other: String? = nil,
    isShared: Bool = false,
    followsMoves: Bool = false
  ) throws(GitError) {
    let path = path.trimmingSlashes
    let git = GitProcess(folder: Self.existingFolder(above: path))
    let revision = try GitRevision(name, in: git, sharedWith: isShared ? other ?? "HEAD" : nil)
    var inside = try git.line(["rev-parse", "--show-prefix"]) + Self.remainder(of: path)
    inside = inside.trimmingSlashes
    guard !inside.isEmpty, Self.isSafe(inside[...]) else {
      throw GitError("'\(path)' is not a path inside of the repository")
    }
    var files = try revision.files(below: inside).filter { GitSnapshot.isInside($0.path, inside) }
    var movedFrom: String?
    if files.isEmpty, followsMoves,
      let origin = try ModelMove(to: inside, in: other, git).origin(in: revision)
    {
      (movedFrom, inside) = (origin, origin)
      files = try revision.files(below: origin).filter { GitSnapshot.isInside($0.path, origin) }
    }
    guard !files.isEmpty else { return nil }
    self.movedFrom = movedFrom
    folder = try Self.makeFolder()
    self.path = folder + "/" + PathName(inside).last
    title = "\(name):\(inside)"
    do {
      try Self.write(files, below: inside, to: self.path, git)
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  deinit { Self.remove(folder) }

  /// The original path of a path inside the snapshot.
  func original(of path: String) -> String {
    guard path.hasPrefix(self.path) else { return path }
    return title + path.dropFirst(self.path.count)
  }

  // MARK: Reading

  /// The nearest folder above a path that exists.
  static func existingFolder(above path: String) -> String {
    var folder = path
    repeat {
      guard let slash = folder.lastIndex(of: "/") else { return "." }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while FileReader().kind(of: folder) == nil && folder != "/"
    return folder
  }

  /// The rest of a path below that folder.
  private static func remainder(of path: String) -> String {
    let folder = existingFolder(above: path)
    if path == "." { return "" }
    guard folder != "." else { return path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
    return String(path.dropFirst(folder.count).drop { $0 == "/" })
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }

  /// Whether a name is safe in a path: a handcrafted tree may contain any name.
  private static func isSafe(_ path: Substring) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { (!$0.isEmpty || path.isEmpty) && $0 != "." && $0 != ".." }
  }

  // MARK: Writing

  private static func makeFolder() throws(GitError) -> String {
    guard let folder = PrivateFolder.make("momgen") else {
      throw GitError("cannot make a temporary folder: \(String(cString: strerror(errno)))")
    }
    return folder
  }

  private static func write(
    _ files: [GitRevision.File],
    below inside: String,
    to path: String,
    _ git: GitProcess
  ) throws(GitError) {
    var blobs = try GitBlobs(files.map(\.identifier), in: git)
    for file in files {
      let bytes = try blobs.next()
      let below = file.path.dropFirst(inside.count).drop { $0 == "/" }
      guard isSafe(below) else {
        throw GitError("'\(file.path)' in the revision is not the name of a file in a model")
      }
      let target = below.isEmpty ? path : path + "/" + below
      do {
        if let slash = target.lastIndex(of: "/") {
          try FileWriter().makeFolder(String(target[..<slash]))
        }
        try FileWriter().write(bytes, to: target)
      } catch {
        throw GitError("cannot write a temporary file: \(error.reason)")
      }
    }
  }

  private static func remove(_ folder: String) {
    let files = FileReader()
    for name in (try? files.names(in: folder)) ?? [] {
      let path = folder + "/" + name
      if files.kind(of: path) == .folder { remove(path) } else { unlink(path) }
    }
    rmdir(folder)
  }
}
