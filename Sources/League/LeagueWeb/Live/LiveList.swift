import CoreData
import LeagueOperations
import WebPages

/// A list that a fetched results controller follows.
///
/// All methods run on the context's queue.
final class LiveList: NSObject, NSFetchedResultsControllerDelegate {
  let subject: LiveSubject
  private let controller: NSFetchedResultsController<NSManagedObject>
  private let tell: (ListChange) -> Void
  private(set) var rows: [LiveRow]
  private var pending: [PendingChange] = []

  /// The parts around the rows, as sent last; nil if there are none.
  private(set) var summary: ListSummary?

  /// One change reported by the controller, until all are reported.
  private struct PendingChange {
    let type: NSFetchedResultsChangeType
    let old: Int?
    let new: Int?
    let row: LiveRow?
  }

  /// Begins to follow a list.
  ///
  /// - Parameters:
  ///   - subject: The list.
  ///   - league: The teams and players.
  ///   - tell: The closure that is called with changes.
  /// - Throws: ``LeagueError/gone(_:)`` if the subject does not exist, and errors of fetching.
  init(_ subject: LiveSubject, in league: League, tell: @escaping (ListChange) -> Void) throws {
    self.subject = subject
    self.tell = tell
    controller = NSFetchedResultsController(
      fetchRequest: try subject.request(in: league),
      managedObjectContext: league.context,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    rows = []
    super.init()
    controller.delegate = self
    try controller.performFetch()
    rows = objects.compactMap { subject.row($0) }
    summary = try newSummary()
  }

  /// Counts the rows on other pages again.
  ///
  /// - Returns: Whether the parts around the rows have changed since they were sent.
  func updateSummary() -> Bool {
    // If the store cannot be queried now, they stay unchanged.
    guard let new = try? newSummary(), new != summary else { return false }
    summary = new
    return true
  }

  private func newSummary() throws -> ListSummary? {
    guard subject.feed != .subject else { return nil }
    let league = League(controller.managedObjectContext)
    return subject.summary(total: try league.total(of: controller.fetchRequest))
  }

  /// The objects in the order of the rows.
  var objects: [NSManagedObject] { controller.fetchedObjects ?? [] }

  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    pending = []
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    let row = type == .delete ? nil : (anObject as? NSManagedObject).flatMap { subject.row($0) }
    pending.append(
      PendingChange(type: type, old: indexPath?.item, new: newIndexPath?.item, row: row)
    )
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    var change = ListChange(feed: subject.feed, before: LiveSection.state(of: rows))
    var names: [String] = []
    for item in pending { note(item, in: &change, &names) }
    pending = []
    guard !change.isEmpty else { return }
    rows = objects.compactMap { subject.row($0) }
    change.state = LiveSection.state(of: rows)
    change.words = names.count == 1 ? names[0] : "\(names.count) changes"
    _ = updateSummary()
    change.summary = summary
    tell(change)
  }

  private func note(_ item: PendingChange, in change: inout ListChange, _ names: inout [String]) {
    switch (item.type, item.old, item.new, item.row) {
    case (.delete, let old?, _, _):
      change.deleted.append(old)
      if rows.indices.contains(old) { names.append("\(rows[old].name) was deleted") }
    case (.insert, _, let new?, let row?):
      change.inserted.append(.init(at: new, html: row.html.text))
      names.append("\(row.name) was added")
    case (.move, let old?, let new?, let row?):
      change.moved.append(.init(from: old, to: new, html: row.html.text))
      names.append("\(row.name) was changed")
    case (.update, _, let new?, let row?):
      // Properties that no page shows can change too.
      if let old = item.old, rows.indices.contains(old), rows[old] == row { return }
      change.updated.append(.init(at: new, html: row.html.text))
      names.append("\(row.name) was changed")
    default: break
    }
  }
}
