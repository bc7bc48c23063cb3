import CoreData
import Foundation
import League
import Testing

@Suite("Code generated for League") struct LeagueTests {
  @Test func attributesHaveTheTypesOfTheModel() throws {
    let stack = try Stack(LeagueModel.make())
    let player = Player(context: stack.context)
    #expect(player.email == "")
    #expect(player.jerseyNumber == nil)
    player.email = "ada@example.org"
    player.jerseyNumber = 7
    #expect(player.email == "ada@example.org")
    #expect(player.value(forKey: "email") as? String == "ada@example.org")
    #expect(player.value(forKey: "jerseyNumber") as? Int == 7)
    player.setValue(nil, forKey: "jerseyNumber")
    #expect(player.jerseyNumber == nil)
    player.setValue("grace@example.org", forKey: "email")
    #expect(player.email == "grace@example.org")
  }

  @Test("F390 Objects and sets of objects are added and removed; inverses follow")
  func inversesFollow() throws {
    let stack = try Stack(LeagueModel.make())
    let context = stack.context
    let team = Team(context: context)
    let ada = Player(context: context)
    let grace = Player(context: context)
    ada.team = team
    #expect(team.players == [ada])
    team.addToPlayers(grace)
    #expect(grace.team == team)
    team.removeFromPlayers([ada])
    #expect(ada.team == nil)
    team.players = [ada, grace]
    #expect(ada.team === team)
    let none = NSSet(array: [ada, grace])
    team.removeFromPlayers(none)
    #expect(team.players.isEmpty && grace.team == nil)
    team.addToPlayers(none)
    #expect(team.players.count == 2)
    team.intersectPlayers([ada])
    #expect(team.players == [ada] && grace.team == nil)
    team.intersectPlayers(NSSet(object: grace))
    #expect(team.players.isEmpty && ada.team == nil)
  }

  @Test("F392 A class has a request for objects of its own, and the inherited one for any")
  func requests() throws {
    let stack = try Stack(LeagueModel.make())
    let ada = Player(context: stack.context)
    let typed = Player.fetchRequest()
    let found: [Player] = try stack.context.fetch(typed)
    #expect(found == [ada] && typed.entityName == "Player")
    let untyped: NSFetchRequest<any NSFetchRequestResult> = Player.fetchRequest()
    #expect(try stack.context.fetch(untyped) as? [Player] == [ada])
  }

