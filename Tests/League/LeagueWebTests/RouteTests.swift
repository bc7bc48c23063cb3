import HTTPServer
import LeagueOperations
import Testing
import WebPages

@testable import LeagueWeb

@Suite struct RouteTests {
  static let routes: [(String, Route)] = [
    ("/", .teams), ("/teams/new", .newTeam), ("/teams/p1", .team("p1")),
    ("/teams/p1/edit", .editTeam("p1")), ("/teams/p1/delete", .deleteTeam("p1")),
    ("/teams/p1/players/new", .newPlayer(team: "p1")), ("/players/p2", .player("p2")),
    ("/players/p2/delete", .deletePlayer("p2")), ("/players/a%2Fb", .player("a/b")),
    ("/players", .players), ("/undo", .undo), ("/metrics", .metrics),
    ("/events/players", .events(of: .players)),
    ("/assets/style.css", .asset(.style)), ("/events", .events(of: .teams)),
    ("/events/teams/p1", .events(of: .team("p1"))),
  ]

  @Test(arguments: routes)
  func pathsAndRoutesAreTheSame(path: String, route: Route) throws {
    #expect(Route(try #require(RequestTarget(path)).segments) == route)
    #expect(route.path == path)
  }

  static let strays = [
    "/teams", "/teams/", "/teams/p1/", "/teams/p1/other", "/other", "/players/", "/undo/x",
    "/metrics/x",
    "/players/p1/edit", "//",
    "/assets/other.css", "/assets/../style.css", "/teams/p1/players/old", "/a/b/c/d/e",
    "/events/teams/new", "/events/events", "/events/assets/style.css", "/events/metrics",
  ]

  @Test(arguments: strays)
  func otherPathsLeadNowhere(path: String) throws {
    #expect(Route(try #require(RequestTarget(path)).segments) == nil)
  }

  @Test func linksContainTheQuery() {
    let query = ListQuery<PlayerOrder>(search: " a&b=ö? ", order: .email, page: 3)
    let link = Link(.team("p/1"), query.fields)
    #expect(link.text == "/teams/p%2F1?q=a%26b%3D%C3%B6%3F&sort=email&page=3")
    #expect(RequestTarget(link.text).map { ListQuery<PlayerOrder>($0.query) } == query)
    #expect(Link(.teams, ListQuery<TeamOrder>().fields).text == "/")
  }

  static let questions: [(String, ListQuery<TeamOrder>)] = [
    ("/", ListQuery()), ("/?q=&sort=&page=", ListQuery()), ("/?sort=x&page=x", ListQuery()),
    ("/?page=0", ListQuery()), ("/?page=-5", ListQuery()),
    ("/?page=99999999999999999999", ListQuery()), ("/?q=+a++b+", ListQuery(search: "a  b")),
    ("/?sort=color&page=2", ListQuery(order: .color, page: 2)),
  ]

  @Test(arguments: questions)
  func questionsAreUnderstood(path: String, query: ListQuery<TeamOrder>) throws {
    #expect(ListQuery<TeamOrder>(try #require(RequestTarget(path)).query) == query)
    #expect(ListQuery<TeamOrder>(page: .max).page < Int(Int32.max))
    let long = String(repeating: "x", count: 1_000)
    #expect(ListQuery<TeamOrder>(search: long).search.count == 100)
  }

  @Test func fingerprintsTellStatesApart() {
    #expect(Fingerprint([]) == Fingerprint([]))
    #expect(Fingerprint(["ab", ""]) != Fingerprint(["a", "b"]))
    #expect(Fingerprint(["a"]).description == Fingerprint(["a"]).description)
    let parts = ["a", "b", "c"].map { Fingerprint([$0]) }
    #expect(Fingerprint(sumOf: parts) == Fingerprint(sumOf: parts.reversed()))
    #expect(Fingerprint(sumOf: parts) != Fingerprint(sumOf: parts.dropLast()))
  }
}
