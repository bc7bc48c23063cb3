import Files

/// Finds existing paths that are similar to a nonexistent one.
package struct NearPath {
  let files: FileReader

  package init(files: FileReader = FileReader()) {
    self.files = files
  }

  /// The hint "did you mean …?" for a nonexistent path; nil if it exists, or nothing is similar.
  package func hint(for path: String) -> String? {
    guard files.kind(of: path) == nil else { return nil }
    return nearest(to: path).map { "did you mean '\($0.visible)'?" }
  }

  /// An existing path whose components are the given ones or similar to them; nil if there is none.
  package func nearest(to path: String) -> String? {
    var found = path.hasPrefix("/") ? "/" : ""
    var isNear = false
    for part in path.split(separator: "/") {
      let name = String(part)
      if files.kind(of: found + name) != nil || name == ".." || name == "." {
        found += name
      } else {
        let names = (try? files.names(in: found.isEmpty ? "." : found)) ?? []
        guard let near = Suggestion.nearest(to: name, among: names) else { return nil }
        found += near
        isNear = true
      }
      found += "/"
    }
    return isNear ? String(found.dropLast()) : nil
  }
}
