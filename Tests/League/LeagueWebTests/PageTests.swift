import CoreData
import Foundation
import HTTPServer
import LeagueOperations
import LeagueWeb
import RawHTTPClient
import Testing

@Suite struct PageTests {
  static let paths: [(String, String, Int)] = [
    ("GET", "/", 200), ("GET", "/teams/new", 200), ("GET", "/teams/p1", 200),
    ("GET", "/teams/p1/edit", 200), ("GET", "/teams/p1/delete", 200),
    ("GET", "/teams/p1/players/new", 200), ("GET", "/players/p1", 200),
    ("GET", "/players/p1/delete", 200), ("GET", "/assets/style.css", 200),
    ("HEAD", "/", 200), ("HEAD", "/events", 200), ("GET", "/nowhere", 404),
    ("GET", "/teams/p9", 404), ("GET", "/teams/p9/edit", 404), ("GET", "/players/x", 404),
    ("GET", "/players/%F0%9F%8F%80", 404), ("GET", "/teams/..%2Fp1", 404), ("GET", "/%", 400),
    ("POST", "/", 405), ("POST", "/assets/style.css", 405), ("DELETE", "/teams/p1", 405),
    ("PUT", "/players/p1", 405), ("POST", "/players/p1", 403), ("GET", "/players", 200),
    ("GET", "/undo", 404), ("POST", "/undo", 403), ("POST", "/players", 405),
    ("GET", "/?q=crew&sort=color&page=7", 200), ("GET", "/?page=-1&sort=x", 200),
    ("GET", "/teams/p1?q=%27%25_*", 200), ("GET", "/players?q=bell&sort=team", 200),
  ]

  /// Checks that an error is a readable page with a link.
  private func expectWords(_ reply: Reply) {
    #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
    #expect(reply.body.hasPrefix("<!DOCTYPE html>"))
    #expect(reply.body.contains(#/<h1>[A-Z][^<]+<\/h1><p>[A-Z][^<]+\.<\/p>/#), "\(reply.body)")
    #expect(reply.body.contains("href=\"/\">Show all teams</a>"))
  }

  @Test func refusedRequestsAreAnsweredInWords() async throws {
    let site = try TestSite()
    let long = String(repeating: "x", count: 70_000)
    let replies = [
      try await site.get("/", ["Host": "example.org"]),
      try await site.post("/teams/new", [:], ["Content-Type": "text/plain"]),
      try await site.post("/teams/new", [:], ["Origin": "http://example.org"]),
      try await site.post("/teams/new", ["name": long]),
      try await site.request("POST", "/teams/new", ["Transfer-Encoding": "gzip"]),
      try await site.get("/teams/%ff"),
    ]
    #expect(replies.map(\.status) == [421, 415, 403, 413, 501, 400])
    for reply in replies { expectWords(reply) }
    await site.web.stop()
  }

  @Test(arguments: paths)
  func answers(method: String, path: String, status: Int) async throws {
    let site = try TestSite()
    try site.add("Crew", players: ["Ann Bell"])
    let reply = try await site.request(method, path)
    #expect(reply.status == status)
    #expect((reply.body == "") == (method == "HEAD"))
    #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(reply.headers["x-content-type-options"] == "nosniff")
    if status >= 400 { expectWords(reply) }
    #expect(reply.headers["allow"] != nil || status != 405)
    await site.web.stop()
  }

