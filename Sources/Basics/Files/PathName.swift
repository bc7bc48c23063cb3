/// The parts of a path, split without accessing the disk.
package struct PathName: Sendable {
  /// The last component.
  package let last: String

  package init(_ path: String) {
    last = path.trimmingSlashes.split(separator: "/").last.map(String.init) ?? path
  }

  /// The text after the last dot, in lower case; empty if there is none.
  package var fileExtension: String {
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return "" }
    return last[last.index(after: dot)...].lowercased()
  }

  /// The last component without its extension: only the text after the last dot is removed, because names of versions
  /// contain dots.
  package var stem: String {
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// The last component without its extension, if that is one of the given ones.
  package func removing(extensions: [String]) -> String {
    extensions.contains(fileExtension) ? stem : last
  }
}

extension String {
  /// The path without slashes at its end; the root keeps its slash.
  package var trimmingSlashes: String {
    var path = Substring(self)
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }
}
