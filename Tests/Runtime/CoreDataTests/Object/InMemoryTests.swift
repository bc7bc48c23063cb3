import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Saving, and finding what was saved", .everyStore) struct InMemoryTests {
  private func makeCoordinator() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
    try coordinator.openTestedStore()
    return coordinator
  }

  private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test(
    "Objects that one context saves are found by another through their URIs, with relationships"
  )
  func roundTrip() throws {
    let coordinator = try makeCoordinator()
    let first = context(coordinator)
    let team = Team(context: first)
    let player = Player(context: first)
    player.name = "Ada"
    player.team = team
    try first.save()
    #expect(!player.objectID.isTemporaryID && !first.hasChanges)
    let uri = player.objectID.uriRepresentation()
    let second = context(coordinator)
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(id == player.objectID)
    let found = try #require(second.object(with: id) as? Player)
    #expect(found !== player && found.isFault)
    #expect(found.name == "Ada" && !found.isFault)
    #expect((found.team?.value(forKey: "players") as? Set<Player>) == [found])
  }
}
