import CoreData
import Foundation
import League
import LeagueSquad
import Measuring

/// The workloads in a program with managed objects.
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

  /// Creates the objects of all teams and players, without saving them.
  func make(_ squad: Squad) { squad.fill(context) }

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
