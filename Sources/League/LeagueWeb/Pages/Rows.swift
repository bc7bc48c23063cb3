import LeagueOperations
import WebPages

extension LiveRow {
  /// A team in the list of teams.
  ///
  /// - Parameters:
  ///   - team: The team.
  ///   - players: The number of its players, if known more recently than in the record.
  init(listing team: TeamRecord, players: Int? = nil) {
    self.init(
      id: team.id,
      name: team.name,
      html: element("li", .plain("data-id", team.id)) {
        element("a", .class("entry"), .href(.team(team.id))) {
          TeamColor.swatch(team.uniformColor)
          element("span", .class("words")) {
            element("span", .class("name")) { team.name }
            element("span", .class("detail")) {
              "\(team.uniformColor) · \(Self.count(players ?? team.playerCount))"
            }
          }
        }
        element(
          "a",
          .class("button small"),
          .href(.editTeam(team.id)),
          .plain("aria-label", "Edit \(team.name)")
        ) { "Edit" }
      }
    )
  }

  /// A player in the list of a team, or of all.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - isInTeam: Whether the list is that of the player's team, which need not be named then.
  init(listing player: PlayerRecord, isInTeam: Bool = true) {
    self.init(
      id: player.id,
      name: player.fullName,
      html: element("li", .plain("data-id", player.id)) {
        element("a", .class("entry"), .href(.player(player.id))) {
          element("span", .class("initials"), .plain("aria-hidden", "true")) {
            "\(player.firstName.prefix(1))\(player.lastName.prefix(1))"
          }
          element("span", .class("words")) {
            element("span", .class("name")) {
              "\(player.firstName) "
              element("b") { player.lastName }
            }
            element("span", .class("detail")) {
              [player.email, isInTeam ? nil : player.team ?? "no team"].compactMap { $0 }
                .joined(separator: " · ")
            }
          }
        }
      }
    )
  }

  /// The team of a page.
  init(about team: TeamRecord) {
    self.init(
      id: team.id,
      name: team.name,
      html: element("span", .class("subject"), .plain("data-id", team.id)) {
        TeamColor.swatch(team.uniformColor)
        element("span") { team.name }
        element("span", .class("detail")) { team.uniformColor }
      }
    )
  }

  /// The player of a page.
  init(about player: PlayerRecord) {
    self.init(
      id: player.id,
      name: player.fullName,
      html: element("span", .class("subject"), .plain("data-id", player.id)) {
        element("span") { player.fullName }
        element("span", .class("detail")) {
          [player.email, player.team].compactMap { $0 }.joined(separator: " · ")
        }
      }
    )
  }

  static func count(_ players: Int) -> String {
    players == 1 ? "1 player" : "\(players.grouped) players"
  }
}
