import Files

/// Finds the models below a folder.
struct ModelFinder: Sendable {
  var files = FileReader()

  /// The models' paths, beginning with that of the folder, in a stable order.
  ///
  /// Hidden folders, dependencies and links are skipped.
  func models(below folder: String) -> [String] {
    var models: [String] = []
    search(folder == "." ? "" : folder.trimmingSlashes + "/", depth: 0, into: &models)
    return models
  }

  private func search(_ prefix: String, depth: Int, into models: inout [String]) {
    guard depth < Self.deepest else { return }
    for name in (try? files.names(in: prefix.isEmpty ? "." : prefix)) ?? [] {
      guard !name.hasPrefix("."), !Self.foreign.contains(name) else { continue }
      let path = prefix + name
      guard files.kind(of: path) == .folder else { continue }
      if Self.extensions.contains(PathName(name).fileExtension) {
        models.append(path)
      } else if !Self.isLink(path) {
        search(path + "/", depth: depth + 1, into: &models)
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static let extensions = ["xcdatamodeld", "xcdatamodel"]

  /// The folders in which package managers and Xcode keep files of other origin.
  private static let foreign = ["Pods", "Carthage", "DerivedData", "node_modules"]
  private static let deepest = 32
}
