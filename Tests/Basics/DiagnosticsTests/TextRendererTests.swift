import Diagnostics
import Testing

@Suite struct TextRendererTests {
  @Test func plain() {
    #expect(
      TextRenderer().text(of: Samples.all) == """
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:3:17: error: entity 'Book' has an unknown parent \
        'Prodcut' [unknown-parent]
          hint: did you mean 'Product'?
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:2:5: note: 'Product' is here
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:4: warning: Book.author has no inverse \
        [no-inverse]
        note: nothing to do

        """
    )
  }

  @Test func withSourceLines() {
    #expect(
      TextRenderer(source: Samples.source).text(of: [Samples.unknownParent, Samples.noInverse])
        == """
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:3:17: error: entity 'Book' has an unknown parent \
        'Prodcut' [unknown-parent]
            3 |     <entity name="Book">
              |                    ^
          hint: did you mean 'Product'?
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:2:5: note: 'Product' is here
            2 |     <entity name="Product"/>
              |     ^
        Shop.xcdatamodeld/Shop.xcdatamodel/contents:4: warning: Book.author has no inverse \
        [no-inverse]
            4 |   <relationship/>

        """
    )
  }

  @Test func colored() {
    let diagnostic = Diagnostic(
      .warning,
      rule: "r",
      "message",
      at: Place(path: "p", line: 1, column: 2),
      hint: "do it",
      notes: [.init("see", at: Place(path: "p", line: 1, column: 2))]
    )
    let source = SourceText { _, _ in "ab" }
    let bold = "\u{1B}[1m"
    let off = "\u{1B}[0m"
    #expect(
      TextRenderer(isColored: true, source: source).text(of: [diagnostic]) == """
        \(bold)p:1:2:\(off) \u{1B}[1;33mwarning:\(off) \(bold)message\(off) \u{1B}[2m[r]\(off)
        \u{1B}[1;34m    1 |\(off) ab
        \u{1B}[1;34m      |\(off)  \u{1B}[1;32m^\(off)
          \u{1B}[1;32mhint:\(off) do it
        \(bold)p:1:2:\(off) \u{1B}[1;36mnote:\(off) see

        """
    )
  }

  @Test func nothingGivesNothing() {
    #expect(TextRenderer(isColored: true).text(of: []) == "")
  }

  @Test func emptySourceLineEndsWithoutASpace() {
    let diagnostic = Diagnostic(
      .error,
      rule: "r",
      "m",
      at: Place(path: "p", line: 123_456, column: 1)
    )
    #expect(
      TextRenderer(source: SourceText { _, _ in "" }).text(of: [diagnostic])
        == "p:123456:1: error: m [r]\n123456 |\n       | ^\n"
    )
  }

  @Test func hostileTextCannotLeaveItsLine() {
    let evil = "x\u{1B}[2J\n/etc/passwd:1:1: error: fake\u{9B}31m\u{202E}\u{2028}"
    let diagnostic = Diagnostic(
      .error,
      rule: evil,
      evil,
      at: Place(path: evil, line: 1, column: 1),
      hint: evil,
      notes: [.init(evil, at: Place(path: evil, line: 1, column: 2))]
    )
    let text = TextRenderer(source: SourceText { _, _ in evil }).text(of: [diagnostic])
    let shown = #"x\u{1B}[2J\n/etc/passwd:1:1: error: fake\u{9B}31m\u{202E}\u{2028}"#
    #expect(
      text == """
        \(shown):1:1: error: \(shown) [\(shown)]
            1 | \(shown)
              | ^
          hint: \(shown)
        \(shown):1:2: note: \(shown)
            1 | \(shown)
              |  ^

        """
    )
  }
}
