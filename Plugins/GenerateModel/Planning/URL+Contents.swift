import Foundation

extension URL {
  /// Returns the URL of a path that is relative to this folder, unless it is absolute.
  func resolved(_ path: String) -> URL {
    (path.hasPrefix("/") ? URL(filePath: path) : appending(path: path)).standardizedFileURL
  }

  /// The contents of a folder, or of the folder that a link leads to, including hidden files, in a stable order.
  var contents: [URL] {
    let walker = FileManager.default.enumerator(
      at: resolvingSymlinksInPath(),
      includingPropertiesForKeys: nil
    )
    return (walker?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }

  /// The models below a folder, in a stable order, except in folders at the paths of `others`.
  func models(without others: Set<String>) -> [URL] {
    let walker = FileManager.default.enumerator(
      at: self,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    var models: [URL] = []
    while let file = walker?.nextObject() as? URL {
      if ["xcdatamodeld", "xcdatamodel"].contains(file.pathExtension.lowercased()) {
        models.append(file.standardizedFileURL)
        walker?.skipDescendants()
      } else if others.contains(file.standardizedFileURL.path) {
        walker?.skipDescendants()
      }
    }
    return models.sorted { $0.path < $1.path }
  }
}
