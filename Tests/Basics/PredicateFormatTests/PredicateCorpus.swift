import Foundation
import Testing

/// Format strings collected from the sources of public projects, read in place where they are at hand.
enum PredicateCorpus {
  private static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/design/predicate-corpus.tsv")

  private static let text = try? String(contentsOf: file, encoding: .utf8)

  /// The strings; where the collection is not beside the package, the test is skipped.
  static func formats() throws -> [String] {
    guard let text else { try Test.cancel("\(file.path) is absent") }
    return text.split(separator: "\n").dropFirst().map { line in
      String(line.prefix { $0 != "\t" })
    }
  }
}
