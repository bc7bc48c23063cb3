import Files

/// The folders to watch, and the relevant names in each.
///
/// Folders are watched rather than files, because many editors save by putting a new file in the place
/// of the old one.
struct WatchList: Sendable, Equatable {
  /// The names in a folder that are watched.
  enum Names: Sendable, Equatable {
    case only(Set<String>)
    /// All that are not hidden, and these.
    case visible(and: Set<String>)
  }

  private(set) var folders: [String: Names] = [:]

  /// Whether a change in a folder matters.
  func concerns(_ change: FileChange) -> Bool {
    guard let names = folders[change.folder] else { return false }
    // A folder that was itself removed or renamed matters to all in it.
    guard let name = change.name else { return true }
    return switch names {
    case .only(let names): names.contains(name)
    case .visible(let names): !name.hasPrefix(".") || names.contains(name)
    }
  }

  /// All that is on this list or on the other.
  mutating func formUnion(_ other: Self) {
    for (folder, names) in other.folders { add(names, in: folder) }
  }

  /// Watches for a file, or for it to appear.
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

  /// Watches a folder and those below it, or for it to appear.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - hidden: The hidden names that matter, of any folder.
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

  /// A folder of templates is neither deeper nor larger; a loop of links is.
  private static let deepest = 8
  private static let most = 1024

  /// The folder of a path and the name in it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    let path = path.trimmingSlashes
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}

/// Something that happened to a name in a watched folder.
struct FileChange: Sendable, Hashable {
  /// The folder, as the ``WatchList`` calls it.
  var folder: String

  /// The name, or nil for the folder itself.
  var name: String?
}
