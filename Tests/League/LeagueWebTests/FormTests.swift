import Foundation
import LeagueModel
import LeagueOperations
import LeagueWeb
import Testing

@Suite struct FormTests {
  @Test func aTeamIsAddedEditedAndDeleted() async throws {
    let site = try TestSite()
    let added = try await site.post("/teams/new", ["name": " Crew ", "uniformColor": "Blue"])
    #expect(added.status == 303)
    let location = try #require(added.headers["location"])
    #expect(location == "/?saved=team-p1")
    #expect(try await site.get(location).body.contains(">Crew was saved.</p>"))
    let edited = try await site.post("/teams/p1/edit", ["name": "Crew", "uniformColor": "Red"])
    #expect(edited.headers["location"] == "/teams/p1?saved=team-p1")
    #expect(try await site.get("/").rows == ["|Crew|Red · 0 players|Edit|"])
    #expect(try await site.get("/teams/p1/delete").body.contains("Delete Crew?"))
    let deleted = try await site.post("/teams/p1/delete")
    #expect(deleted.headers["location"]?.hasPrefix("/?deleted=team&change=") == true)
    let list = try await site.get("/?deleted=team")
    #expect(list.rows == [])
    #expect(list.body.contains("The team was deleted.") && list.field("change") == nil)
    await site.web.stop()
  }

