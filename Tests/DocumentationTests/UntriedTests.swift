import CorpusFiles
import Foundation
import Testing

/// The blocks of the README, which newcomers type.
struct UntriedTests {
  /// The reasons why blocks cannot be run in a test, with the commands that test them instead.
  static let reasons = [
    "make test-packages installs, runs and removes the package",
    "DemoTests run what make demo shows; make test is how all of this is tried",
  ]

  @Test("All blocks of the README are tried but two")
  func readme() throws {
    let readme = try #require(Page.all.first { $0.path == "README.md" })
    var untried: [String] = []
    for block in readme.blocks {
      switch block.trial {
      case .untried(let reason): untried.append(reason)
      case .transcript, .script, .snippet, .file: break
      case .text: Issue.record("\(readme.place(of: block)): nobody tries this block")
      }
    }
    #expect(untried == Self.reasons)
    #expect(readme.blocks.count - untried.count >= 3)
  }

  @Test("The README is short, and so is its program")
  func length() throws {
    let text = try String(contentsOf: Corpus.package.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    let readme = try #require(Page.all.first { $0.path == "README.md" })
    let program = readme.blocks.filter { block in
      if case .file(let path) = block.trial { path.hasPrefix("Sources/") } else { false }
    }
    let lines = program.flatMap {
      $0.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    #expect(program.count == 2 && lines.count <= 25, "\(lines.count) lines")
    let steps = text.split(separator: "\n").filter { $0.firstMatch(of: #/^\d\. /#) != nil }
    let words = steps.flatMap { $0.split(separator: " ").dropFirst() }
    #expect(steps.count == 3 && words.count <= 60, "\(words.count) words")
  }
}
