// cold-start STORE: opens a store in a container and fetches its first 20 players by last name, like an app
// that has just been started.

import CoreData
import Foundation
import League

guard CommandLine.arguments.count == 2 else { fatalError("cold-start STORE") }
let container = NSPersistentContainer(name: "League", managedObjectModel: LeagueModel.make())
container.persistentStoreDescriptions = [
  NSPersistentStoreDescription(url: URL(filePath: CommandLine.arguments[1]))
]
container.loadPersistentStores { _, error in
  if let error { fatalError("\(error)") }
}
let request: NSFetchRequest<Player> = Player.fetchRequest()
request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
request.fetchLimit = 20
do {
  let players = try container.viewContext.fetch(request)
  print(
    players.reduce(0) {
      $0 + $1.firstName.utf8.count + $1.lastName.utf8.count + $1.email.utf8.count
    }
  )
} catch {
  FileHandle.standardError.write(Data("cold-start: \(error)\n".utf8))
  exit(1)
}
