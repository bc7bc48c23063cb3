import CoreData
import EveryStore
import Foundation
import Observation
import Testing

// A program may declare the conformance; it must not be a redundant one.
extension Team: Observable {}

@Suite("Observing objects", .everyStore) struct ObservationTests {
  @Test("F031 A closure is called at each set, also of an equal value and before saving")
  func closures() {
    let player = Player(context: Club.makeContext())
    var changes: [String] = []
    let observation = player.observe(\.name, options: [.old, .new]) { player, change in
      changes.append("\(change.oldValue?.map { $0 } ?? "nil")>\(player.name ?? "nil")")
    }
    player.name = "Ada"
    player.name = "Ada"
    player.setValue("Bea", forKey: "name")
    player.goals = 4
    #expect(changes == ["nil>Ada", "Ada>Ada", "Ada>Bea"])
    observation.invalidate()
    player.name = "Cy"
    #expect(changes.count == 3)
  }

  @Test("An observation ends with its token; options say what a change holds")
  func options() {
    let player = Player(context: Club.makeContext())
    var changes: [String] = []
    var token: NSKeyValueObservation? = player.observe("goals", options: [.initial, .new, .prior]) {
      changes.append("\($1.isPrior) \($1.newValue as? Int ?? -1)")
    }
    player.goals = 2
    #expect(changes == ["false 0", "true -1", "false 2"] && token != nil)
    token = nil
    player.goals = 3
    #expect(changes.count == 3)
  }

  @Test(
    "Observers get changes of a property that depends on others, and of one that announces its changes itself"
  )
  func dependentProperties() throws {
    let plant = Plant(context: try Garden.makeContext())
    plant.setValue("moss", forKey: "name")
    var changes: [String] = []
    let loud = plant.observe("loudName", options: [.old, .new, .initial]) { _, change in
      changes.append("\(change.oldValue as? String ?? "-")>\(change.newValue as? String ?? "-")")
    }
    var moods = 0
    let mood = plant.observe("mood") { _, _ in moods += 1 }
    plant.setValue("fern", forKey: "name")
    plant.setValue(3, forKey: "height")
    #expect(changes == ["->MOSS", "MOSS>FERN"] && moods == 2)
    plant.willChangeValue(forKey: "loudName")
    plant.didChangeValue(forKey: "loudName")
    plant.willChangeValue(forKey: "otherName")
    plant.didChangeValue(forKey: "otherName")
    #expect(changes.count == 3)
    loud.invalidate()
    mood.invalidate()
    plant.setValue("reed", forKey: "name")
    #expect(changes.count == 3 && moods == 2)
  }

  @Test("Observers get changes of the other end of a relationship, of undoing and of rolling back")
  func otherWays() throws {
    let context = try Garden.makeContext()
    context.undoManager = UndoManager()
    let plant = Plant(context: context)
    let parent = Plant(context: context)
    try context.save()
    var count = 0
    let children = parent.observe("children") { _, _ in count += 1 }
    plant.setValue(parent, forKey: "parent")
    #expect(count == 1)
    context.undo()
    #expect(count == 2)
    plant.setValue(parent, forKey: "parent")
    context.rollback()
    #expect(count == 4)
    children.invalidate()
  }

  @Test("withObservationTracking tracks properties of objects of the main queue that are read")
  @MainActor func tracking() {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = Club.makeContext().persistentStoreCoordinator
    let player = Player(context: context)
    player.name = "Ada"
    nonisolated(unsafe) var changes = 0
    withObservationTracking {
      _ = player.name
    } onChange: {
      changes += 1
    }
    player.goals = 1
    #expect(changes == 0)
    player.name = "Bea"
    #expect(changes == 1)
    player.name = "Cy"
    #expect(changes == 1)
    withObservationTracking {
      _ = player.value(forKey: "goals")
      _ = player.team
    } onChange: {
      changes += 1
    }
    Team(context: context).setValue(Set([player]), forKey: "players")
    #expect(changes == 2)
  }

  @Test("A merge notifies observers of the properties that it changes, and of no others")
  @MainActor func merges() throws {
    let coordinator = try Garden.makeCoordinator()
    let writer = try Garden.makeContext(coordinator)
    let plant = Plant(context: writer)
    let child = Plant(context: writer)
    let others = [Plant(context: writer), Plant(context: writer)]
    plant.setValue(Set([child]), forKey: "children")
    try writer.save()
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let seen = context.object(with: plant.objectID)
    let keys = ["name", "height", "children", "friends", "pot"]
    for key in keys { _ = seen.value(forKey: key) }
    for key in keys { _ = (seen.value(forKey: key) as? NSSet)?.count }
    let closures = Log()
    let tracked = Log()
    let observations = keys.map { key in seen.observe(key) { _, _ in closures.note(key) } }
    func track() {
      for key in keys {
        withObservationTracking {
          _ = seen.value(forKey: key)
        } onChange: {
          tracked.note(key)
        }
      }
    }
    let pot = Pot(context: writer)
    let changes: [(key: String, value: Any)] = [
      ("name", "moss"), ("height", 7), ("children", Set([child, others[0]])),
      ("friends", Set([others[1]])), ("pot", pot),
    ]
    for (index, change) in changes.enumerated() {
      track()
      plant.setValue(change.value, forKey: change.key)
      try writer.save()
      let update: [AnyHashable: Any] = [NSUpdatedObjectsKey: [plant.objectID]]
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: update, into: [context])
      let told = changes[...index].map(\.key)
      #expect(closures.lines == told)
      // Each round tracks all properties again, and a change ends all tracking of its property.
      let ended = told.enumerated().flatMap { Array(repeating: $1, count: $0 + 1) }
      #expect(tracked.lines == ended)
    }
    withExtendedLifetime(observations) {}
  }

  @Test("Key paths have names before their class is used")
  func keyPathNames() {
    let player = Player(context: Club.makeContext())
    var isNotified = false
    let observation = player.observe(\.goals) { _, _ in isNotified = true }
    player.goals = 1
    #expect(isNotified)
    observation.invalidate()
  }
}
