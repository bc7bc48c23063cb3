import LeagueModel
import LeagueOperations
import WebPages

extension Page {
  /// A page of the list of teams.
  static func teams(
    _ page: ListPage<TeamRecord>,
    _ query: ListQuery<TeamOrder>,
    note: ShownNote?
  ) -> Page {
    let section = LiveSection(feed: .teams, rows: page.records.map { LiveRow(listing: $0) })
    let frame = ListFrame(
      route: .teams,
      feed: .teams,
      query: query.page(page.number),
      total: page.total
    )
    return Page(title: "Teams", live: Link(.teams, frame.query.fields), note: note) { _ in
      element("div", .class("heading")) {
        element("h1") { "Teams" }
        frame.countPlace
        element("a", .class("button"), .href(.players)) { "All players" }
        element("a", .class("button primary"), .href(.newTeam)) { "+ Add team" }
      }
      frame.tools(teamOrders)
      list(section, empty: frame.empty("There are no teams yet. Add the first one."))
      frame.pagerPlace
    }
  }

  /// A page of the list of all players, with and without a team.
  static func players(
    _ page: ListPage<PlayerRecord>,
    _ query: ListQuery<PlayerOrder>,
    note: ShownNote?
  ) -> Page {
    let rows = page.records.map { LiveRow(listing: $0, isInTeam: false) }
    let section = LiveSection(feed: .players, rows: rows)
    let frame = ListFrame(
      route: .players,
      feed: .players,
      query: query.page(page.number),
      total: page.total
    )
    return Page(
      title: "All players",
      trail: [("Teams", .teams)],
      live: Link(.players, frame.query.fields),
      note: note
    ) { _ in
      element("div", .class("heading")) {
        element("h1") { "All players" }
        frame.countPlace
      }
      frame.tools(playerOrders)
      list(section, empty: frame.empty("There are no players yet. Add them to a team."))
      frame.pagerPlace
    }
  }

  /// A team: a page of the list of its players.
  static func team(
    _ team: TeamRecord,
    _ page: ListPage<PlayerRecord>,
    _ query: ListQuery<PlayerOrder>,
    note: ShownNote?
  ) -> Page {
    let subject = LiveSection(feed: .subject, rows: [LiveRow(about: team)])
    let section = LiveSection(feed: .players, rows: page.records.map { LiveRow(listing: $0) })
    let frame = ListFrame(
      route: .team(team.id),
      feed: .players,
      query: query.page(page.number),
      total: page.total
    )
    return Page(
      title: team.name,
      trail: [("Teams", .teams)],
      live: Link(.team(team.id), frame.query.fields),
      note: note
    ) { _ in
      element("div", .class("heading")) {
        element("h1", subject.attributes.feed, subject.attributes.state) { subject.html }
        frame.countPlace
        element("a", .class("button"), .href(.editTeam(team.id))) { "Edit team" }
        element("a", .class("button primary"), .href(.newPlayer(team: team.id))) { "+ Add player" }
      }
      frame.tools(playerOrders.filter { $0.order != .team })
      list(section, empty: frame.empty("This team has no players yet. Add the first one."))
      frame.pagerPlace
    }
  }

  private static let teamOrders: [(order: TeamOrder, title: String)] = [
    (.name, "Name, A to Z"), (.nameBackwards, "Name, Z to A"), (.color, "Color"),
  ]

  private static let playerOrders: [(order: PlayerOrder, title: String)] = [
    (.lastName, "Last name, A to Z"), (.lastNameBackwards, "Last name, Z to A"),
    (.firstName, "First name"), (.email, "E-mail address"), (.team, "Team"),
  ]

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
