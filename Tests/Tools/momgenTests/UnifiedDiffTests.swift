import Foundation
import Testing

@testable import momgen

struct UnifiedDiffTests {
  private func difference(_ old: String, _ new: String) -> String {
    UnifiedDiff(from: old, named: "a", to: new, named: "b").text
  }

  @Test func nothing() {
    #expect(difference("a\nb\n", "a\nb\n") == "")
  }

  @Test func aChangeInTheMiddle() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacingOccurrences(of: "\n10\n", with: "\nten\n")
    #expect(
      difference(old, new) == """
        --- a
        +++ b
        @@ -7,7 +7,7 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13

        """
    )
  }

  @Test func twoHunks() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacingOccurrences(of: "2\n3\n", with: "2\nx\n3\n")
      .replacingOccurrences(of: "\n28\n", with: "\n")
    let text = difference(old, new)
    #expect(text.components(separatedBy: "@@ -").count >= 3)
    #expect(text.contains("+x\n") && text.contains("-28\n"))
  }

  @Test func fromNothing() {
    #expect(
      difference("", "a")
        == "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n"
    )
  }

  private static let texts = [
    "", "a\n", "a", "a\nb\nc\n", "a\nb\nc", "b\n", "a\nx\nc\n", "\n", "\n\n", "a\n\n",
    (1...30).map { "\($0)\n" }.joined(), (1...30).map { $0 == 15 ? "x\n" : "\($0)\n" }.joined(),
    (1...30).filter { $0 % 9 != 0 }.map { "\($0)\n" }.joined(), "é\r\nb\r\n",
  ]

  /// `patch` applied to the old text gives the new one.
  @Test(arguments: texts)
  func patchUnderstandsIt(old: String) throws {
    if !FileManager.default.isExecutableFile(atPath: "/usr/bin/patch") {
      try Test.cancel("there is no program patch")
    }
    let scratch = try Scratch()
    for new in Self.texts where new != old && !new.isEmpty && !old.isEmpty {
      try scratch.write(old, to: "file")
      let difference = UnifiedDiff(from: old, named: "file", to: new, named: "file")
      try scratch.write(difference.text, to: "difference")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/patch")
      process.arguments = ["--binary", "-s", scratch.path("file"), scratch.path("difference")]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try scratch.read("file") == new, "\(difference.text)")
    }
  }

  @Test(arguments: texts)
  func equalTextsHaveNone(text: String) {
    #expect(UnifiedDiff(from: text, named: "a", to: text, named: "b").text.isEmpty)
  }

  /// Entirely different texts take no longer than reading them.
  @Test func hugeDifferencesAreShownInOnePiece() {
    let old = "same\n" + (0..<50_000).map { "old \($0)\n" }.joined() + "end\n"
    let new = "same\n" + (0..<50_000).map { "new \($0)\n" }.joined() + "end\n"
    let text = UnifiedDiff(from: old, named: "a", to: new, named: "b").text
    #expect(text.hasPrefix("--- a\n+++ b\n@@ -1,50002 +1,50002 @@\n same\n-old 0\n"))
    #expect(text.hasSuffix("+new 49999\n end\n"))
  }
}
