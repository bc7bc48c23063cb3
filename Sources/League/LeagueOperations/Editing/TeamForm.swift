import LeagueModel

/// The input of a form for a team.
package struct TeamForm: Sendable, Hashable, Codable {
  package var name: String
  package var uniformColor: String

  package init(name: String, uniformColor: String) {
    self.name = name
    self.uniformColor = uniformColor
  }
}

extension TeamForm {
  /// The present values of a team, to be edited.
  package init(_ team: Team) {
    self.init(name: team.name, uniformColor: team.uniformColor)
  }
}
