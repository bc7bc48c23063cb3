import Foundation

/// Format strings collected from the sources of public projects, read in place where they are at hand.
enum PredicateCorpus {
  /// The strings, or nil with a printed reason when the collection is not beside the package.
  static let formats: [String]? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.deletingLastPathComponent()
      .appendingPathComponent("shared/design/predicate-corpus.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      print("skipped: \(file.path) is absent")
      return nil
    }
    return text.split(separator: "\n").dropFirst().map { line in
      String(line.prefix { $0 != "\t" })
    }
  }()
}
