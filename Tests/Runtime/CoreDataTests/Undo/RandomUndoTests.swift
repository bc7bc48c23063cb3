import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Random edits, undone and redone") struct RandomUndoTests {
  /// A canonical description of an object graph.
  private struct Picture: Equatable {
    var plants: [ObjectIdentifier: [String]] = [:]

    init(_ context: NSManagedObjectContext, _ all: [Plant]) {
      let numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
      func text(_ object: NSManagedObject?) -> String {
        (object as? Plant).flatMap { numbers[$0] }.map(String.init) ?? "-"
      }
      for plant in all where plant.managedObjectContext === context && !plant.isDeleted {
        plants[ObjectIdentifier(plant)] =
          [
            plant.value(forKey: "name") as? String ?? "nil",
            (plant.value(forKey: "height") as? NSNumber)?.stringValue ?? "nil",
          ]
          + ["parent", "twin", "twinOf"].map { text(plant.object($0)) }
          + ["children", "friends", "friendOf"].map { key in
            plant.objects(key).map { text($0) }.sorted().joined(separator: ",")
          }
      }
    }
  }

  private struct Edits {
    var random: Numbers
    let context: NSManagedObjectContext
    var plants: [Plant] = []

    var living: [Plant] {
      plants.filter { $0.managedObjectContext === context && !$0.isDeleted }
    }

    /// Whether the inverses of all relationships are consistent.
    var isConsistent: Bool {
      living.allSatisfy { plant in
        plant.objects("children").allSatisfy { $0.object("parent") === plant }
          && plant.objects("friends").allSatisfy { $0.objects("friendOf").contains(plant) }
          && (plant.object("parent")?.objects("children").contains(plant) ?? true)
          && (plant.object("twin").map { $0.object("twinOf") === plant } ?? true)
          && (plant.object("twinOf").map { $0.object("twin") === plant } ?? true)
      }
    }

    mutating func edit() {
      let living = living
      guard let plant = living.randomElement(using: &random),
        let other = living.randomElement(using: &random)
      else { return insert() }
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: insert()
      case 2: plant.setValue("n\(random.next() % 10)", forKey: "name")
      case 3: plant.setValue(Int(random.next() % 100), forKey: "height")
      case 4: plant.setValue(plant === other ? nil : other, forKey: "parent")
      case 5: plant.setValue(other, forKey: "twin")
      case 6: plant.mutableSetValue(forKey: "friends").add(other)
      case 7: plant.mutableSetValue(forKey: "friends").remove(other)
      case 8: plant.setValue(NSSet(array: Array(living.prefix(3))), forKey: "children")
      default: if living.count > 4 { context.delete(plant) }
      }
    }

    private mutating func insert() {
      plants.append(Plant(context: context))
    }
  }

  /// An undoable action in every group, so that each step is one group, whether or not it changes anything.
  private final class Mark {
    func set(_ manager: UndoManager) {
      manager.registerUndo(withTarget: self) { $0.set(manager) }
    }
  }

  /// A random number generator for a seed.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let seeds = UInt64(1)...UInt64(Torture.count(6, sanitized: 2))

  @Test(
    "Undoing and redoing restore the graph of each point",
    .everyStore,
    arguments: seeds
  )
  func walk(seed: UInt64) throws {
    try walk(seed, in: Garden.makeContext()) {}
  }

  @Test(
    "Undoing and redoing restore the graph while another program saves other objects",
    .everyDatabase,
    arguments: seeds
  )
  func walkBesideAnotherProgram(seed: UInt64) throws {
    let coordinators = (0..<2).map { _ in
      NSPersistentStoreCoordinator(managedObjectModel: Garden.makeModel())
    }
    for coordinator in coordinators { try coordinator.openTestedStore("shared") }
    let other = try Garden.makeContext(coordinators[1])
    try walk(seed, in: Garden.makeContext(coordinators[0])) {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Label", into: other)
      try other.save()
    }
  }

  private func walk(
    _ seed: UInt64,
    in context: NSManagedObjectContext,
    beforeSaving: () throws -> Void
  ) throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    var edits = Edits(random: Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15), context: context)
    var pictures = [Picture(context, [])]
    var position = 0
    let mark = Mark()
    for step in 0..<500 {
      switch Int.random(in: 0..<8, using: &edits.random) {
      case 0 where position > 0:
        for _ in 0..<Int.random(in: 1...position, using: &edits.random) {
          context.undo()
          position -= 1
          try #require(Picture(context, edits.plants) == pictures[position], "step \(step)")
        }
      case 1 where position < pictures.count - 1:
        for _ in 0..<Int.random(in: 1..<pictures.count - position, using: &edits.random) {
          context.redo()
          position += 1
          try #require(Picture(context, edits.plants) == pictures[position], "step \(step)")
        }
      case 2 where step % 7 == 0:
        try beforeSaving()
        try context.save()
      default:
        manager.beginUndoGrouping()
        mark.set(manager)
        for _ in 0..<Int.random(in: 1...4, using: &edits.random) { edits.edit() }
        if Bool.random(using: &edits.random) { context.processPendingChanges() }
        edits.edit()
        manager.endUndoGrouping()
        pictures.removeSubrange((position + 1)...)
        pictures.append(Picture(context, edits.plants))
        position += 1
        try #require(edits.isConsistent, "step \(step)")
      }
      try #require(Picture(context, edits.plants) == pictures[position], "step \(step)")
    }
  }
}
