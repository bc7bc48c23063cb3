import CommandLineWords
import Testing

@testable import momgen

/// The words of the program: help, version, suggestions, exit codes.
struct CommandLineGoldenTests {
  @Test func theDescriptionHasNoFlaws() {
    #expect(Momgen.command.flaws.isEmpty, "\(Momgen.command.flaws)")
  }

  @Test func help() throws {
    try Golden.expect(Run("--help").output, equals: "help/momgen.txt")
    #expect(Run("help").output == Run("--help").output)
    #expect(Run("-h").exitCode == 0)
    // Who says nothing at all sees what there is to say.
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

  @Test func version() {
    #expect(Run("--version").output == "momgen \(Momgen.version)\n")
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
