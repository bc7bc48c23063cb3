import CoreData
import Foundation
import LeagueModel

/// The teams and players in one context.
///
/// It must be used on the context's queue: within ``LeagueStore/read(_:)``, ``LeagueStore/change(_:_:)`` or a
/// `perform` of one's own. The caller has to save its changes.
package struct League {
  package let context: NSManagedObjectContext

  package init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  /// The teams, sorted by name.
  package func teams() throws -> [Team] {
    let request = Team.fetchRequest()
    request.sortDescriptors = Team.byName
    return try context.fetch(request)
  }

  /// The players, of one team or of all, sorted by last name.
  package func players(of team: Team? = nil) throws -> [Player] {
    let request = Player.fetchRequest()
    request.predicate = team.map { NSPredicate(format: "team == %@", $0) }
    request.sortDescriptors = Player.byLastName
    return try context.fetch(request)
  }
}