  @Test("Properties of every managed object are available by key path and by key")
  func commonProperties() throws {
    #expect((\Player.objectID)._kvcKeyPathString == "objectID")
    #expect((\NSManagedObject.objectID)._kvcKeyPathString == "objectID")
    #expect((\Player.isDeleted)._kvcKeyPathString == "deleted")
    #expect((\Player.team?.objectID)._kvcKeyPathString == "team.objectID")
    #expect((\Player.team!.objectID)._kvcKeyPathString == "team.objectID")
    #expect((\Player.team?.managedObjectContext)._kvcKeyPathString == "team.managedObjectContext")
    #expect((\Player.managedObjectContext?.name)._kvcKeyPathString == nil)
    #expect(
      (\Player.team?.hasPersistentChangedValues)._kvcKeyPathString
        == "team.hasPersistentChangedValues"
    )
    let stack = try Stack(LeagueModel.make())
    let player = Player(context: stack.context)
    #expect(player.value(forKey: "objectID") as? NSManagedObjectID == player.objectID)
    #expect(player.value(forKey: "inserted") as? Bool == true)
    #expect(player.value(forKey: "isInserted") as? Bool == true)
    #expect(
      player.value(forKey: "managedObjectContext") as? NSManagedObjectContext == stack.context
    )
    #expect(player.value(forKeyPath: "entity.name") as? String == "Player")
    #expect(player.value(forKey: "hasChanges") as? Bool == true)
    let found = NSPredicate(format: "%K == %@", argumentArray: [\Player.objectID, player.objectID])
    #expect(found.evaluate(with: player))
    let request = Player.fetchRequest()
    request.predicate = found
    #expect(try stack.context.fetch(request) == [player])
  }

  @Test("Key paths over relationships have the names of their steps")
  func keyPathsOverRelationships() throws {
    #expect(NSSortDescriptor(keyPath: \Player.team?.name, ascending: true).key == "team.name")
    #expect(NSExpression(forKeyPath: \Player.team!.uniformColor).keyPath == "team.uniformColor")
    #expect(NSExpression(forKeyPath: \Player.team?.players).keyPath == "team.players")
    #expect((\Player.team?.name)._kvcKeyPathString == "team.name")
    #expect((\Player.lastName as PartialKeyPath<Player>)._kvcKeyPathString == "lastName")
    #expect((\String.count)._kvcKeyPathString == nil)
    let named = NSPredicate(format: "%K == nil", argumentArray: [\Player.team?.name])
    #expect(named.predicateFormat == "team.name == nil")
    #expect(
      NSSortDescriptor(keyPath: \Player.team?.players.count, ascending: true).key == nil,
      "a set's count is no property"
    )
    let stack = try Stack(LeagueModel.make())
    for (name, team) in [("a", "Z"), ("b", "Y"), ("c", "X")] {
      let player = Player(context: stack.context)
      player.lastName = name
      player.team = Team(context: stack.context)
      player.team?.name = team
    }
    let request = Player.fetchRequest() as NSFetchRequest<Player>
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Player.team?.name, ascending: true)]
    #expect(try stack.context.fetch(request).map(\.lastName) == ["c", "b", "a"])
  }

  @Test("F393 Generated classes are Identifiable, with an identity that lasts while they do")
  func identity() throws {
    func id<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
    let stack = try Stack(LeagueModel.make())
    let ada = Player(context: stack.context)
    let grace = Player(context: stack.context)
    let known = id(ada)
    #expect(known != id(grace))
    try stack.context.save()
    #expect(id(ada) == known)
  }

  @Test func valuesComeBackFromTheStore() throws {
    let stack = try Stack(LeagueModel.make())
    let context = stack.context
    let player = Player(context: context)
    player.email = "ada@example.org"
    player.firstName = "Ada"
    player.lastName = "L"
    player.jerseyNumber = -3
    player.team = Team(context: context)
    player.team?.name = "Engines"
    player.team?.uniformColor = "blue"
    let found = try #require(try stack.reread(player))
    #expect(found !== player)
    #expect(found.email == "ada@example.org" && found.firstName == "Ada")
    #expect(found.jerseyNumber == -3)
    #expect(found.team?.name == "Engines")
    #expect(found.team?.players == [found])
  }

  @Test func primitivesDoNotCountAsChanges() throws {
    let stack = try Stack(LeagueModel.make())
    let player = Player(context: stack.context)
    #expect(player.primitiveEmail == nil)
    player.email = "a"
    #expect(player.primitiveEmail == "a")
    player.primitiveEmail = nil
    #expect(player.email == "")
    player.primitiveJerseyNumber = 5
    #expect(player.jerseyNumber == 5)
  }

  @Test func namesAndRequests() throws {
    #expect(Player.entityName == "Player")
    #expect(Player.PropertyName.jerseyNumber == "jerseyNumber")
    let request = Player.fetchRequest()
    let typed: NSFetchRequest<Player> = request
    #expect(typed.entityName == "Player")
    let stack = try Stack(LeagueModel.make())
    let context = stack.context
    let player = Player(context: context)
    try context.save()
    #expect(try context.fetch(Player.fetchRequest()) == [player])
  }

  @Test func objectsAreIdentifiable() throws {
    let stack = try Stack(LeagueModel.make())
    let context = stack.context
    let ids = Set([Player(context: context), Player(context: context)].map(\.id))
    #expect(ids.count == 2)
  }

  @Test func versionHashesAreThoseOfTheFile() throws {
    try LeagueModel.verify()
    let model = LeagueModel.make()
    model.entitiesByName["Player"]?.attributesByName["email"]?.isOptional = true
    #expect {
      try LeagueModel.verify(model)
    } throws: { error in
      (error as? LeagueModel.Mismatch)?.entityNames == ["Player"]
    }
    #expect(LeagueModel.shared === LeagueModel.shared)
    #expect(LeagueModel.make() !== LeagueModel.make())
  }
}
