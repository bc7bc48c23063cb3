import BuiltPrograms
import Testing

/// The tutorials and the program of the README, followed step by step.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct TutorialTests {
  private static let model = "Sources/League/League.xcdatamodeld"

  @Test(
    "After each step the program compiles",
    arguments: Page.all.filter { $0.isTutorial && !$0.blocks.isEmpty || $0.path == "README.md" }
  )
  func follow(page: Page) throws {
    let sandbox = try Sandbox()
    let compiler = try SwiftCompiler(in: sandbox)
    for block in page.blocks {
      switch block.trial {
      case .file(let path):
        try sandbox.write(block.text, to: path)
        guard path.hasSuffix(".swift") else { continue }
        let complaint = try self.complaint(about: path, compiler, in: sandbox)
        #expect(complaint == nil, "\(page.place(of: block))\n\(complaint ?? "")")
      case .transcript:
        for command in Transcript(block.text).commands { _ = try sandbox.run(command.text) }
      case .script, .snippet, .untried, .text: break
      }
    }
  }

  /// The output of the compiler for a file of the program, with the code that the build would generate from the model.
  private func complaint(
    about path: String,
    _ compiler: SwiftCompiler,
    in sandbox: Sandbox
  ) throws -> String? {
    if path == "Package.swift" { return try compiler.complaint(about: [path], asManifest: true) }
    let generation = try sandbox.run(
      """
      for template in portable stack; do
        momgen generate \(Self.model) --template $template --output Generated --quiet
      done
      ls Generated/*.swift
      """
    )
    try #require(generation.status == 0, "\(generation.output)")
    let generated = generation.output.split(separator: "\n").map(String.init)
    return try compiler.complaint(about: [path] + generated)
  }
}
