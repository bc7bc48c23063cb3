import Foundation
import LeagueModel
import LeagueOperations
import LeagueWeb
import Testing

/// Long lists: pages, searching, sorting.
@Suite struct ListTests {
  /// A site with 130 players in the team p1, and a few others.
  private func site() throws -> TestSite {
    let site = try TestSite()
    let rows = (1...130).map { "Crew,Blue,Ann,Bell\($0),ann\($0)@example.org\n" }
    let others = "Fire,Red,Zoe,Ash,zoe@example.org\n,,Al,Lone,al@example.org\n"
    _ = try site.store.importCSV(
      Array(("team,color,first,last,email\n" + rows.joined() + others).utf8),
      path: "f.csv"
    )
    return site
  }

  private func links(_ reply: Reply) -> [String: String] {
    let links = reply.body.matches(
      of: #/<a class="button small" href="([^"]*)"(?: rel="\w+")?>(First|Previous|Next|Last)</#
    )
    return Dictionary(
      links.map {
        (String($0.output.2), $0.output.1.replacingOccurrences(of: "&amp;", with: "&"))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  @Test func pagesLeadToOneAnother() async throws {
    let site = try site()
    var path = "/teams/p1?q=bell&sort=last-name-backwards"
    var names: [String] = []
    for number in 1...3 {
      let page = try await site.get(path)
      let (first, last) = (number * 50 - 49, min(number * 50, 130))
      #expect(page.body.contains(">\(first)–\(last) of 130 players with “bell”</p>"))
      #expect(page.body.contains("Page \(number) of 3</span>"))
      names += page.rows
      let links = links(page)
      #expect(links.keys.contains("Previous") == (number > 1))
      #expect(links.keys.contains("Next") == (number < 3))
      if number < 3 { path = try #require(links["Next"]) }
    }
    #expect(path == "/teams/p1?q=bell&sort=last-name-backwards&page=3")
    #expect(Set(names).count == 130 && names[0].contains("Bell130"))
    let beyond = try await site.get("/teams/p1?page=99")
    #expect(beyond.body.contains(">101–130 of 130 players</p>") && beyond.rows.count == 30)
    await site.web.stop()
  }

  @Test func theFormKeepsTheQuery() async throws {
    let site = try site()
    let page = try await site.get("/players?q=%22zoe%22+%3C&sort=email")
    for text in [
      "<form class=\"tools\" method=\"get\" role=\"search\" action=\"/players\">",
      "value=\"&quot;zoe&quot; &lt;\"", "<option value=\"email\" selected>",
      "No player has “&quot;zoe&quot; &lt;”.", ">0 players with “&quot;zoe&quot; &lt;”</p>",
      "href=\"/players?sort=email\">Clear search</a>",
    ] { #expect(page.body.contains(text), "\(text)") }
    #expect(try await site.get("/players?q=zoe").rows == ["|ZA|Zoe |Ash|zoe@example.org · Fire|"])
    #expect(
      try await site.get("/players?q=lone").rows == ["|AL|Al |Lone|al@example.org · no team|"]
    )
    #expect(try await site.get("/?q=red").rows == ["|Fire|Red · 1 player|Edit|"])
    #expect(try await site.get("/?sort=name-backwards").rows.first?.contains("Fire") == true)
    await site.web.stop()
  }

  /// The store filters, sorts and counts: a page is small and fast, however many players there are.
  @Test func twentyThousandPlayersArePages() async throws {
    let site = try TestSite()
    let rows = (1...20_000).map { "Crew,Blue,Ann,Bell\($0),ann\($0)@example.org\n" }
    _ = try site.store.importCSV(
      Array(("team,color,first,last,email\n" + rows.joined()).utf8),
      path: "f.csv"
    )
    let paths = [
      "/", "/players", "/players?q=bell1999", "/players?sort=email&page=400", "/teams/p1?page=200",
      "/teams/p1/edit", "/teams/p1/delete",
    ]
    for path in paths {
      let page = try await site.get(path)
      #expect(page.status == 200 && page.body.utf8.count < 60_000, "\(path)")
    }
    let last = try await site.get("/players?page=400")
    #expect(last.body.contains(">19,951–20,000 of 20,000 players</p>") && last.rows.count == 50)
    #expect(last.rows.last?.contains("Bell20000") == true)
    // All of them are deleted and restored.
    let location = try await site.post("/teams/p1/delete").headers["location"]
    let gone = try await site.get(try #require(location))
    #expect(gone.body.contains(">Crew was deleted with its 20,000 players.</p>"))
    let change = try #require(gone.field("change"))
    #expect(try await site.post("/undo", ["change": change]).status == 303)
    #expect(try await site.get("/players").body.contains("of 20,000 players</p>"))
    await site.web.stop()
  }

  /// Rows move from page to page after changes on another one.
  @Test func pagesFollowChangesOfOtherPages() async throws {
    let site = try site()
    let path = "/teams/p1?page=2"
    let page = try await PageFollower(path, of: site)
    try site.store.change("") { try $0.addPlayer(.named("Zoe Aaa"), to: try $0.team(id: "p1")) }
    try await page.catchUp(path, "players")
    try await page.follow("players", count: "51–100 of 131 players")
    try site.store.change("") { $0.delete(try $0.player(matching: "Zoe Aaa")) }
    try await page.catchUp(path, "players")
    try await page.follow("players", count: "51–100 of 130 players")
    try site.write("DELETE FROM ZPLAYER WHERE ZLASTNAME = 'Bell3';")
    try await page.catchUp(path, "players")
    try await page.follow("players", count: "51–100 of 129 players")
    // Rows on later pages change only the number.
    let last = try await PageFollower("/teams/p1", of: site)
    try site.store.change("") { try $0.addPlayer(.named("Zoe Zzz"), to: try $0.team(id: "p1")) }
    try await last.follow("players", count: "1–50 of 130 players")
    await site.web.stop()
  }
}
