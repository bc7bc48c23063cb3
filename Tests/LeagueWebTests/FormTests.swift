import Foundation
import LeagueOperations
import LeagueWeb
import Testing

@Suite struct FormTests {
  @Test func aTeamIsAddedEditedAndDeleted() async throws {
    let site = try TestSite()
    let added = try await site.post("/teams/new", ["name": " Crew ", "uniformColor": "Blue"])
    #expect(added.status == 303)
    let location = try #require(added.headers["location"])
    #expect(location == "/?saved=p1")
    #expect(try await site.get(location).body.contains(">Crew was saved.</p>"))
    let edited = try await site.post("/teams/p1/edit", ["name": "Crew", "uniformColor": "Red"])
    #expect(edited.headers["location"] == "/teams/p1?saved=p1")
    #expect(try await site.get("/").rows == ["|Crew|Red · 0 players|Edit|"])
    #expect(try await site.get("/teams/p1/delete").body.contains("Delete Crew?"))
    let deleted = try await site.post("/teams/p1/delete")
    #expect(deleted.headers["location"] == "/?deleted=team")
    let list = try await site.get("/?deleted=team")
    #expect(list.rows == [])
    #expect(list.body.contains("The team was deleted."))
    await site.web.stop()
  }

  @Test func aPlayerIsAddedMovedAndDeleted() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let fire = try site.add("Fire")
    let form = ["firstName": "Ann", "lastName": "Bell", "email": "ann@example.org"]
    let added = try await site.post("/teams/\(crew)/players/new", form)
    #expect(added.headers["location"] == "/teams/\(crew)?saved=p1")
    #expect(try await site.get("/teams/\(crew)?saved=p1").body.contains("Ann Bell was saved."))
    let moved = try await site.post("/players/p1", form.merging(["team": fire]) { $1 })
    #expect(moved.headers["location"] == "/teams/\(fire)?saved=p1")
    #expect(try await site.get("/").rows.map { $0.contains("0 players") } == [true, false])
    let deleted = try await site.post("/players/p1/delete")
    #expect(deleted.headers["location"] == "/teams/\(fire)?deleted=player")
    #expect(try await site.get("/teams/\(fire)").rows == [])
    await site.web.stop()
  }

  @Test func whatIsWrongIsSaidAtTheFields() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew")
    let team = try await site.post("/teams/new", ["name": "Crew", "uniformColor": " "])
    #expect(team.status == 422)
    for text in [
      "<title>Not saved: New team", "role=\"alert\"", "href=\"#name\"", "href=\"#uniformColor\"",
      "aria-invalid=\"true\" aria-describedby=\"name-problem\"", "value=\"Crew\"",
      "aria-describedby=\"uniformColor-hint uniformColor-problem\"", "A colour is needed",
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

  @Test func whoIsSlowerIsAsked() async throws {
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
    for text in ["Somebody else was faster", "changed to: Crew, Red", "value=\"Green\""] {
      #expect(reply.body.contains(text), "\(text)")
    }
    #expect(try await site.get("/").rows == ["|Crew|Red · 1 player|Edit|"])
    // The form has the new version now: to send it again is meant.
    #expect(!reply.body.contains(version))
    #expect(try await site.post(path, ["name": "Crew", "uniformColor": "Green"]).status == 303)
    let player = ["firstName": "Al", "lastName": "Bell", "email": "al@x.org", "version": "old"]
    let overtaken = try await site.post("/players/p1", player)
    #expect(overtaken.status == 409)
    #expect(overtaken.body.contains("changed to: Ann Bell, ann@example.org, Crew"))
    await site.web.stop()
  }

  @Test func whatIsGoneIsSaidKindly() async throws {
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
    await site.web.stop()
  }
}
