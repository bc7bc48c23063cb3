package import CoreData
import Foundation

/// The list of events of Xcode's app template, the newest first.
///
/// A list may have many rows, of which a screen shows a few. With a batch size, the request fetches the IDs of the
/// events, and their values twenty at a time, when rows are displayed. With a cache, the controller keeps the
/// sections of the list from one run to the next, and need not compute them again.
package final class EventList: NSObject, NSFetchedResultsControllerDelegate {
  package static let batchSize = 20

  /// The number of changes of the list; a screen would redraw it after each.
  package private(set) var changeCount = 0

  private let context: NSManagedObjectContext
  private let controller: NSFetchedResultsController<Event>

  /// - Parameters:
  ///   - context: The context of the events.
  ///   - cacheName: The name of the cache, one for each request of an app.
  /// - Throws: The error of the first fetch.
  package init(in context: NSManagedObjectContext, cacheName: String = "Events") throws {
    self.context = context
    let request = Event.fetchRequest()
    request.fetchBatchSize = Self.batchSize
    request.sortDescriptors = [
      NSSortDescriptor(key: Event.PropertyName.timeStamp, ascending: false)
    ]
    controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: nil,
      cacheName: cacheName
    )
    super.init()
    // A controller without a delegate does not follow changes.
    controller.delegate = self
    try controller.performFetch()
  }

  package var count: Int { controller.sections?.first?.numberOfObjects ?? 0 }

  /// Returns the event of a row.
  package subscript(row: Int) -> Event {
    controller.object(at: IndexPath(indexes: [0, row]))
  }

  package func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    changeCount += 1
  }

  /// Adds an event with the current time, or another, and saves.
  package func insertNewEvent(at time: Date = Date()) throws {
    let event = Event(context: context)
    event.timeStamp = time
    try context.save()
  }

  /// Deletes the event of a row, and saves.
  package func deleteEvent(at row: Int) throws {
    context.delete(self[row])
    try context.save()
  }
}
