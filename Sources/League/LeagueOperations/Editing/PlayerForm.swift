import LeagueModel

/// The input of a form for a player.
package struct PlayerForm: Sendable, Hashable, Codable {
  package var firstName: String
  package var lastName: String
  package var email: String

  package init(firstName: String, lastName: String, email: String) {
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
  }
}

extension PlayerForm {
  /// The present values of a player, to be edited.
  package init(_ player: Player) {
    self.init(firstName: player.firstName, lastName: player.lastName, email: player.email)
  }
}
