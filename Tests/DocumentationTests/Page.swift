import CorpusFiles
import Foundation
import Testing

/// A page of the documentation.
struct Page: Sendable, CustomTestStringConvertible {
  /// The path relative to the folder of the package.
  let path: String
  let blocks: [Block]

  /// The spans of code in the text around the blocks.
  let spans: [String]

  var testDescription: String { path }

  /// The README, and the articles and tutorials of all catalogs.
  static let all: [Page] = {
    let sources = Corpus.package.appending(path: "Sources")
    let walker = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let files = (walker?.compactMap { $0 as? URL } ?? []).filter { file in
      ["md", "tutorial"].contains(file.pathExtension) && file.path.contains(".docc/")
    }
    return ([Corpus.package.appending(path: "README.md")] + files.sorted { $0.path < $1.path })
      .compactMap { try? Page($0) }
  }()

  init(_ file: URL) throws {
    path = String(file.path.dropFirst(Corpus.package.path.count + 1))
    let text = try String(contentsOf: file, encoding: .utf8)
    let content = PageReader.read(text)
    spans = content.spans
    blocks =
      file.pathExtension == "tutorial"
      ? try Tutorial.blocks(of: text, in: file.deletingLastPathComponent()) : content.blocks
  }

  /// Whether the page contains commands for a sandbox.
  var hasCommands: Bool { blocks.contains { [.transcript, .script].contains($0.trial) } }

  var hasSnippets: Bool { blocks.contains { $0.trial == .snippet } }

  var isTutorial: Bool { path.hasSuffix(".tutorial") }

  /// The position of a block, in the format of compilers.
  func place(of block: Block) -> String { "\(path):\(block.line)" }
}

/// The steps of a tutorial, as blocks.
///
/// Each step has a file of code, and names it. A file called Terminal is a transcript; those that
/// build a package take too long for a test of this kind.
enum Tutorial {
  static func blocks(of text: String, in folder: URL) throws -> [Block] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try lines.enumerated().compactMap { index, line in
      guard let code = line.firstMatch(of: /@Code\(name: "(.+?)", file: "(.+?)"/) else {
        return nil
      }
      let file = folder.appending(path: "Resources/\(code.2)")
      var content = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      if content.last?.isEmpty == true { content.removeLast() }
      let isTerminal = code.1 == "Terminal"
      let directive: PageDirective? =
        if !isTerminal {
          .file(String(code.1))
        } else if content.contains(where: { $0.hasPrefix("$ swift ") }) {
          .untried("it builds a package; .ci/consumer does the same")
        } else {
          nil
        }
      return Block(isTerminal ? "console" : file.pathExtension, directive, line: index + 1, content)
    }
  }
}
