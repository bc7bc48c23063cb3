import Diagnostics
import ManagedModel
import ModelFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A model as it was in a revision, in a folder of its own that is gone when the snapshot is.
///
/// The work tree and the index of the repository are not touched.
final class GitSnapshot {
  /// Where the model lies now.
  let path: String

  /// The path under which people know it: `REVISION:PATH`.
  let title: String
  private let folder: String

  /// How many files a model may have; the largest real bundles have a few hundred.
  private static let fileLimit = 10_000

  /// - Parameters:
  ///   - path: The model's path in the work tree; the model need not be there any more.
  ///   - revision: Anything that git understands as a commit.
  /// - Throws: Why git cannot give the model.
  init(of path: String, at revision: String) throws(GitError) {
    let path = path.trimmingSlashes
    guard !revision.isEmpty, !revision.hasPrefix("-") else {
      throw GitError("'\(revision)' is no revision")
    }
    let name = PathName(path).last
    let git = GitProcess(folder: Self.existingFolder(above: path))
    let commit = try Self.commit(revision, git)
    let inside = try git.line(["rev-parse", "--show-prefix"]) + Self.remainder(of: path)
    let files = try Self.files(below: inside, of: commit, git)
    guard !files.isEmpty else {
      throw GitError("'\(inside)' is not in revision '\(revision)'")
    }
    folder = try Self.makeFolder()
    self.path = folder + "/" + name
    title = "\(revision):\(inside)"
    do {
      try Self.write(files, to: self.path, git)
    } catch {
      Self.remove(folder)
      throw error
    }
  }

  deinit { Self.remove(folder) }

  /// A path inside the snapshot as people know it.
  func original(of path: String) -> String {
    guard path.hasPrefix(self.path) else { return path }
    return title + path.dropFirst(self.path.count)
  }

  // MARK: Reading

  private struct File {
    /// The path below the model, or an empty text where the model is a file.
    var path: String
    var identifier: String
  }

  private static func commit(_ revision: String, _ git: GitProcess) throws(GitError) -> String {
    do {
      return try git.line(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    } catch  where error.exitCode == 1 {
      throw GitError("there is no revision '\(revision)'")
    }
  }

  /// The nearest folder above a path that exists.
  private static func existingFolder(above path: String) -> String {
    var folder = path
    repeat {
      guard let slash = folder.lastIndex(of: "/") else { return "." }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while FileReader().kind(of: folder) == nil && folder != "/"
    return folder
  }

  /// What is left of a path below that folder.
  private static func remainder(of path: String) -> String {
    let folder = existingFolder(above: path)
    guard folder != "." else { return path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
    return String(path.dropFirst(folder.count).drop { $0 == "/" })
  }

  private static func files(
    below path: String,
    of commit: String,
    _ git: GitProcess
  ) throws(GitError) -> [File] {
    let listing = try git.run([
      "--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", path,
    ])
    var files: [File] = []
    for entry in listing.split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let tab = text.firstIndex(of: "\t") else { continue }
      let words = text[..<tab].split(separator: " ")
      let name = String(text[text.index(after: tab)...])
      // Links and submodules are no part of a model.
      guard words.count == 3, words[0].hasPrefix("100"), name.hasPrefix(path) else { continue }
      let below = name.dropFirst(path.count).drop { $0 == "/" }
      guard isSafe(below) else {
        throw GitError("'\(name)' in the revision is not the name of a file in a model")
      }
      files.append(File(path: String(below), identifier: String(words[2])))
    }
    guard files.count <= fileLimit else {
      throw GitError("'\(path)' has \(files.count) files in the revision, which is no model")
    }
    return files
  }

  /// A tree that somebody made by hand may hold any name.
  private static func isSafe(_ path: Substring) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { (!$0.isEmpty || path.isEmpty) && $0 != "." && $0 != ".." }
  }

  // MARK: Writing

  private static func makeFolder() throws(GitError) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent.trimmingSlashes)/momgen-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw GitError("cannot make a temporary folder: \(String(cString: strerror(errno)))")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(
    _ files: [File],
    to path: String,
    _ git: GitProcess
  ) throws(GitError) {
    let request = files.map { $0.identifier + "\n" }.joined()
    var output = try git.run(["cat-file", "--batch"], input: Array(request.utf8))[...]
    for file in files {
      let bytes = try nextBlob(&output)
      let target = file.path.isEmpty ? path : path + "/" + file.path
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

  /// Takes `<identifier> blob <size>\n<bytes>\n` off the output of `cat-file`.
  private static func nextBlob(_ output: inout ArraySlice<UInt8>) throws(GitError) -> [UInt8] {
    guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else {
      throw GitError("git ended in the middle of a file")
    }
    let words = String(decoding: output[..<end], as: UTF8.self).split(separator: " ")
    let rest = output[output.index(after: end)...]
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]), size < rest.count else {
      throw GitError("git cannot read a file of the revision")
    }
    output = rest.dropFirst(size + 1)
    return Array(rest.prefix(size))
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
