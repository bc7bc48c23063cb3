import CoreData
import League
import Measuring

extension Squad {
  /// Inserts all teams and players into a context.
  package func fill(_ context: NSManagedObjectContext) {
    for (number, name) in teamNames.enumerated() {
      let team = Team(context: context)
      team.name = name
      team.uniformColor = colors[number % colors.count]
      for member in 0..<Self.playersInTeam {
        players[number * Self.playersInTeam + member].insert(into: context, team: team)
      }
    }
  }
}

extension Squad.Player {
  /// Inserts the player into a context.
  package func insert(into context: NSManagedObjectContext, team: Team?) {
    let player = Player(context: context)
    player.firstName = firstName
    player.lastName = lastName
    player.email = email
    player.jerseyNumber = jerseyNumber
    player.team = team
  }
}
