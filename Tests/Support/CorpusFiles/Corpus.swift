import Foundation

/// The corpus of real models and stores from public projects that some tests read.
///
/// It is next to the checkout and not part of it; tests that need it are skipped with a message if it is absent.
package enum Corpus {
  /// The folder of the package.
  package static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The folder of the corpus.
  package static let folder =
    package
    .deletingLastPathComponent().appending(components: "shared", "corpus")

  /// Whether the corpus is present; prints why tests are skipped if it is not.
  package static func isAvailable() -> Bool {
    let exists = FileManager.default.fileExists(atPath: folder.path)
    if !exists { print("skipped: the corpus of real models is not beside the checkout") }
    return exists
  }

  /// All files with a name or suffix in a folder of the corpus, in a stable order.
  package static func files(
    below folder: String = "",
    where condition: (URL) -> Bool
  ) -> [URL] {
    let start = folder.isEmpty ? Self.folder : Self.folder.appending(path: folder)
    guard let walker = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    else { return [] }
    return walker.compactMap { $0 as? URL }.filter(condition).sorted { $0.path < $1.path }
  }

  /// Every XML model file of the corpus.
  package static let contents: [URL] = files {
    $0.lastPathComponent == "contents" || $0.pathExtension == "contents"
  }

  /// The path of a file relative to the corpus, for messages.
  package static func name(of file: URL) -> String {
    String(file.path.dropFirst(folder.path.count + 1))
  }
}
