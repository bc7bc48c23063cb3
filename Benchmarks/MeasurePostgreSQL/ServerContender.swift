import CoreData
import Foundation
import League
import Measuring

/// The workloads as a program with managed objects does them.
struct ServerContender {
  let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ url: URL) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: LeagueModel.make())
    try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: url,
      options: [OpenCoreDataPostgreSQLCreatesSchemaOption: true]
    )
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  func close() throws {
    context.reset()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  func make(_ squad: Squad) throws {
    for (number, name) in squad.teamNames.enumerated() {
      let team = Team(context: context)
      team.name = name
      team.uniformColor = squad.colors[number % squad.colors.count]
      for member in 0..<Squad.playersInTeam {
        let data = squad.players[number * Squad.playersInTeam + member]
        let player = Player(context: context)
        player.firstName = data.firstName
        player.lastName = data.lastName
        player.email = data.email
        player.jerseyNumber = data.jerseyNumber
        player.team = team
      }
    }
  }

  /// Changes one value of each player.
  ///
  /// - Returns: The time of the save, in milliseconds.
  func update() throws -> Double {
    let request: NSFetchRequest<Player> = Player.fetchRequest()
    request.returnsObjectsAsFaults = false
    let players = try context.fetch(request)
    for player in players { player.jerseyNumber = (player.jerseyNumber ?? 0) + 100 }
    return try withExtendedLifetime(players) { try milliseconds { try context.save() } }
  }

  /// Fetches the players and reads three strings of each.
  ///
  /// - Returns: The time in milliseconds.
  func fetch() throws -> Double {
    var players: [Player] = []
    var length = 0
    let time = try milliseconds {
      players = try context.fetch(Player.fetchRequest())
      for player in players {
        length += player.firstName.utf8.count + player.lastName.utf8.count + player.email.utf8.count
      }
    }
    return withExtendedLifetime((players, length)) { time }
  }
}
