import Testing

@testable import league

struct TeamVerbTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  @Test("Teams are added, listed by name, edited and deleted")
  func life() {
    #expect(typing.run("team list").errors.hasPrefix("There are no teams yet"))
    #expect(typing.run("team add Crew --color Blue").output == "Added the team Crew.\n")
    #expect(typing.run("team add Burn --color Orange").status == 0)
    #expect(
      typing.run("team list").output == """
        NAME  COLOR   PLAYERS
        Burn  Orange        0
        Crew  Blue          0

        """
    )
    #expect(typing.run("team edit crew --name The_Crew").output == "Changed the team Crew.\n")
    #expect(typing.run("team edit The_Crew --color Red").status == 0)
    #expect(typing.run("team delete Burn --yes").output == "Deleted the team Burn.\n")
    #expect(typing.run("team list").output.hasSuffix("\nThe Crew  Red          0\n"))
  }

  @Test("Lists are JSON for other programs")
  func json() {
    #expect(typing.run("team list --json").output == "[]\n")
    typing.run("team add Crew --color Blue")
    #expect(
      typing.run("team list --json").output == """
        [
          {
            "id": "p1",
            "name": "Crew",
            "color": "Blue",
            "players": 0
          }
        ]

        """
    )
  }

  @Test("Missing arguments are asked for on a terminal")
  func questions() {
    let added = typing.run("team add", answers: ["", "Crew", "Blue"])
    #expect(added.errors == "Name: Name: Color: ")
    #expect(added.output == "Added the team Crew.\n")
    let edited = typing.run("team edit", answers: ["Crew", "", "Red"])
    #expect(edited.errors == "Team: Name [Crew]: Color [Blue]: ")
    #expect(typing.run("team list").output.contains("Crew  Red"))
    let stopped = typing.run("team add", answers: ["Burn"])
    #expect(stopped.status == 1 && stopped.errors.hasSuffix("canceled; nothing was changed\n"))
  }

  @Test("A wrong answer is reported, and the question repeated")
  func mistakes() {
    typing.run("team add Crew --color Blue")
    let added = typing.run("team add --color Red", answers: ["Crew", "Burn"])
    #expect(added.errors == "Name: error: there is a team 'Crew' already\nName: ")
    #expect(added.output == "Added the team Burn.\n")
    let edited = typing.run("team edit", answers: ["Crwe", "Crew", "Burn", "", "Dash"])
    #expect(
      edited.errors == """
        Team: error: there is no team 'Crwe'
          hint: did you mean 'Crew'?
        Team: Name [Crew]: Color [Blue]: error: there is a team 'Burn' already
        Name [Crew]:\u{20}
        """
    )
    #expect(typing.run("team list").output.contains("\nDash  Blue"))
  }

  @Test("A wrong argument is reported and not asked for")
  func given() {
    typing.run("team add Crew --color Blue")
    let outcome = typing.run("team add Crew", answers: ["Red", "Burn"])
    #expect(outcome.errors == "Color: error: there is a team 'Crew' already\n")
    #expect(outcome.status == 1)
  }

  @Test("Questions have a limit of attempts, and the end of the input ends them")
  func patience() {
    typing.run("team add Crew --color Blue")
    let wrong = typing.run("team delete", answers: ["a", "b", "c", "d", "e", "Crew", "D"])
    #expect(wrong.status == 1 && wrong.errors.hasSuffix("error: there is no team 'e'\n"))
    let silent = typing.run("team add", answers: Array(repeating: "", count: 100))
    #expect(
      silent.status == 1 && silent.errors.hasSuffix("error: canceled; nothing was changed\n")
    )
    let ended = typing.run("team delete", answers: ["a"])
    #expect(ended.status == 1 && ended.errors.hasSuffix("error: canceled; nothing was changed\n"))
  }

  @Test(
    "Without a terminal what is missing is an error of usage",
    arguments: [
      ("team add", "error: NAME is missing"),
      ("team add Crew", "error: option '--color' is missing"),
      ("team edit", "error: TEAM is missing"),
      ("team edit Crew", "error: one of these options is needed: '--name' or '--color'"),
      ("team delete", "error: TEAM is missing"),
      ("team delete Crew", "error: cannot ask without a terminal: Delete the team Crew?"),
      ("team", "error: a command is missing"), ("team drop", "error: unknown command 'drop'"),
      ("team list --store-type sqllite", "did you mean 'sqlite'?"),
    ]
  )
  func usage(line: String, message: String) {
    typing.run("team add Crew --color Blue")
    let outcome = typing.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "Nothing is deleted without a yes",
    arguments: [
      ("D", true), ("d", true), ("delete", true), ("Delete Team", true), ("C", false),
      ("cancel", false), ("", false), ("y", false), ("delete player", false), ("y D", true),
      ("x y C", false), ("1 2 3 4 5 D", false),
    ]
  )
  func confirmation(answer: String, isDeleted: Bool) {
    typing.run("team add Crew --color Blue")
    let words = ["delete team", "delete player"].contains(answer.lowercased()) ? [answer] : nil
    let answers =
      words ?? answer.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let outcome = typing.run("team delete Crew", answers: answers)
    #expect(
      outcome.errors.hasPrefix("Delete the team Crew?\n  D  Delete Team\n  C  Cancel\nD or C: ")
    )
    #expect(outcome.status == (isDeleted ? 0 : 1))
    #expect(typing.run("team list --json").output.contains("Crew") != isDeleted)
  }

  @Test(
    "An error is a sentence with the remedy",
    arguments: [
      ("team add Crew --color Red", "error: there is a team 'Crew' already\n"),
      ("team add X --color=", "error: a color is needed\n"),
      ("team edit Crew --name= --color=", "error: a name is needed\nerror: a color is needed\n"),
      ("team delete Cerw --yes", "error: there is no team 'Cerw'\n  hint: did you mean 'Crew'?\n"),
    ]
  )
  func errors(line: String, message: String) {
    typing.run("team add Crew --color Blue")
    let outcome = typing.run(line)
    #expect(outcome.errors == message)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
  }
}
