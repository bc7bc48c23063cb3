/// Converts paths that are relative to the folder of a file.
struct RelativePath: Sendable {
  /// The folder of the file, relative to the working directory; empty for the working directory itself.
  let folder: String

  /// - Parameter file: The file that contains the paths.
  init(toFile file: String) {
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The path relative to the working directory.
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
