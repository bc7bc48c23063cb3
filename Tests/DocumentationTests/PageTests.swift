import Testing

/// The blocks of the pages and the directives above them.
struct PageTests {
  @Test(
    "Every block of a language is tried, or the page has the reason for leaving it out",
    arguments: Page.all
  )
  func nothingIsForgotten(page: Page) {
    for block in page.blocks {
      #expect(!block.isForgotten, "\(page.place(of: block)): nobody tries this block")
      if case .untried(let reason) = block.trial {
        #expect(!reason.isEmpty, "\(page.place(of: block)): why is it not tried?")
        print("untried: \(page.place(of: block)): \(reason)")
      }
    }
  }

  @Test("Blocks, directives and hidden parts are found")
  func blocks() {
    let blocks = PageReader.blocks(
      of: """
        Text.

        ```console
        $ a \\
          b
        out
        …
        ```
        <!-- untried: it takes
        too long -->

        ```swift
        let a = 1
        ```
        <!-- file: a/b.json -->
          ```json
            {}
          ```
        <!-- sh
        true
        -->
        <!-- file: gone -->
        Text.
        ```yaml
        a
        ```
        """
    )
    #expect(
      blocks.map(\.trial) == [
        .transcript, .untried("it takes\ntoo long"), .file("a/b.json"), .script, .text,
      ]
    )
    #expect(blocks.map(\.line) == [4, 13, 17, 20, 25])
    #expect(blocks.map(\.text)[1...] == ["let a = 1\n", "  {}\n", "true\n", "a\n"])
    #expect(blocks.map(\.isForgotten) == [false, false, false, false, true])
    let transcript = Transcript(blocks[0].text)
    #expect(transcript.commands.map(\.text) == ["a \\\n  b"])
    #expect(transcript.commands.map(\.output) == [["out", "…"]])
    #expect(transcript.commands.map(\.source).joined() == blocks[0].text)
  }

  @Test(
    "An ellipsis stands for any lines",
    arguments: [
      ("a\nb", "a\nb\n", true), ("a", "a\nb\n", false), ("a\nb", "a\n", false), ("", "", true),
      ("", "a\n", false), ("…", "", true), ("…", "a\nb\n", true), ("a\n…", "a\nb\n", true),
      ("…\nb", "a\nb\n", true), ("…\na", "a\nb\n", false), ("a\n…\nc", "a\nb\nc\n", true),
      ("a\n…\nb\n…\nd", "a\nb\nc\nd\n", true), ("a\n…\nc\n…\nb\n…", "a\nb\nc\n", false),
      ("a\n…\na", "a\n", false),
    ]
  )
  func ellipses(shown: String, printed: String, isMet: Bool) throws {
    let transcript = Transcript("$ x\n" + (shown.isEmpty ? "" : shown + "\n"))
    #expect(try #require(transcript.commands.first).isMet(by: printed) == isMet)
  }
}
