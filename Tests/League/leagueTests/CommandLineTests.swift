import CommandLineParsing
import ProgramVersion
import Testing

@testable import league

struct CommandLineTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  @Test func theDescriptionHasNoFlaws() {
    #expect(LeagueProgram.command.flaws.isEmpty, "\(LeagueProgram.command.flaws)")
  }

  @Test("Every verb has help with its options")
  func help() {
    #expect(typing.run("--help").output.contains("List, add, edit and delete teams."))
    for verb in LeagueProgram.verbs {
      let path = (verb.noun.map { "\($0.rawValue) " } ?? "") + verb.command.name
      let help = typing.run("help \(path)")
      #expect(help.status == 0 && help.output.hasPrefix("league \(path): "), "\(help)")
      for option in verb.command.options { #expect(help.output.contains("--\(option.name)")) }
      #expect(typing.run("\(path) --help").output == help.output)
    }
  }

  @Test("Completions have every verb", arguments: Shell.allCases)
  func completions(shell: Shell) {
    let script = typing.run("completions \(shell.rawValue)").output
    for verb in LeagueProgram.verbs { #expect(script.contains(verb.command.name)) }
  }

  @Test func version() {
    #expect(typing.run("--version").output == ProgramVersion.line(of: "league"))
  }
}
