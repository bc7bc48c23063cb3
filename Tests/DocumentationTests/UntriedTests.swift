import Testing

/// The blocks of the README, which newcomers type in.
struct UntriedTests {
  /// Why blocks cannot be run in a test, and what tries them instead.
  static let reasons = [
    "DemoTests run what make demo shows; make test is how all of this is tried",
    "a build in release mode takes minutes",
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
    #expect(readme.blocks.count - untried.count >= 9)
  }
}
