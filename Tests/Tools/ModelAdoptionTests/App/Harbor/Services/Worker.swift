import CoreData

/// Work on the queue of a context, begun on the main actor.
@MainActor final class Worker {
  private let context: NSManagedObjectContext
  private let name = "Dora"

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  func add() async throws -> Int {
    let number: Int64 = 7
    let name = self.name
    let ship = try await context.perform { [context] in
      let ship = Ship(context: context)
      ship.name = name
      ship.imo = number
      try context.save()
      return ship
    }
    await context.perform { ship.imo += 1 }
    let count = try await context.perform { try self.context.count(for: NSFetchRequest<Ship>(entityName: "Ship")) }
    let imo = await context.perform(schedule: .enqueued) { ship.imo }
    return count * 100 + Int(imo)
  }
}
