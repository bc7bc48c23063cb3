import Foundation
import Testing

/// Format strings collected from the sources of public projects.
enum PredicateCorpus {
  private static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/design/predicate-corpus.tsv")

  private static let text = try? String(contentsOf: file, encoding: .utf8)

  /// The strings; the test is skipped if the corpus is absent.
  static func formats() throws -> [String] {
    guard let text else { try Test.cancel("\(file.path) is absent") }
    return text.split(separator: "\n").dropFirst().map { line in
      String(line.prefix { $0 != "\t" })
    }
  }
}
