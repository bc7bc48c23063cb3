import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Requests of fetched properties", .everyStore) struct FetchedPropertyRequestTests {
  private static func makeModel() -> NSManagedObjectModel {
    let model = Club.makeModel()
    guard let team = model.entitiesByName["Team"], let player = model.entitiesByName["Player"]
    else { return model }
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = player
    request.predicate = NSPredicate(
      format: "name BEGINSWITH $FETCH_SOURCE.title AND goals >= $FETCHED_PROPERTY.userInfo.least"
    )
    request.sortDescriptors = [NSSortDescriptor(key: "goals", ascending: false)]
    let namesakes = NSFetchedPropertyDescription()
    namesakes.name = "namesakes"
    namesakes.fetchRequest = request
    namesakes.userInfo = ["least": 2]
    let others = NSFetchRequest<any NSFetchRequestResult>()
    others.entity = player
    others.predicate = NSPredicate(format: "team != $FETCH_SOURCE")
    let rivals = NSFetchedPropertyDescription()
    rivals.name = "rivals"
    rivals.fetchRequest = others
    team.properties += [namesakes, rivals]
    return model
  }

  private func makeContext() throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for title in ["Red", "Blue"] {
      let team = Team(context: context)
      team.setValue(title, forKey: "title")
      for number in 0..<5 {
        let player = Player(context: context)
        player.name = "\(title) \(number)"
        player.goals = Int32(number)
        player.team = team
      }
    }
    try context.save()
    return context
  }

  @Test("F064 A fetched property is fetched when it is first used, and again after a refresh")
  func fetching() throws {
    let context = try makeContext()
    let request = NSFetchRequest<Team>(entityName: "Team")
    request.predicate = NSPredicate(format: "title == 'Red'")
    let team = try #require(try context.fetch(request).first)
    let names = { (team.value(forKey: "namesakes") as? [Player])?.map { $0.name ?? "" } }
    #expect(names() == ["Red 4", "Red 3", "Red 2"])
    #expect((team.value(forKey: "rivals") as? [Player])?.count == 5)
    let player = Player(context: context)
    player.name = "Redder"
    player.goals = 10
    #expect(names() == ["Red 4", "Red 3", "Red 2"])
    context.refresh(team, mergeChanges: true)
    #expect(names() == ["Redder", "Red 4", "Red 3", "Red 2"])
    player.goals = 0
    context.refresh(team, mergeChanges: false)
    #expect(names() == ["Red 4", "Red 3", "Red 2"])
    #expect(!team.hasChanges)
  }
}
