import HTTPServer
import Testing

@testable import LeagueWeb

@Suite struct RouteTests {
  static let routes: [(String, Route)] = [
    ("/", .teams), ("/teams/new", .newTeam), ("/teams/p1", .team("p1")),
    ("/teams/p1/edit", .editTeam("p1")), ("/teams/p1/delete", .deleteTeam("p1")),
    ("/teams/p1/players/new", .newPlayer(team: "p1")), ("/players/p2", .player("p2")),
    ("/players/p2/delete", .deletePlayer("p2")), ("/players/a%2Fb", .player("a/b")),
    ("/assets/style.css", .asset(.style)), ("/events", .events(of: .teams)),
    ("/events/teams/p1", .events(of: .team("p1"))),
  ]

  @Test(arguments: routes)
  func pathsAndRoutesAreTheSame(path: String, route: Route) throws {
    #expect(Route(try #require(RequestTarget(path)).segments) == route)
    #expect(route.path == path)
  }

  static let strays = [
    "/teams", "/teams/", "/teams/p1/", "/teams/p1/other", "/players", "/players/p1/edit", "//",
    "/assets/other.css", "/assets/../style.css", "/teams/p1/players/old", "/a/b/c/d/e",
    "/events/teams/new", "/events/events", "/events/assets/style.css",
  ]

  @Test(arguments: strays)
  func otherPathsLeadNowhere(path: String) throws {
    #expect(Route(try #require(RequestTarget(path)).segments) == nil)
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
