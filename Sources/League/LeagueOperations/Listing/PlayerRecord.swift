import LeagueModel

/// The values of a player.
package struct PlayerRecord: Sendable, Hashable, Codable {
  /// The identifier of the player in the store; see ``League/player(id:)``.
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
