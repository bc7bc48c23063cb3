import CoreData
import EveryStore
import Foundation

/// A store for tests of requests: three teams of ten players each, saved and not cached.
final class League {
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext

  /// Creates a store of the kind that the test runs on.
  init() throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
    try coordinator.openTestedStore("league")
    let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    writer.persistentStoreCoordinator = coordinator
    for title in ["Reds", "Blues", "Greens"] {
      let team = Team(context: writer)
      team.setValue(title, forKey: "title")
      for number in 0..<10 {
        let player = Player(context: writer)
        player.name = "\(title) \(number)"
        player.goals = Int32(number)
        player.team = team
      }
    }
    try writer.save()
    if StoreKind.current.isDatabase, let store = coordinator.persistentStores.first {
      // The rows of a closed store are not cached.
      try coordinator.remove(store)
      try coordinator.openTestedStore("league")
    }
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// Another context of the same store.
  func makeContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func players(_ format: String? = nil) -> NSFetchRequest<Player> {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = [
      NSSortDescriptor(key: "goals", ascending: true),
      NSSortDescriptor(key: "name", ascending: true),
    ]
    return request
  }

  /// The SQL statements that the store executes during a closure.
  func statements<Result>(_ body: () throws -> Result) rethrows -> (Result, [String]) {
    let seen = Statements()
    coordinator.observeStatements { seen.texts.append($0) }
    defer { coordinator.observeStatements(nil) }
    let result = try body()
    return (result, seen.texts)
  }

  private final class Statements {
    var texts: [String] = []
  }
}

/// Access to `predicateFormat` without Foundation's deprecation warning.
private protocol FormatHaving {
  var predicateFormat: String { get }
}

extension NSPredicate: FormatHaving {}

extension NSPredicate {
  /// The text of the predicate.
  var formatText: String { (self as any FormatHaving).predicateFormat }
}
