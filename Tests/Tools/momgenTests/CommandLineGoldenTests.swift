import CodeGeneration
import CommandLineParsing
import CorpusFiles
import Foundation
import ProgramVersion
import Testing

@testable import momgen

/// The messages of the program: help, version, suggestions, exit codes.
struct CommandLineGoldenTests {
  @Test func theDescriptionHasNoFlaws() {
    #expect(Momgen.command.flaws.isEmpty, "\(Momgen.command.flaws)")
  }

  @Test func help() throws {
    try Golden.expect(Run("--help").output, equals: "help/momgen.txt")
    #expect(Run("help").output == Run("--help").output)
    #expect(Run("-h").exitCode == 0)
    // Without arguments the help is shown.
    #expect(Run().output == Run("--help").output)
    #expect(Run().exitCode == 0)
  }

  @Test(arguments: Momgen.verbs.map { $0.command.name })
  func helpOfEachVerb(verb: String) throws {
    let help = Run("help", verb)
    try Golden.expect(help.output, equals: "help/\(verb).txt")
    #expect(Run(verb, "--help").output == help.output)
    #expect(help.exitCode == 0)
  }

  @Test("The version, the commit if the build has one, and the contract of generated code")
  func version() throws {
    let line = Run("--version").output
    let commit = ProgramVersion.commit.map { "commit \($0)" } ?? "development build"
    #expect(line == "momgen 0.1.0 (\(commit), generated code V2)\n")
    // The contract is that in the name of the runtime's enum.
    let contract = "GeneratedCodeV\(GeneratedCodeContract.version)"
    let runtime = Corpus.package.appending(
      path: "Sources/Runtime/CoreData/Object/GeneratedCode/\(contract).swift"
    )
    #expect(try String(contentsOf: runtime, encoding: .utf8).contains("public enum \(contract) {"))
    let scratch = try Scratch()
    for template in ["portable", "stack"] {
      let folder = scratch.path(template)
      let words = [
        "generate", SampleModel.path("League"), "--template", template, "--output", folder,
      ]
      #expect(Run(words: words).exitCode == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      let code = try files.map { try scratch.read("\(template)/\($0)") }.joined()
      #expect(Set(code.matches(of: /GeneratedCodeV\d+/).map { String($0.0) }) == [contract])
    }
  }

  @Test(arguments: [
    (["validat", "x"], "error: unknown command 'validat'; did you mean 'validate'?"),
    (["validate"], "error: MODEL is missing"),
    (["dump", "--model-versoin", "x"], "did you mean '--model-version'?"),
    (["validate", "x", "--diagnostics", "sarf"], "did you mean 'sarif'?"),
    (["--color", "never"], "error: a command is missing"),
  ])
  func usageErrors(words: [String], message: String) {
    let run = Run(words: words)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test(arguments: Shell.allCases)
  func completionsNameEveryVerb(shell: Shell) {
    let script = Run("completions", shell.rawValue).output
    for verb in Momgen.verbs { #expect(script.contains(verb.command.name)) }
    #expect(script.contains("mogenerator"), "the values of --template")
  }
}
