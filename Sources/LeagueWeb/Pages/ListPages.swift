import LeagueModel
import LeagueOperations

extension Page {
  /// The list of teams.
  static func teams(_ teams: [TeamRecord], note: Note?) -> Page {
    let section = LiveSection(feed: .teams, rows: teams.map { LiveRow(listing: $0) })
    let names = Dictionary(teams.map { ($0.id, $0.name) }) { first, _ in first }
    return Page(title: "Teams", live: .teams, note: note?.text(names: names)) { _ in
      element("div", .class("heading")) {
        element("h1") { "Teams" }
        count(section, one: "team", many: "teams")
        element("a", .class("button primary"), .href(.newTeam)) { "+ Add team" }
      }
      list(section, empty: "There are no teams yet. Add the first one.")
    }
  }

  /// A team: the list of its players.
  static func team(_ team: TeamRecord, players: [PlayerRecord], note: Note?) -> Page {
    let subject = LiveSection(feed: .subject, rows: [LiveRow(about: team)])
    let section = LiveSection(feed: .players, rows: players.map { LiveRow(listing: $0) })
    var names = Dictionary(players.map { ($0.id, $0.fullName) }) { first, _ in first }
    names[team.id] = names[team.id] ?? team.name
    return Page(
      title: team.name,
      trail: [("Teams", .teams)],
      live: .team(team.id),
      note: note?.text(names: names)
    ) { _ in
      element("div", .class("heading")) {
        element("h1", subject.attributes.feed, subject.attributes.state) { subject.html }
        count(section, one: "player", many: "players")
        element("a", .class("button"), .href(.editTeam(team.id))) { "Edit team" }
        element("a", .class("button primary"), .href(.newPlayer(team: team.id))) { "+ Add player" }
      }
      list(section, empty: "Nobody plays here yet. Add the first player.")
    }
  }

  private static func count(_ section: LiveSection, one: String, many: String) -> HTML {
    let number = section.rows.count
    return element(
      "p",
      .class("count"),
      .plain("data-count", section.feed.rawValue),
      .plain("data-one", one),
      .plain("data-many", many)
    ) { "\(number) \(number == 1 ? one : many)" }
  }

  private static func list(_ section: LiveSection, empty: String) -> HTML {
    HTML([
      element(
        "ul",
        .class("list"),
        .plain("role", "list"),
        .plain("aria-label", section.feed == .teams ? "Teams" : "Players"),
        section.attributes.feed,
        section.attributes.state
      ) { section.html },
      element("p", .class("empty")) { empty },
    ])
  }
}
