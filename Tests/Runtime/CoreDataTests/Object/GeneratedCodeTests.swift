import CoreData
import Foundation
import Testing

@Suite("Generated code and the runtime") struct GeneratedCodeTests {
  @Test("An object is of the class the entity names, and has the defaults")
  func made() {
    let context = Club.makeContext()
    let player = Player(context: context)
    #expect(player.entity.name == "Player")
    #expect(player.goals == 0 && player.name == nil)
    #expect(player.value(forKey: "goals") as? Int == 0)
    #expect(player.isInserted && player.objectID.isTemporaryID)
    #expect(context.insertedObjects == [player])
  }

  @Test("Typed accessors and key-value coding see the same values")
  func values() {
    let player = Player(context: Club.makeContext())
    player.name = "Ada"
    #expect(player.value(forKey: "name") as? String == "Ada")
    player.setValue(3, forKey: "goals")
    #expect(player.goals == 3)
    player.setValue(nil, forKey: "goals")
    #expect(player.goals == 0 && player.value(forKey: "goals") == nil)
  }

  @Test("A class without generated code has dynamic values; both ends of a relationship follow")
  func relationships() {
    let context = Club.makeContext()
    let team = Team(context: context)
    let player = Player(context: context)
    player.team = team
    #expect((team.value(forKey: "players") as? Set<Player>) == [player])
    let other = Team(context: context)
    other.setValue(Set([player]), forKey: "players")
    #expect(player.team === other)
    #expect((team.value(forKey: "players") as? NSSet)?.count == 0)
  }

  @Test("Deleting a team deletes its players when changes are processed")
  func cascade() {
    let context = Club.makeContext()
    let team = Team(context: context)
    let player = Player(context: context)
    player.team = team
    context.delete(team)
    #expect(team.isDeleted && !player.isDeleted)
    context.processPendingChanges()
    #expect(context.insertedObjects.isEmpty)
  }

  @Test("An object can be made of a class that is known only at run time")
  func metatypes() {
    let context = Club.makeContext()
    func make<T: NSManagedObject>(_ type: T.Type) -> T { T(context: context) }
    #expect(type(of: make(Player.self)) == Player.self)
  }
}
