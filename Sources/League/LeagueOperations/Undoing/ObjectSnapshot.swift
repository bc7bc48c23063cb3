import CoreData
import LeagueModel

/// The state of a team or a player as a value that can be encoded.
enum ObjectSnapshot: Sendable, Hashable, Codable {
  case team(TeamForm)
  /// A player, and the id of the team.
  case player(PlayerForm, team: String?)
}

extension ObjectSnapshot {
  /// The present state of an object; nil if it is neither a team nor a player.
  init?(of object: NSManagedObject) {
    switch object {
    case let team as Team: self = .team(TeamForm(team))
    case let player as Player: self = .player(PlayerForm(player), team: player.team?.recordID)
    default: return nil
    }
  }

  /// The last saved state of an object; nil if it is neither a team nor a player.
  init?(savedOf object: NSManagedObject) {
    let values = object.committedValues(forKeys: nil)
    let text = { (key: String) in values[key] as? String ?? "" }
    switch object {
    case is Team:
      self = .team(
        TeamForm(
          name: text(Team.PropertyName.name),
          uniformColor: text(Team.PropertyName.uniformColor)
        )
      )
    case is Player:
      let form = PlayerForm(
        firstName: text(Player.PropertyName.firstName),
        lastName: text(Player.PropertyName.lastName),
        email: text(Player.PropertyName.email)
      )
      let team = values[Player.PropertyName.team] as? Team
      self = .player(form, team: team?.recordID)
    default: return nil
    }
  }

  var isTeam: Bool {
    switch self {
    case .team: true
    case .player: false
    }
  }

  /// The values in a fixed order, for comparing states.
  var words: [String] {
    switch self {
    case .team(let form): ["team", form.name, form.uniformColor]
    case .player(let form, let team):
      ["player", form.firstName, form.lastName, form.email] + (team.map { [$0] } ?? [])
    }
  }
}
