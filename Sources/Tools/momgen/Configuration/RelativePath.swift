/// Paths that a file writes relative to its own folder.
struct RelativePath: Sendable {
  /// The folder of the file, as it has to be opened from where the program runs; empty for that folder.
  let folder: String

  /// - Parameter file: The file that the paths stand in.
  init(toFile file: String) {
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The path as it has to be opened from where the program runs.
  func resolved(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    var path = Substring(path)
    while path.hasPrefix("./") {
      path = path.dropFirst(2).drop { $0 == "/" }
    }
    if path.isEmpty || path == "." { return folder.isEmpty ? "." : String(folder.dropLast()) }
    return folder + path
  }
}
