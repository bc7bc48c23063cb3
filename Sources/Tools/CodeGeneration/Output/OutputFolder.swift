import Files

/// The folder that contains generated files, and the path to each of them.
///
/// No path leads out of the folder, not even through a link.
package struct OutputFolder: Sendable {
  /// The folder as the user wrote it.
  package let path: String

  /// The folder with all links resolved; nil when it does not exist.
  package let root: String?

  /// A cache of the state of the folders in it, by their relative paths.
  private var folders: [String: FolderState] = [:]

  private enum FolderState {
    case missing
    case exists(String)
  }

  /// The kind of file that exists at the path of a planned file.
  package enum Location: Sendable, Hashable {
    case missing
    /// A regular file, by its path with links resolved.
    case file(String)
  }

  private init(_ path: String, root: String?) {
    self.path = path
    self.root = root
  }

  /// Returns the folder at a path, which may not exist yet.
  package static func at(_ path: String) throws(FileProblem) -> Self {
    switch FileReader().kind(of: path) {
    case .folder?: return Self(path, root: RealPath.of(path))
    case nil where !RealPath.isLink(path): return Self(path, root: nil)
    case nil: throw FileProblem("it is a broken link")
    default: throw FileProblem("it is not a folder")
    }
  }

  /// Returns what exists at the path of a file.
  package mutating func location(of file: String) throws(FileProblem) -> Location {
    guard let folder = try folder(PathText.folder(of: file)) else { return .missing }
    let path = PathText.join(folder, PathText.last(of: file))
    var status = stat()
    guard lstat(path, &status) == 0 else { return try Self.missing(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(path)
    case S_IFDIR: throw FileProblem("a folder is in its place")
    case S_IFLNK:
      let target = try linkTarget(path)
      guard FileReader().kind(of: target) == .file else {
        throw FileProblem("a link to something that is not a file is in its place")
      }
      return .file(target)
    default: throw FileProblem("something that is not a file is in its place")
    }
  }

  /// The path to which the content of a file is written; folders on the way may be missing.
  mutating func destination(of file: String) throws(FileProblem) -> String {
    if case .file(let path) = try location(of: file) { return path }
    let folder = try plannedFolder(PathText.folder(of: file))
    return PathText.join(folder, PathText.last(of: file))
  }

  /// The path of a folder, which may not exist yet.
  private mutating func plannedFolder(_ relative: String) throws(FileProblem) -> String {
    if let folder = try folder(relative) { return folder }
    if relative.isEmpty { return path }
    let parent = try plannedFolder(PathText.folder(of: relative))
    return PathText.join(parent, PathText.last(of: relative))
  }

  /// The absolute path of a folder; nil when it does not exist.
  private mutating func folder(_ relative: String) throws(FileProblem) -> String? {
    guard let root else { return nil }
    if relative.isEmpty { return root }
    switch folders[relative] {
    case .missing?: return nil
    case .exists(let path)?: return path
    case nil: break
    }
    guard let parent = try folder(PathText.folder(of: relative)) else {
      folders[relative] = .missing
      return nil
    }
    let path = PathText.join(parent, PathText.last(of: relative))
    var status = stat()
    guard lstat(path, &status) == 0 else {
      _ = try Self.missing(errno)
      folders[relative] = .missing
      return nil
    }
    let target = status.st_mode & S_IFMT == S_IFLNK ? try linkTarget(path) : path
    guard FileReader().kind(of: target) == .folder else {
      throw FileProblem("'\(relative)' is not a folder")
    }
    folders[relative] = .exists(target)
    return target
  }

  /// The destination of a link, which must be in the folder.
  private func linkTarget(_ path: String) throws(FileProblem) -> String {
    guard let target = RealPath.of(path) else {
      throw FileProblem("a broken link is in its place")
    }
    guard let root, target == root || target.hasPrefix(PathText.join(root, "")) else {
      throw FileProblem("a link out of the output folder is in its place")
    }
    return target
  }

  /// The producer with paths relative to the folder.
  func key(of producer: Producer) -> Manifest.Key {
    let root = root ?? RealPath.ofMissing(path)
    func relative(_ path: String) -> String {
      PathText.way(from: root, to: RealPath.ofMissing(path))
    }
    var template = producer.template
    if producer.templateIsPath {
      template = relative(template)
      // The name of a bundled set has no slash.
      if !template.contains("/") { template = "./\(template)" }
    }
    return Manifest.Key(
      models: producer.models.map { $0 == "-" ? $0 : relative($0) },
      template: template,
      configuration: producer.configuration
    )
  }

  private static func missing(_ error: Int32) throws(FileProblem) -> Location {
    guard error == ENOENT else { throw FileProblem(errorNumber: error) }
    return .missing
  }
}
