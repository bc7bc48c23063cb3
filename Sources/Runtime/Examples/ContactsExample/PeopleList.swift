package import CoreData
package import Foundation

/// A list of people that follows changes, like a table on a screen.
///
/// A fetched results controller fetches the people, in sections by their cities. Whenever the context changes, it
/// reports to its delegate which rows were inserted, deleted, moved or changed. This delegate records lines of text;
/// that of an app would update its table.
package final class PeopleList: NSObject, NSFetchedResultsControllerDelegate {
  private let controller: NSFetchedResultsController<Person>

  /// The changes since the list was read last, a line for each.
  package private(set) var changes: [String] = []

  /// - Throws: The error of the first fetch.
  package init(in context: NSManagedObjectContext) throws {
    let request = Person.fetchRequest()
    // The sections follow the first sort descriptor, so it must keep people of one city together.
    request.sortDescriptors = [
      NSSortDescriptor(key: "home.city", ascending: true),
      NSSortDescriptor(key: Person.PropertyName.lastName, ascending: true),
      NSSortDescriptor(key: Person.PropertyName.firstName, ascending: true),
    ]
    controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "home.city",
      cacheName: nil
    )
    super.init()
    controller.delegate = self
    try controller.performFetch()
  }

  /// The list: a line for each city, and below it one for each person.
  package var lines: [String] {
    (controller.sections ?? []).flatMap { section in
      let people = section.objects as? [Person] ?? []
      return [section.name] + people.map { "  \($0.firstName) \($0.lastName)" }
    }
  }

  /// Returns the changes since the last call.
  package func takeChanges() -> [String] {
    defer { changes = [] }
    return changes
  }

  package func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    changes.append("section \(sectionIndex) \(type == .insert ? "inserted" : "deleted")")
  }

  package func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    let old = indexPath.map(Self.words) ?? ""
    let new = newIndexPath.map(Self.words) ?? ""
    switch type {
    case .insert: changes.append("row \(new) inserted")
    case .delete: changes.append("row \(old) deleted")
    case .move: changes.append("row \(old) moved to \(new)")
    case .update: changes.append("row \(old) changed")
    @unknown default: break
    }
  }

  private static func words(_ path: IndexPath) -> String {
    path.map(String.init).joined(separator: ".")
  }
}
