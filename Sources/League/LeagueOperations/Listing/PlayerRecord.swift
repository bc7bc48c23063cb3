import LeagueModel

/// What there is to know of a player, as a value.
package struct PlayerRecord: Sendable, Hashable, Codable {
  /// What the store knows the player by; see ``League/player(id:)``.
  package let id: String
  package let firstName: String
  package let lastName: String
  package let email: String

  /// The name of the team.
  package let team: String?

  package init(_ player: Player) {
    id = player.recordID
    firstName = player.firstName
    lastName = player.lastName
    email = player.email
    team = player.team?.name
  }

  package var fullName: String { "\(firstName) \(lastName)" }
}
