import CoreData
import Foundation

extension Player {
  /// Both names, which a class that the build makes can be extended with.
  public var fullName: String { "\(firstName) \(lastName)" }
}

/// Puts a team into a store, and says what another context finds there.
///
/// The model is not built in code here: the build makes it a resource of the module.
public func report(_ type: String, in folder: URL) async throws -> String {
  let container = NSPersistentContainer(name: "League")
  let store = NSPersistentStoreDescription(url: folder.appendingPathComponent("League.sqlite"))
  store.type = type
  container.persistentStoreDescriptions = [store]
  var failure: (any Error)?
  container.loadPersistentStores { _, error in failure = error }
  if let failure { throw failure }

  let writer = container.newBackgroundContext()
  try await writer.perform {
    let team = Team(context: writer)
    team.name = "Engines"
    team.uniformColor = "blue"
    for (first, last) in [("Ada", "Lovelace"), ("Grace", "Hopper")] {
      let player = Player(context: writer)
      player.firstName = first
      player.lastName = last
      player.email = "\(first)@example.org"
      player.team = team
    }
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  return try await reader.perform {
    let request = Player.fetchRequest()
    request.predicate = NSPredicate(format: "team.uniformColor == %@", "blue")
    request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
    return try reader.fetch(request)
      .map { "\($0.fullName) of \($0.team?.name ?? "no team")" }
      .joined(separator: ", ")
  }
}
