import Files

/// The folders to watch, and the relevant names in each.
///
/// Folders are watched rather than files, because many editors save by replacing the file.
struct WatchList: Sendable, Equatable {
  /// The names in a folder that are watched.
  enum Names: Sendable, Equatable {
    case only(Set<String>)
    /// All names that are not hidden, and these.
    case visible(and: Set<String>)
  }

  private(set) var folders: [String: Names] = [:]

  /// Whether a change in a folder is relevant.
  func concerns(_ change: FileChange) -> Bool {
    guard let names = folders[change.folder] else { return false }
    // The removal or renaming of the folder itself concerns all files in it.
    guard let name = change.name else { return true }
    return switch names {
    case .only(let names): names.contains(name)
    case .visible(let names): !name.hasPrefix(".") || names.contains(name)
    }
  }

  /// Adds all entries of another list.
  mutating func formUnion(_ other: Self) {
    for (folder, names) in other.folders { add(names, in: folder) }
  }

  /// Adds a file, which need not exist yet.
  mutating func add(file path: String) {
    let files = FileReader()
    let (folder, name) = Self.split(path)
    guard files.kind(of: folder) == .folder else {
      // The folder is created before the file.
      if folder != path, name != ".." { add(file: folder) }
      return
    }
    add(.only([name]), in: folder)
    // The target of a link changes elsewhere.
    guard let target = realpath(path, nil) else { return }
    defer { free(target) }
    let real = Self.split(String(cString: target))
    if let home = realpath(folder, nil) {
      defer { free(home) }
      if String(cString: home) != real.folder { add(.only([real.name]), in: real.folder) }
    }
  }

  /// Adds a folder and those below it, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - hidden: The relevant hidden names, of any folder.
  mutating func add(folder path: String, hidden: Set<String> = []) {
    let path = path.trimmingSlashes
    add(file: path)
    addContents(of: path, hidden: hidden, depth: 0)
  }

  private mutating func addContents(of folder: String, hidden: Set<String>, depth: Int) {
    let files = FileReader()
    guard depth < Self.deepest, folders.count < Self.most, files.kind(of: folder) == .folder
    else { return }
    add(.visible(and: hidden), in: folder)
    for name in (try? files.names(in: folder)) ?? [] where !name.hasPrefix(".") {
      addContents(of: folder + "/" + name, hidden: hidden, depth: depth + 1)
    }
  }

  private mutating func add(_ names: Names, in folder: String) {
    guard let known = folders[folder] else {
      folders[folder] = names
      return
    }
    folders[folder] =
      switch (known, names) {
      case (.only(let left), .only(let right)): .only(left.union(right))
      case (.visible(let left), .visible(let right)), (.visible(let left), .only(let right)),
        (.only(let left), .visible(let right)):
        .visible(and: left.union(right))
      }
  }

  /// The maximum depth, more than a folder of templates has; a loop of links exceeds it.
  private static let deepest = 8
  private static let most = 1024

  /// Splits a path into the folder and the name in it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    let path = path.trimmingSlashes
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}

/// A change of a name in a watched folder.
struct FileChange: Sendable, Hashable {
  /// The folder as in the ``WatchList``.
  var folder: String

  /// The name, or nil for the folder itself.
  var name: String?
}
