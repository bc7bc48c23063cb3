import Testing

@testable import league

struct PlayerVerbTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
    typing.run("team add Crew --color Blue")
    typing.run("team add Burn --color Orange")
    for (first, last) in [("Grace", "Hopper"), ("Ada", "Lovelace"), ("Al", "Hopper")] {
      typing.run(
        "player add --team Crew --first \(first) --last \(last) --email \(first)@example.org"
      )
    }
  }

  private var names: String {
    typing.run("player list").output.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.joined(separator: ", ")
  }

  @Test("Players are listed by last name, of all teams or of one")
  func list() {
    #expect(
      typing.run("player list").output == """
        LAST NAME  FIRST NAME  E-MAIL             TEAM
        Hopper     Al          Al@example.org     Crew
        Hopper     Grace       Grace@example.org  Crew
        Lovelace   Ada         Ada@example.org    Crew

        """
    )
    #expect(typing.run("player list --team Burn").output.isEmpty)
    #expect(typing.run("player list --team Burn --json").output == "[]\n")
    #expect(typing.run("player list --team crew --json").output.contains("\"last\": \"Lovelace\""))
    #expect(typing.run("player list --team Brun").errors.contains("did you mean 'Burn'?"))
  }

  @Test("Players are edited, moved and deleted")
  func life() {
    #expect(
      typing.run("player edit Lovelace --last Byron").output == "Changed the player Ada Lovelace.\n"
    )
    #expect(
      typing.run("player move Byron --to Burn").output == "Moved the player Ada Byron to Burn.\n"
    )
    #expect(typing.run("player list --team Burn").output.contains("Byron"))
    #expect(
      typing.run("player delete Al_Hopper --yes").output == "Deleted the player Al Hopper.\n"
    )
    #expect(names == "Byron Ada, Hopper Grace")
    #expect(
      typing.run("team delete Crew --yes").output == "Deleted the team Crew and its only player.\n"
    )
    #expect(names == "Byron Ada")
  }

  @Test("Changes are undone by another run, and done again")
  func undo() {
    typing.run("team delete Crew --yes")
    #expect(names == "")
    #expect(typing.run("undo").output == "Undid: delete the team Crew.\n")
    #expect(names == "Hopper Al, Hopper Grace, Lovelace Ada")
    #expect(typing.run("undo").output == "Did again: delete the team Crew.\n")
    #expect(names == "")
  }

  @Test("Missing values are asked for")
  func questions() {
    let added = typing.run(
      "player add --last Turing",
      answers: ["Burn", "Alan", "alan@example.org"]
    )
    #expect(added.errors == "Team: First name: E-mail: ")
    #expect(added.output == "Added the player Alan Turing to Burn.\n")
    let edited = typing.run("player edit Turing", answers: ["", "", "at@example.org"])
    #expect(
      edited.errors == "First name [Alan]: Last name [Turing]: E-mail [alan@example.org]: "
    )
    #expect(typing.run("player list --json").output.contains("at@example.org"))
    let moved = typing.run("player move Turing", answers: ["Crew"])
    #expect(moved.errors == "To the team: " && moved.status == 0)
    let deleted = typing.run("player delete", answers: ["Turing", "D"])
    #expect(
      deleted.errors == """
        Player: Delete the player Alan Turing <at@example.org> of Crew?
          D  Delete Player
          C  Cancel
        D or C: 
        """
    )
    #expect(deleted.output == "Deleted the player Alan Turing.\n")
  }

  @Test("Ambiguous names are refused")
  func ambiguous() {
    let outcome = typing.run("player delete Hopper --yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: there are 2 players 'Hopper'
          hint: say which one: Al@example.org (Al Hopper, Crew), Grace@example.org (Grace Hopper, Crew)

        """
    )
    typing.run("player move Al_Hopper --to Burn")
    #expect(typing.run("player delete Hopper --team Burn --yes").status == 0)
    #expect(names == "Hopper Grace, Lovelace Ada")
  }

  @Test("All mistakes are reported at once")
  func problems() {
    let outcome = typing.run("player add --team Crew --first= --last Turing --email alan")
    #expect(
      outcome.errors == "error: a first name is needed\nerror: this is not an e-mail address\n"
    )
  }
}