  @Test func aPlayerIsAddedMovedAndDeleted() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let fire = try site.add("Fire")
    let form = ["firstName": "Ann", "lastName": "Bell", "email": "ann@example.org"]
    let added = try await site.post("/teams/\(crew)/players/new", form)
    #expect(added.headers["location"] == "/teams/\(crew)?saved=player-p1")
    #expect(
      try await site.get("/teams/\(crew)?saved=player-p1").body.contains("Ann Bell was saved.")
    )
    let moved = try await site.post("/players/p1", form.merging(["team": fire]) { $1 })
    #expect(moved.headers["location"] == "/teams/\(fire)?saved=player-p1")
    #expect(try await site.get("/").rows.map { $0.contains("0 players") } == [true, false])
    let deleted = try await site.post("/players/p1/delete")
    let gone = try #require(deleted.headers["location"])
    #expect(gone.hasPrefix("/teams/\(fire)?deleted=player&change="))
    #expect(try await site.get(gone).body.contains(">Ann Bell was deleted.</p>"))
    #expect(try await site.get("/teams/\(fire)").rows == [])
    await site.web.stop()
  }

  @Test func problemsAreShownAtTheFields() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let team = try await site.post("/teams/new", ["name": "Crew", "uniformColor": " "])
    #expect(team.status == 422)
    for text in [
      "<title>Not saved: New team", "role=\"alert\"", "href=\"#name\"", "href=\"#uniformColor\"",
      "aria-invalid=\"true\" aria-describedby=\"name-problem\"", "value=\"Crew\"",
      "aria-describedby=\"uniformColor-hint uniformColor-problem\"", "A color is needed",
    ] { #expect(team.body.contains(text), "\(text)") }
    let form = ["firstName": "", "lastName": "<Bell>", "email": "ann"]
    let player = try await site.post("/teams/\(crew)/players/new", form)
    #expect(player.status == 422)
    for text in [
      "value=\"&lt;Bell&gt;\"", "value=\"ann\"", "A first name is needed",
      "This is not an e-mail address",
    ] { #expect(player.body.contains(text), "\(text)") }
    #expect(try site.store.read { try $0.players().count } == 0)
    await site.web.stop()
  }

  @Test func theSlowerEditorIsAsked() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Ann Bell"])
    let path = "/teams/\(crew)/edit"
    let old = try await site.get(path).body
    let version = try #require(old.firstMatch(of: #/name="version" value="([^"]*)"/#)?.output.1)
    try site.store.change("") {
      try $0.edit(try $0.team(id: crew), TeamForm(name: "Crew", uniformColor: "Red"))
    }
    let typed = ["name": "Crew", "uniformColor": "Green", "version": String(version)]
    let reply = try await site.post(path, typed)
    #expect(reply.status == 409)
    for text in ["Another user was faster", "changed to: Crew, Red", "value=\"Green\""] {
      #expect(reply.body.contains(text), "\(text)")
    }
    #expect(try await site.get("/").rows == ["|Crew|Red · 1 player|Edit|"])
    // The form has the new version now, so that submitting it again is deliberate.
    #expect(!reply.body.contains(version))
    #expect(try await site.post(path, ["name": "Crew", "uniformColor": "Green"]).status == 303)
    let player = ["firstName": "Al", "lastName": "Bell", "email": "al@x.org", "version": "old"]
    let overtaken = try await site.post("/players/p1", player)
    #expect(overtaken.status == 409)
    #expect(overtaken.body.contains("changed to: Ann Bell, ann@example.org, Crew"))
    await site.web.stop()
  }

  /// Teams and players have separate ids, which can be equal.
  @Test func theNameIsTheSavedOne() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Jordan Gordon"])
    #expect(crew == "p1")
    let form = ["name": "Crew", "uniformColor": "Red"]
    let team = try #require(try await site.post("/teams/p1/edit", form).headers["location"])
    #expect(try await site.get(team).body.contains(">Crew was saved.</p>"))
    let names = ["firstName": "Jo", "lastName": "Gordon", "email": "jo@example.org", "team": "p1"]
    let player = try #require(try await site.post("/players/p1", names).headers["location"])
    #expect(try await site.get(player).body.contains(">Jo Gordon was saved.</p>"))
    for query in ["saved=team-p9", "saved=p1", "saved=x-p1", "saved=", "saved=player-"] {
      #expect(try await !site.get("/?\(query)").body.contains("was saved"), "\(query)")
    }
    await site.web.stop()
  }

  @Test func lengthsAreLimited() async throws {
    let site = try TestSite()
    try site.add("Crew", players: ["Ann Bell"])
    let fields: [(path: String, name: String, limit: Int)] = [
      ("/teams/new", "name", 100), ("/teams/new", "uniformColor", 50),
      ("/teams/p1/edit", "name", 100),
      ("/teams/p1/players/new", "firstName", 100), ("/players/p1", "lastName", 100),
      ("/players/p1", "email", 254),
    ]
    for (index, (path, name, limit)) in fields.enumerated() {
      let page = try await site.get(path).body
      let input = try #require(
        page.matches(of: #/<input [^>]*>/#).map(\.output).first {
          $0.contains(" name=\"\(name)\"")
        }
      )
      #expect(input.contains("maxlength=\"\(limit)\""), "\(path) \(name)")
      let long =
        String(repeating: "\(index)", count: limit + 1 - (name == "email" ? 2 : 0))
        + (name == "email" ? "@x" : "")
      let valid = [
        "name": "N\(index)", "uniformColor": "Red", "firstName": "F", "lastName": "L",
        "email": "a@b",
        "team": "p1",
      ]
      let reply = try await site.post(path, valid.merging([name: long]) { $1 })
      #expect(reply.status == 422, "\(path) \(name)")
      #expect(reply.body.contains("has at most \(limit) characters"))
      #expect(reply.body.contains("value=\"\(long)\""))
      let exact = String(long.dropFirst())
      #expect(try await site.post(path, valid.merging([name: exact]) { $1 }).status == 303)
    }
    await site.web.stop()
  }

  @Test func aColorIsShownBesideItsBox() async throws {
    let site = try TestSite()
    try site.add("Crew", "Dark Blue")
    let page = try await site.get("/teams/p1/edit").body
    let box = try #require(
      page.firstMatch(of: #/<div class="color" data-color="uniformColor">.*?<\/div>/#)
    )
    #expect(box.output.contains("fill=\"darkblue\"") && box.output.contains("value=\"Dark Blue\""))
    // The palette needs the script, and is never submitted.
    #expect(box.output.contains(#/<input type="color" aria-label="[^"]+" hidden>/#))
    await site.web.stop()
  }

  @Test func ofManyTeamsTheNameIsTyped() async throws {
    let site = try TestSite()
    try site.store.change("") { league in
      for number in 1...201 {
        try league.addTeam(TeamForm(name: "Team \(number)", uniformColor: "Red"))
      }
      try league.addPlayer(.named("Ann Bell"), to: try league.team(matching: "Team 7"))
    }
    let page = try await site.get("/players/p1").body
    #expect(!page.contains("<select") && page.contains("name=\"team\" value=\"Team 7\""))
    var form = ["firstName": "Ann", "lastName": "Bell", "email": "a@b", "team-is-typed": "yes"]
    form["team"] = "Team 2O"
    let wrong = try await site.post("/players/p1", form)
    #expect(wrong.status == 422 && wrong.body.contains("There is no team &#39;Team 2O&#39;"))
    #expect(wrong.body.contains("value=\"Team 2O\""))
    form["team"] = " "
    let empty = try await site.post("/players/p1", form)
    #expect(empty.status == 422 && empty.body.contains("The name of a team is needed"))
    form["team"] = "team 200"
    #expect(try await site.post("/players/p1", form).status == 303)
    let team = try site.store.read { try $0.player(id: "p1").team?.name }
    #expect(team == "Team 200")
    await site.web.stop()
  }

  @Test func missingPagesAreExplained() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Ann Bell"])
    let token = try await site.get("/teams/new").body
      .firstMatch(of: #/name="token" value="([^"]*)"/#)?.output.1
    let fields = ["token": String(try #require(token)), "name": "x", "version": "x"]
    try site.store.change("") { $0.delete(try $0.team(id: crew)) }
    let paths = [
      "/teams/\(crew)/edit", "/teams/\(crew)/delete", "/teams/\(crew)/players/new", "/players/p1",
      "/players/p1/delete",
    ]
    for path in paths {
      let reply = try await site.post(path, fields)
      #expect(reply.status == 410, "\(path)")
      #expect(reply.body.contains("is gone</h1>") && reply.body.contains("Show all teams"))
    }
    // The typed values are not lost with it.
    let typed = try await site.post(
      "/players/p1",
      ["token": fields["token"] ?? "", "firstName": "Ann", "email": "<ann>@example.org"]
    )
    #expect(typed.body.contains("<dd>&lt;ann&gt;@example.org</dd>"))
    await site.web.stop()
  }
}
