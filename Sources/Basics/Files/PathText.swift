/// Operations on paths as texts.
package enum PathText {
  /// The text before the last slash; empty if there is none.
  package static func folder(of path: String) -> String {
    lastSlash(in: path).map { String(path[..<$0]) } ?? ""
  }

  /// The text after the last slash.
  package static func last(of path: String) -> String {
    lastSlash(in: path).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The last slash, searched among bytes, because every file needs its folder several times.
  private static func lastSlash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The relative path from a folder to a path, both without links and absolute.
  package static func way(from folder: String, to path: String) -> String {
    let start = folder.split(separator: "/")
    let end = path.split(separator: "/")
    let common = zip(start, end).prefix { Array($0.utf8) == Array($1.utf8) }.count
    let parts =
      Array(repeating: "..", count: start.count - common) + end[common...].map(String.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

/// Resolved paths.
package enum RealPath {
  /// The absolute path without links; nil if it does not exist.
  package static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The absolute path without links; its last component need not exist.
  package static func ofMissing(_ path: String) -> String {
    if let resolved = of(path) { return resolved }
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    let name = PathText.last(of: String(trimmed))
    let folder = PathText.folder(of: String(trimmed))
    guard !name.isEmpty, trimmed != "." else { return String(trimmed) }
    let parent = folder.isEmpty ? (trimmed.hasPrefix("/") ? "/" : ".") : folder
    let resolved = parent == "." && of(".") == nil ? "/" : ofMissing(parent)
    switch name {
    case ".": return resolved
    case "..":
      let above = PathText.folder(of: resolved)
      return above.isEmpty ? "/" : above
    default: return PathText.join(resolved, name)
    }
  }

  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
