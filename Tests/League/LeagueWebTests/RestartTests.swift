import Foundation
import LeagueModel
import LeagueOperations
import LeagueWeb
import Testing

/// Forms that were opened before the server was restarted.
@Suite struct RestartTests {
  static let forms: [(path: String, typed: [String: String])] = [
    ("/teams/new", ["name": "Fire", "uniformColor": "\"Red\""]),
    ("/teams/p1/edit", ["name": "Crows", "uniformColor": "Black"]),
    ("/teams/p1/players/new", ["firstName": "Cy", "lastName": "Dee", "email": "cy@example.org"]),
    (
      "/players/p1",
      ["firstName": "Al", "lastName": "Bell", "email": "al@example.org", "team": "p2"]
    ),
  ]

  @Test(arguments: forms)
  func inputIsShownAgain(path: String, typed: [String: String]) async throws {
    let first = try TestSite()
    try first.add("Crew", players: ["Ann Bell"])
    try first.add("Fury", "Red")
    let page = try await first.get(path)
    var fields = typed
    fields["token"] = page.field("token")
    fields["version"] = page.field("version")
    let site = try await first.restarted()
    let before = try site.store.read { try $0.csv() }
    let reply = try await site.post(path, fields)
    #expect(reply.status == 403)
    #expect(reply.body.contains("Please send this again"))
    #expect(try site.store.read { try $0.csv() } == before)
    #expect(reply.field("token") != fields["token"])
    for (name, value) in typed {
      let text = value.replacing("\"", with: "&quot;")
      let isThere =
        name == "team"
        ? reply.body.contains("value=\"\(text)\" selected") : reply.field(name) == text
      #expect(isThere, "\(name)")
    }
    #expect(reply.field("version") == page.field("version"))
    fields["token"] = reply.field("token")
    #expect(try await site.post(path, fields).status == 303)
    #expect(try site.store.read { try $0.csv() } != before)
    await site.web.stop()
  }

  @Test(arguments: ["/teams/p1", "/players/p1"])
  func aDeletionIsAskedForAgain(path: String) async throws {
    let first = try TestSite()
    try first.add("Crew", players: ["Ann Bell"])
    let token = try #require(try await first.get("\(path)/delete").field("token"))
    let site = try await first.restarted()
    let reply = try await site.post("\(path)/delete", ["token": token])
    #expect(reply.status == 403 && reply.body.contains("<h1>Delete "))
    #expect(reply.body.contains("Please send this again"))
    let fields = ["token": try #require(reply.field("token"))]
    #expect(try await site.post("\(path)/delete", fields).status == 303)
    await site.web.stop()
  }

  @Test func editsOfOthersAreNoticedAfterARestart() async throws {
    let first = try TestSite()
    try first.add("Crew")
    let page = try await first.get("/teams/p1/edit")
    let site = try await first.restarted()
    try site.store.change("") {
      try $0.edit(try $0.team(id: "p1"), TeamForm(name: "Crew", uniformColor: "Red"))
    }
    var fields = ["name": "Crew", "uniformColor": "Green"]
    fields["token"] = page.field("token")
    fields["version"] = page.field("version")
    let reply = try await site.post("/teams/p1/edit", fields)
    fields["token"] = reply.field("token")
    fields["version"] = reply.field("version")
    #expect(try await site.post("/teams/p1/edit", fields).status == 409)
    await site.web.stop()
  }

  /// A store in memory is empty after a restart.
  @Test func inputIsShownAgainIfTheTeamIsGone() async throws {
    let site = try TestSite()
    let fields = ["token": "old", "firstName": "Cy", "lastName": "Dee", "email": "cy@example.org"]
    let reply = try await site.post("/teams/p7/players/new", fields)
    #expect(reply.status == 410)
    for text in ["This team is gone", "<dt>First name</dt><dd>Cy</dd>", "cy@example.org"] {
      #expect(reply.body.contains(text), "\(text)")
    }
    await site.web.stop()
  }

  @Test func aStoreThatFailsCostsNoForm() async throws {
    let site = try TestSite()
    let page = try await site.get("/teams/new")
    try site.write("DROP TABLE ZTEAM;")
    var fields = ["name": "Crew", "uniformColor": "Blue"]
    fields["token"] = page.field("token")
    let reply = try await site.post("/teams/new", fields)
    #expect(reply.status == 503)
    #expect(reply.body.contains("This did not work") && reply.field("name") == "Crew")
    await site.web.stop()
  }
}