  @Test func teamsAndPlayersAreSorted() async throws {
    let site = try TestSite()
    try site.add("Fire", "Red")
    let crew = try site.add("Crew", "Sky Blue", players: ["Bo Zell", "Zoe Ash", "Al Zell"])
    #expect(
      try await site.get("/").rows == [
        "|Crew|Sky Blue · 3 players|Edit|", "|Fire|Red · 0 players|Edit|",
      ]
    )
    #expect(
      try await site.get("/teams/\(crew)").rows == [
        "|ZA|Zoe |Ash|zoe@example.org|", "|AZ|Al |Zell|al@example.org|",
        "|BZ|Bo |Zell|bo@example.org|",
      ]
    )
    await site.web.stop()
  }

  @Test func inputIsNeverMarkup() async throws {
    let site = try TestSite()
    let evil = "\"'><script>alert(1)</script>&amp;"
    let team = try site.add(evil, evil)
    let player = try site.store.change("") { league in
      let form = PlayerForm(firstName: evil, lastName: evil, email: "\"'><b>@x.org")
      let player = try league.addPlayer(form, to: try league.team(id: team))
      try league.context.obtainPermanentIDs(for: [player])
      return player.recordID
    }
    let paths = [
      "/", "/teams/\(team)", "/teams/\(team)/edit", "/teams/\(team)/delete",
      "/teams/\(team)/players/new", "/players/\(player)", "/players/\(player)/delete",
      "/?saved=team-\(team)", "/teams/\(team)?saved=player-\(player)", "/players",
    ]
    for path in paths {
      let body = try await site.get(path).body
      #expect(body.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"), "\(path)")
      #expect(!body.contains("<script>") && !body.contains("<b>@"), "\(path)")
    }
    let deleted = try await site.post("/teams/\(team)/delete").headers["location"]
    let note = try await site.get(try #require(deleted)).body
    #expect(note.contains("&lt;script&gt;") && !note.contains("<script>"))
    for path in [
      "/?q=%3Cb%3E", "/players?q=%22%3E%3Cb%3E&page=2", "/?saved=%3Cb%3E", "/teams/%3Cb%3E",
      "/players/%3Cb%3E", "/?deleted=%3Cb%3E",
    ] {
      #expect(try await !site.get(path).body.contains("<b>"))
    }
    await site.web.stop()
  }

  @Test func assetsAreSentOnce() async throws {
    let site = try TestSite(.memory)
    for name in ["style.css", "script.js", "icon.svg"] {
      let first = try await site.get("/assets/\(name)")
      let tag = try #require(first.headers["etag"])
      #expect(first.body.utf8.count > 100)
      for known in [tag, "W/\(tag)", "\"other\", \(tag)"] {
        let second = try await site.get("/assets/\(name)", ["If-None-Match": known])
        #expect(second.status == 304)
        #expect(second.body == "")
      }
      #expect(try await site.get("/assets/\(name)", ["If-None-Match": "\"x\""]).status == 200)
    }
    await site.web.stop()
  }

  @Test func strangersAreTurnedAway() async throws {
    let site = try TestSite(.memory)
    let form = ["name": "Crew", "uniformColor": "Blue"]
    #expect(try await site.get("/", ["Host": "example.org"]).status == 421)
    #expect(try await site.post("/teams/new", form, ["Origin": ""]).status == 403)
    #expect(try await site.post("/teams/new", form, ["Origin": "http://example.org"]).status == 403)
    #expect(
      try await site.post("/teams/new", form.merging(["token": "x"]) { $1 }).status == 403
    )
    #expect(try await site.post("/teams/new", form, ["Content-Type": "text/plain"]).status == 415)
    let long = ["name": String(repeating: "x", count: 70_000), "uniformColor": "Blue"]
    #expect(try await site.post("/teams/new", long).status == 413)
    #expect(try site.store.read { try $0.teams().count } == 0)
    await site.web.stop()
  }

  @Test func hundredsOfRequestsAtATime() async throws {
    let site = try TestSite()
    let team = try site.add("Crew", players: (1...20).map { "Ann Bell\($0)" })
    let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
      for number in 0..<300 {
        group.addTask {
          if number % 10 == 0 {
            let form = ["firstName": "Bo", "lastName": "Cox\(number)", "email": "bo@x.org"]
            return try await site.post("/teams/\(team)/players/new", form)
          }
          return try await site.get(number % 2 == 0 ? "/" : "/teams/\(team)")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replies.count { $0.status == 200 } == 270)
    #expect(replies.count { $0.status == 303 } == 30)
    #expect(try site.store.read { try $0.players().count } == 50)
    await site.web.stop()
  }
}
