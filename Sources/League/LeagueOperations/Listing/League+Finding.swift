import CoreData
import Diagnostics
import Foundation
import LeagueModel

extension NSManagedObject {
  /// The identifier of an object in the store, the last part of its URI: `p3`.
  ///
  /// It is short, stable as long as the object exists, and unique within the
  /// entity. An object that was created without ``League`` has one once it is saved.
  package var recordID: String { objectID.uriRepresentation().lastPathComponent }
}

extension League {
  /// The team with a ``TeamRecord/id``.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if it does not exist any more.
  package func team(id: String) throws -> Team {
    guard let team = try object(Team.entityName, id: id) as? Team else {
      throw LeagueError.gone(.team)
    }
    return team
  }

  /// The player with a ``PlayerRecord/id``.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if it does not exist any more.
  package func player(id: String) throws -> Player {
    guard let player = try object(Player.entityName, id: id) as? Player else {
      throw LeagueError.gone(.player)
    }
    return player
  }

  private func object(_ entity: String, id: String) throws -> NSManagedObject? {
    guard let coordinator = context.persistentStoreCoordinator,
      let store = coordinator.persistentStores.first?.identifier,
      let word = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])),
      let uri = URL(string: "x-coredata://\(store)/\(entity)/\(word)"),
      let objectID = coordinator.managedObjectID(forURIRepresentation: uri)
    else { return nil }
    if let object = context.registeredObject(for: objectID) {
      return object.isDeleted ? nil : object
    }
    // A fetch queries the store. `existingObject(with:)` would return a row that may have been cached
    // long ago, and another program may have changed it since.
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "SELF == %@", objectID)
    return try context.fetch(request).first
  }
}
