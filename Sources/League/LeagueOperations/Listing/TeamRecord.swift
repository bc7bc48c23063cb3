import CoreData
import Foundation
import LeagueModel

/// The values of a team.
package struct TeamRecord: Sendable, Hashable, Codable {
  /// The identifier of the team in the store; see ``League/team(id:)``.
  package let id: String
  package let name: String
  package let uniformColor: String

  /// The number of its players.
  package let playerCount: Int

  package init(_ team: Team) {
    id = team.recordID
    name = team.name
    uniformColor = team.uniformColor
    playerCount = Self.playerCount(of: team)
  }

  /// The number of players of a team, without reading them.
  private static func playerCount(of team: Team) -> Int {
    guard !team.hasChanges, let context = team.managedObjectContext else {
      return team.players.count
    }
    let request = Player.fetchRequest()
    request.predicate = NSPredicate(format: "team == %@", team)
    return (try? context.count(for: request)) ?? team.players.count
  }
}
