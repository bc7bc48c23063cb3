import Files
import Testing

@testable import CodeGeneration

struct OutputPathTests {
  @Test(arguments: [
    "a", "a.swift", "a/b.swift", "Ä/ö +x.swift", ".hidden", "...", "a..b", "-", "~", "a b", "$HOME",
    "C:",
    "👩‍👩‍👧.swift",
  ])
  func goodPaths(text: String) throws {
    #expect(try OutputPath(text).text == text)
  }

  @Test(arguments: [
    ("", "is empty"),
    ("/", "is absolute"),
    ("/etc/passwd", "is absolute"),
    ("..", "has the component '..'"),
    ("../a", "has the component '..'"),
    ("a/../../b", "has the component '..'"),
    ("a/..", "has the component '..'"),
    ("./a", "has the component '.'"),
    ("a//b", "has an empty component"),
    ("a/", "has an empty component"),
    ("a\\..\\b", "has a backslash"),
    ("a\u{0}", "has an invisible character"),
    ("a\nb", "has an invisible character"),
    ("a\u{1B}[31m", "has an invisible character"),
    ("a\u{202E}b", "has an invisible character"),
    ("a\u{2028}b", "has an invisible character"),
    (".momgen-manifest.json", "has a component that begins with '.momgen-'"),
    ("a/.momgen-1-2.tmp", "has a component that begins with '.momgen-'"),
    (String(repeating: "é", count: 128), "has a component of more than 255 bytes"),
  ])
  func badPaths(text: String, reason: String) {
    #expect(throws: OutputPathError(reason)) { try OutputPath(text) }
  }

  @Test(arguments: [
    ("a", "A"), ("Å", "A\u{30A}"), ("Straße/x", "STRAßE/X"), ("\u{212B}", "å"),
  ])
  func pathsThatSomeSystemTakesForOne(left: String, right: String) throws {
    #expect(try OutputPath(left).collisionKey == OutputPath(right).collisionKey)
  }

  @Test func foldersAboveAPath() throws {
    #expect(try OutputPath("a/b/c.swift").folders == ["a", "a/b"])
    #expect(try OutputPath("a").folders.isEmpty)
  }
}
