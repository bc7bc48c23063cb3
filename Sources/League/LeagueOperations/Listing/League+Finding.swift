import CoreData
import Diagnostics
import Foundation
import LeagueModel

extension NSManagedObject {
  /// The identifier of an object in the store, which is the last part of its URI: `p3`.
  ///
  /// It is short, the same as long as the object exists, and different from that of any other object of the
  /// entity. An object that was made without ``League`` has one when it was saved.
  package var recordID: String { objectID.uriRepresentation().lastPathComponent }
}

extension League {
  /// The team with a ``TeamRecord/id``.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if there is none any more.
  package func team(id: String) throws -> Team {
    guard let team = try object(Team.entityName, id: id) as? Team else {
      throw LeagueError.gone(.team)
    }
    return team
  }

  /// The player with a ``PlayerRecord/id``.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if there is none any more.
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
    // A fetch asks the store. `existingObject(with:)` would be content with a row that was read for another caller
    // long ago, and another program may have changed it since.
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "SELF == %@", objectID)
    return try context.fetch(request).first
  }
}
