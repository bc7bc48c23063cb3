import Foundation
import LeagueModel
import LeagueOperations
import LeagueWeb
import Testing

/// Deletions that are undone by the button beside their message.
@Suite struct UndoingTests {
  /// Deletes something.
  ///
  /// - Returns: The page that follows.
  private func delete(_ path: String, on site: TestSite) async throws -> Reply {
    let location = try await site.post("\(path)/delete").headers["location"]
    return try await site.get(try #require(location))
  }

  private func undo(_ change: String?, on site: TestSite) async throws -> Reply {
    try await site.post("/undo", ["change": try #require(change)])
  }

  @Test func aTeamComesBackWithItsPlayers() async throws {
    let site = try TestSite()
    try site.add("Crew", players: ["Ann Bell", "Bo Cox"])
    let page = try await delete("/teams/p1", on: site)
    #expect(page.body.contains(">Crew was deleted with its 2 players.</p>"))
    #expect(page.body.contains("<form method=\"post\" action=\"/undo\">"))
    // Changes by others meanwhile are kept.
    try site.add("Fire", "Red", players: ["Cy Dee"])
    let undone = try await undo(page.field("change"), on: site)
    #expect(undone.status == 303)
    let location = try #require(undone.headers["location"])
    let team = try await site.get(location)
    #expect(team.body.contains(">Crew is back.</p>"))
    #expect(team.rows.count == 2)
    #expect(try await site.get("/").rows.count == 2)
    // Only once: the button of another window does not add them again.
    let again = try await undo(page.field("change"), on: site)
    #expect(again.status == 409 && again.body.contains("The change was already undone."))
    #expect(try site.store.read { try $0.players().count } == 3)
    await site.web.stop()
  }

  @Test func aPlayerComesBackIntoTheTeam() async throws {
    let site = try TestSite()
    let crew = try site.add("Crew", players: ["Ann Bell"])
    let page = try await delete("/players/p1", on: site)
    let undone = try await undo(page.field("change"), on: site)
    #expect(undone.headers["location"]?.hasPrefix("/teams/\(crew)?restored=player-") == true)
    let team = try await site.get(try #require(undone.headers["location"]))
    #expect(team.body.contains(">Ann Bell is back.</p>"))
    let second = try await delete("/players/p2", on: site)
    _ = try await delete("/teams/\(crew)", on: site)
    let refused = try await undo(second.field("change"), on: site)
    #expect(refused.status == 409 && refused.body.contains("The same objects were changed again"))
    #expect(try site.store.read { try $0.players().isEmpty })
    await site.web.stop()
  }

  @Test func aPlayerComesBackIntoATeamThatCameBack() async throws {
    let site = try TestSite()
    try site.add("Crew", players: ["Ann Bell", "Bo Cox"])
    let player = try await delete("/players/p1", on: site)
    let team = try await delete("/teams/p1", on: site)
    let back = try await undo(team.field("change"), on: site).headers["location"]
    let undone = try await undo(player.field("change"), on: site)
    #expect(undone.status == 303)
    #expect(undone.headers["location"]?.prefix { $0 != "?" } == back?.prefix { $0 != "?" })
    #expect(try site.store.read { try $0.team(matching: "Crew").players.count } == 2)
    await site.web.stop()
  }

  @Test func aTakenNameIsReported() async throws {
    let site = try TestSite()
    try site.add("Crew")
    let change = try await delete("/teams/p1", on: site).field("change")
    let pinks = try site.add("Crew", "Pink")
    let refused = try await undo(change, on: site)
    #expect(refused.status == 409)
    #expect(refused.body.contains("There is a team &#39;Crew&#39; already. Nothing was changed."))
    // Once the name is free, the button of that page works.
    try site.store.change("") {
      try $0.edit(try $0.team(id: pinks), TeamForm(name: "Pinks", uniformColor: "Pink"))
    }
    #expect(try await undo(refused.field("change"), on: site).status == 303)
    #expect(try await site.get("/").rows.count == 2)
    await site.web.stop()
  }

  @Test func aRestartedServerStillHasTheChange() async throws {
    let first = try TestSite()
    try first.add("Crew", players: ["Ann Bell"])
    let page = try await delete("/teams/p1", on: first)
    let site = try await first.restarted()
    let old = [
      "change": try #require(page.field("change")), "token": try #require(page.field("token")),
    ]
    let reply = try await site.post("/undo", old)
    #expect(reply.status == 403 && reply.body.contains("Please send this again"))
    #expect(reply.body.contains("delete the team Crew"))
    #expect(try site.store.read { try $0.teams().isEmpty })
    let fields = ["change": reply.field("change") ?? "", "token": reply.field("token") ?? ""]
    #expect(try await site.post("/undo", fields).status == 303)
    #expect(try await site.get("/").rows == ["|Crew|Blue · 1 player|Edit|"])
    await site.web.stop()
  }

  @Test(arguments: ["", "x", "6F0F3B8A-0000-4000-8000-000000000000"])
  func unknownChangesAreRefused(change: String) async throws {
    let site = try TestSite()
    try site.add("Crew")
    let reply = try await site.post("/undo", ["change": change])
    #expect(reply.status == (change.count > 1 ? 410 : 404))
    let page = try await site.get("/?deleted=team&change=\(change)")
    #expect(page.body.contains(">The team was deleted.</p>") && page.field("change") == nil)
    await site.web.stop()
  }
}
