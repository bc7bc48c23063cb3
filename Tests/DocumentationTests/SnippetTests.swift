import BuiltPrograms
import Testing

/// The Swift on the pages, compiled.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct SnippetTests {
  @Test(
    "The snippets of a page compile without a warning",
    arguments: Page.all.filter(\.hasSnippets)
  )
  func compile(page: Page) throws {
    let sandbox = try Sandbox()
    let compiler = try SwiftCompiler(in: sandbox)
    var module = ""
    for block in page.blocks where block.trial == .snippet {
      let located =
        "#sourceLocation(file: \"\(page.path)\", line: \(block.line))\n\(block.text)"
        + "#sourceLocation()\n"
      guard block.text.hasPrefix("// swift-tools-version") else {
        module += located
        continue
      }
      try sandbox.write(located, to: "Package.swift")
      let complaint = try compiler.complaint(about: ["Package.swift"], asManifest: true)
      #expect(complaint == nil, "\(complaint ?? "")")
    }
    guard !module.isEmpty else { return }
    try sandbox.write(module, to: "main.swift")
    let complaint = try compiler.complaint(about: ["main.swift"])
    #expect(complaint == nil, "\(complaint ?? "")")
  }
}
